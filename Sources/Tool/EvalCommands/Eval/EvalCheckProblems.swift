import CommandLineSupport
import LanguageModels
import SourceFiles
import Synchronization

/// What a run of a suite would refuse, collected so that a check names all of it.
final class EvalCheckProblems: Sendable {
  private let found = Mutex<[String]>([])

  /// The problems in the order in which they were found, each once, as they are printed.
  var all: [String] { found.withLock { $0 } }

  func add(_ problem: String, hint: String) {
    add(line: "error: \(problem)\n  → \(hint)")
  }

  private func add(line: String) {
    found.withLock { if !$0.contains(line) { $0.append(line) } }
  }

  /// Adds an error with its advice.
  func add(_ error: any Error) {
    switch error {
    case let error as CommandError: add(error.message, hint: error.hint)
    case let error as SourceError: for problem in error.diagnostics { add(problem) }
    case let error as ModelError: add(error.message, hint: error.advice)
    default: add(line: "error: \(error)")
    }
  }

  private func add(_ problem: Diagnostic) { add(line: problem.description) }
}
