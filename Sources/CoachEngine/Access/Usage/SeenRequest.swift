/// The state of a request id in a ``UsageStore``.
public enum SeenRequest: Sendable, Hashable {
  /// The id was unknown until now. Only one caller gets this result, and it answers the request.
  case new
  /// The request is being answered.
  case running
  /// The request was answered with the message of this id.
  case answered(messageID: String)
  /// The id was used before with different contents, which is an error of the sender.
  case differs
}
