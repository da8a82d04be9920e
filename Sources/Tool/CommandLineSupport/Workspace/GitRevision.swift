package import SourceFiles

/// The files of a folder as they are at a revision in git.
///
/// Their paths in errors are git's own: `main:Prompts/discovery.v3.prompt`.
package struct GitRevision: FileSystem {
  private let folder: String
  private let revision: String
  private let names: [String]
  private let git: GitCommand.Run

  /// Lists a folder at a revision.
  ///
  /// Throws ``SourceError`` with code `git.missing`, `git.repository`, `git.revision` or `git.folder`.
  package init(
    _ revision: String, of folder: String,
    git: @escaping GitCommand.Run = { ProgramOutput(of: "git", $0) }
  ) throws(SourceError) {
    (self.folder, self.revision, self.git) = (folder, revision, git)
    let inside = git(["-C", folder, "rev-parse", "--is-inside-work-tree"])
    guard inside.code != nil else {
      throw GitCommand.error(
        "git.missing", "git cannot be run", hint: "install it, or name two versions")
    }
    guard inside.code == 0 else {
      let reason = GitCommand.firstLine(inside.errors)
      throw GitCommand.error(
        "git.repository", "'\(folder)' is in no git repository that can be read\(reason)",
        hint: "name two versions instead of --against")
    }
    try GitCommand.checkCommit(revision, at: ["-C", folder], git)
    let list = git(["-C", folder, "ls-tree", "-z", "--name-only", revision])
    guard list.code == 0, !list.output.isEmpty else {
      throw GitCommand.error(
        "git.folder",
        "there is no folder '\(folder)' at '\(revision)'\(GitCommand.firstLine(list.errors))",
        hint: "name a later commit")
    }
    names = list.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  package func read(_ path: String) throws(SourceError) -> SourceFile {
    guard kind(of: path) == .file else {
      throw GitCommand.error("file.missing", "no file at '\(revision):\(path)'", hint: nil)
    }
    let shown = git(["-C", folder, "show", "--no-textconv", "\(revision):./\(path.fileName)"])
    guard shown.code == 0 else {
      throw GitCommand.error(
        "file.unreadable",
        "'\(revision):\(path)' cannot be read\(GitCommand.firstLine(shown.errors))",
        hint: "see 'git show \(revision):./\(path.fileName)' in \(folder)")
    }
    return SourceFile(path: "\(revision):\(path)", bytes: shown.output)
  }

  package func names(in folder: String) throws(SourceError) -> [String] {
    guard folder == self.folder else {
      throw GitCommand.error("folder.missing", "no folder at '\(revision):\(folder)'", hint: nil)
    }
    return names
  }

  package func kind(of path: String) -> FileKind? {
    if path == folder { return .folder }
    return path == "\(folder)/\(path.fileName)" && names.contains(path.fileName) ? .file : nil
  }
}
