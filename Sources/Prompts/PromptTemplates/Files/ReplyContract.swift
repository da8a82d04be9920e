public import CoachModel
public import Documents
public import ReplyContracts
import SourceFiles

/// What a prompt promises about the reply: the tags that it may contain with the schemas of their payloads, and rules
/// that a schema cannot express.
public struct ReplyContract: Sendable, Hashable {
  /// The declared tags, in file order.
  public var tags: [ReplyTagDeclaration] = []
  /// Payload schemas by tag name; a tag without one carries no payload.
  public var payloads: [String: JSONSchema] = [:]
  /// Rules for what the reply says, in the order in which they apply.
  public var rules: [ContractRule] = []

  /// Creates a contract that promises nothing.
  public init() {}
}

extension ReplyContract {
  init(_ node: DocumentNode, schemas: [String: JSONSchema]) throws(SourceError) {
    var map = try MappingReader(node, "'coachkit.contract'")
    let (tags, rules) = (map.optional("tags"), map.optional("rules"))
    try map.finish()
    if tags == nil, rules == nil { _ = try map.required("tags") }
    for entry in try tags.map({ node throws(SourceError) in
      try MappingReader(node, "'tags'").entries
    })
      ?? []
    {
      try readTag(entry, schemas: schemas)
    }
    self.rules = try rules.map { node throws(SourceError) in try ContractRule.list(node) } ?? []
  }

  private mutating func readTag(_ entry: DocumentEntry, schemas: [String: JSONSchema])
    throws(SourceError)
  {
    var tag = try MappingReader(entry.value, "the tag '\(entry.key)'")
    let form: ReplyTagDeclaration.Form = try tag.required("form").choice("'form'")
    let payload = tag.optional("payload")
    guard
      let declaration = ReplyTagDeclaration(
        name: entry.key, form: form, expectsPayload: payload != nil)
    else {
      throw entry.value.error(
        "prompt.tag-name", "'\(entry.key)' is not a tag's name",
        hint: "use upper-case letters, digits and underscores")
    }
    tags.append(declaration)
    if let payload {
      guard form == .signal else {
        throw payload.error("prompt.payload", "an inline tag carries words, not a payload")
      }
      payloads[entry.key] = try FrontMatter.schema(payload, schemas: schemas)
    }
    try tag.finish()
  }
}
