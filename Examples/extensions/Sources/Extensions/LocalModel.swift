import CoachKit

/// A model that runs in this process: here, one that answers with a question.
public struct LocalModel: LanguageModel {
  /// The name with which this model was created.
  public let identity: ModelIdentity

  /// Creates a model with a name.
  public init(_ name: String) { identity = ModelIdentity(provider: "mine", model: name) }

  /// Answers word by word.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let words = "What makes you say: \(request.messages.last?.text ?? "nothing")?"
    return ModelStream(
      text: AsyncStream { pieces in
        for word in words.split(separator: " ") { pieces.yield("\(word) ") }
        pieces.finish()
      })
  }
}

extension ModelResolver {
  /// Gives the models of this package names: `mine:small`, `acme:large`.
  public mutating func addExtensions() {
    profiles.append(.acme)
    models["mine"] = { LocalModel($0) }
  }
}
