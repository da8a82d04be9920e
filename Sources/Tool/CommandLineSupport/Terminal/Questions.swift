#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Questions to a user at a terminal; elsewhere none is asked.
package struct Questions {
  private let isAttended = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  package init() {}

  /// Returns the answer to a question; nil if it is empty, or if nobody can answer.
  ///
  /// Throws if the input ends.
  package func text(_ question: String) throws -> String? {
    guard isAttended else { return nil }
    Terminal.printError(question)
    guard let line = readLine() else {
      throw CommandError(
        "nothing was written: the input ended", hint: "answer, or give the options")
    }
    let answer = line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    return answer.isEmpty ? nil : answer
  }
}
