import CommandLineSupport
import LanguageModels
import Synchronization

/// What a run of a suite would refuse, collected so that a check names all of it.
final class EvalCheckProblems: Sendable {
  private let found = Mutex<[String]>([])

  /// The models whose replies are prepared in a script.
  private let scripts = Mutex<[ScriptedModel]>([])

  /// The problems in the order in which they were found, each once.
  var all: [String] { found.withLock { $0 } }

  /// Remembers a model if it is scripted.
  func note(_ model: any LanguageModel) {
    if let model = model as? ScriptedModel { scripts.withLock { $0.append(model) } }
  }

  /// The entries of scripts that have answered no call, one line each.
  var unusedEntries: [String] {
    scripts.withLock { $0 }.flatMap { script in
      script.unusedEntries.map {
        "\(script.identity.model.prefix { $0 != "@" }): nothing calls for the reply to \($0.calls)"
      }
    }
  }

  func add(_ problem: String, hint: String) {
    let text = "\(problem)\n  → \(hint)"
    found.withLock { if !$0.contains(text) { $0.append(text) } }
  }

  /// Adds an error with its advice.
  func add(_ error: any Error) {
    switch error {
    case let error as CommandError: add(error.message, hint: error.hint)
    case let error as ModelError: add(error.message, hint: error.advice)
    default: found.withLock { $0.append("\(error)") }
    }
  }
}
