public import JSON
public import SourceFiles

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

extension Memory: JSONConvertible {
  static let members = JSONObjectForm<Memory>(
    "a memory", .required("text", \.text, .filledText), .required("date", \.date, .filledText),
    .optional("domain", \.domain, .filledText)
  ) { Memory(text: $1, date: $2, domain: $3) }

  package static let document = JSONDocumentForm(members)

  /// The memory as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a memory from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
