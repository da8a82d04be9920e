public import Documents
public import SourceFiles

/// A detail remembered from an earlier conversation.
public struct Memory: Sendable, Hashable {
  /// The remembered detail, in words.
  public var text: String
  /// The day of the conversation, in the form `2026-03-31`.
  public var date: String
  /// The id of the conversation's domain; `nil` if it is unknown.
  public var domain: String?
  /// The id of the session in which it was said; `nil` if it is unknown.
  public var session: String?
  /// The id of the message with which it was said; `nil` if it is unknown.
  public var message: String?

  /// Creates a memory. What is not given is unknown.
  public init(
    text: String, date: String, domain: String? = nil, session: String? = nil,
    message: String? = nil
  ) {
    self.text = text
    self.date = date
    self.domain = domain
    self.session = session
    self.message = message
  }
}

extension Memory: JSONConvertible {
  static let members = JSONObjectForm<Memory>(
    "a memory", .required("text", \.text, .filledText), .required("date", \.date, .filledText),
    .optional("domain", \.domain, .filledText), .optional("session", \.session, .filledText),
    .optional("message", \.message, .filledText)
  ) {
    Memory(
      text: $0.text, date: $0.date, domain: $0.domain, session: $0.session, message: $0.message)
  }

  package static let document = JSONDocumentForm(members)

  /// The memory as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a memory from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
