/// What is known of a request id.
public enum SeenRequest: Sendable, Hashable {
  /// Nothing, until now: whoever is told this answers it, and nobody else is.
  case new
  /// It is being answered.
  case running
  /// It was answered, with this message.
  case answered(messageID: String)
  /// The same id came with another body: a mistake of the sender's.
  case differs
}
