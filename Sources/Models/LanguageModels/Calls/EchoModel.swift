import CoachModel

/// A model that repeats what the person said last, to try an evaluation without a server.
///
/// Graders then grade the person's words as if they were the coach's. It reports no token usage.
public struct EchoModel: LanguageModel {
  /// The identity, with the provider `echo`.
  public let identity = ModelIdentity(provider: "echo", model: "echo")

  /// The reply at the start of a conversation.
  static let opening = "Nothing has been said yet."

  /// Creates the model.
  public init() {}

  /// Returns a stream with the text of the last user message, or a fixed text if there is none.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let words = request.messages.last { $0.role == .user }?.text ?? Self.opening
    return ModelStream { PreparedEvents(.reply(words.inPieces)) }
  }
}
