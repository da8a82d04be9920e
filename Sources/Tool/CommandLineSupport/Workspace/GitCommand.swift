import SourceFiles

/// Running git, and its errors, for the readers of what it keeps.
package enum GitCommand {
  /// Runs git with arguments; tests have one of their own.
  package typealias Run = @Sendable (_ arguments: [String]) -> ProgramOutput

  /// Throws ``SourceError`` with code `git.revision` unless a name stands for a commit.
  ///
  /// - Parameter place: The arguments that name the repository; empty for that of the working folder.
  static func checkCommit(
    _ revision: String, at place: [String] = [], _ git: Run
  ) throws(SourceError) {
    // A revision that begins with a hyphen would be an option.
    let isName = !revision.isEmpty && !revision.hasPrefix("-")
    guard isName,
      git(place + ["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]).code == 0
    else {
      throw error(
        "git.revision", "git knows no commit '\(revision)'",
        hint: "name a branch, a tag or a commit; in a shallow clone, fetch it first:"
          + " git fetch origin \(revision)")
    }
  }

  static func error(_ code: String, _ message: String, hint: String?) -> SourceError {
    SourceError(Diagnostic(code, message, hint: hint))
  }

  /// What git says about a failure, to be appended to a message.
  static func firstLine(_ errors: [UInt8]) -> String {
    let line = errors.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? "" : " (\(String(decoding: line, as: UTF8.self)))"
  }
}
