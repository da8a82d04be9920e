import LanguageModels
import Synchronization

/// The models of a run whose replies are prepared in scripts, to find the entries that are misspelt.
final class ScriptedReplies: Sendable {
  private let models = Mutex<[ScriptedModel]>([])

  /// Remembers a model if it is scripted.
  func note(_ model: any LanguageModel) {
    if let model = model as? ScriptedModel { models.withLock { $0.append(model) } }
  }

  /// The entries of scripts that have answered no call, one line each.
  var unusedEntries: [String] {
    models.withLock { $0 }.flatMap { script in
      script.unusedEntries.map {
        "\(script.identity.model.prefix { $0 != "@" }): nothing calls for the reply to \($0.calls)"
      }
    }
  }
}
