#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Asks the user before something that cannot be undone for free.
package enum Confirmation {
  /// Returns if the user answers yes.
  ///
  /// - Parameters:
  ///   - text: What is about to happen, without a question mark.
  ///   - unattended: What to do if nobody can answer, because input or errors are not a terminal.
  ///   - declined: What remains as it was, for the error after a no.
  /// - Throws: ``CommandError`` if the answer is no, or if nobody can answer.
  package static func ask(_ text: String, unattended: String, declined: String) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw CommandError("this needs confirmation: \(text)", hint: unattended)
    }
    Terminal.printError("\(text). Go on? [y/N]")
    guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else {
      throw CommandError("nothing was changed", hint: declined)
    }
  }
}
