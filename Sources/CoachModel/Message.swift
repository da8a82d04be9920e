/// One message of a conversation, as plain text.
public struct Message: Sendable, Hashable {
  /// Who said it.
  public var role: Role
  /// What was said; a coach's message may still hold reply tags.
  public var text: String

  /// Creates a message.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}
