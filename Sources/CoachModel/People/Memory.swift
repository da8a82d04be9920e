/// A detail remembered from an earlier conversation.
public struct Memory: Sendable, Hashable {
  /// The remembered detail, in words.
  public var text: String
  /// The day of the conversation, in the form `2026-03-31`.
  public var date: String
  /// The id of the conversation's domain; `nil` if it is unknown.
  public var domain: String?

  /// Creates a memory; `domain` is `nil` if it is unknown.
  public init(text: String, date: String, domain: String? = nil) {
    self.text = text
    self.date = date
    self.domain = domain
  }
}
