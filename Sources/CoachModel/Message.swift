/// One message of a conversation, as plain text.
public struct Message: Sendable, Hashable {
  /// The speaker of the message.
  public var role: Role
  /// The message text. A coach message may still contain reply tags.
  public var text: String

  /// Creates a message from a speaker and a text.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}
