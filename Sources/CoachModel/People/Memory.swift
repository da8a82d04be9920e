/// Something that is remembered from an earlier conversation.
public struct Memory: Sendable, Hashable {
  /// What is remembered.
  public var text: String
  /// The day of the conversation, as `2026-03-31`.
  public var date: String
  /// The domain of the conversation.
  public var domain: String?

  /// Creates a memory.
  public init(text: String, date: String, domain: String? = nil) {
    self.text = text
    self.date = date
    self.domain = domain
  }
}
