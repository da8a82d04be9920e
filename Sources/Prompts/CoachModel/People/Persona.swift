public import Documents
public import SourceFiles

/// A coach character written by a creator. It may shape voice and method, never the rules.
///
/// The five texts are what a prompt says. The rest is what a store keeps beside them; a persona that is only tried out has
/// none of it.
public struct Persona: Sendable, Hashable {
  /// The name under which the coach presents itself.
  public var name: String
  /// The field the persona is made for, in the creator's words; `nil` for any field.
  public var domain: String?
  /// The coach's tone of voice.
  public var tone: String
  /// The coach's way of working.
  public var methodology: String
  /// The coach's character and background.
  public var personality: String
  /// The caller's id of the persona; `nil` if it has none.
  public var id: String?
  /// The id of the person who wrote it; `nil` if nobody in particular did.
  public var creator: String?
  /// Whether it may be used; `nil` if nobody has said so.
  public var status: PersonaStatus?
  /// Why it has its status, in words for its creator; `nil` if there is nothing to say.
  public var statusReason: String?
  /// The code by which others find it; `nil` if it is not shared.
  public var shareCode: String?

  /// Creates a persona; without a domain it is made for any field.
  public init(
    name: String, domain: String? = nil, tone: String, methodology: String, personality: String,
    id: String? = nil, creator: String? = nil, status: PersonaStatus? = nil,
    statusReason: String? = nil, shareCode: String? = nil
  ) {
    self.id = id
    self.creator = creator
    self.status = status
    self.statusReason = statusReason
    self.shareCode = shareCode
    self.name = name
    self.domain = domain
    self.tone = tone
    self.methodology = methodology
    self.personality = personality
  }
}

extension Persona: JSONConvertible {
  package static let document = JSONDocumentForm(
    JSONObjectForm<Persona>(
      "a persona", .required("name", \.name, .filledText),
      .optional("domain", \.domain, .filledText), .required("tone", \.tone, .filledText),
      .required("methodology", \.methodology, .filledText),
      .required("personality", \.personality, .filledText), .optional("id", \.id, .filledText),
      .optional("creator", \.creator, .filledText), .optional("status", \.status, .choice),
      .optional("status_reason", \.statusReason, .text),
      .optional("share_code", \.shareCode, .filledText)
    ) {
      Persona(
        name: $0.name, domain: $0.domain, tone: $0.tone, methodology: $0.methodology,
        personality: $0.personality, id: $0.id, creator: $0.creator, status: $0.status,
        statusReason: $0.statusReason, shareCode: $0.shareCode)
    })

  /// The persona as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a persona from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }

  /// Reads a persona from a YAML or JSON file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try DocumentNode.read(file))
  }

  package init(_ node: DocumentNode) throws(SourceError) {
    self = try Self.document.form.read(node, "a persona")
  }
}
