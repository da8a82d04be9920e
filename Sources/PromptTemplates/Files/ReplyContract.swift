public import CoachModel
public import JSON
import SourceFiles
import YAMLDocument

/// The tags that a prompt allows in the reply, with the schemas of their payloads.
public struct ReplyContract: Sendable, Hashable {
  /// The declared tags, in file order.
  public var tags: [ReplyTagDeclaration] = []
  /// Payload schemas by tag name; a tag without one carries no payload.
  public var payloads: [String: JSONSchema] = [:]

  /// Creates a contract without tags.
  public init() {}
}

extension ReplyContract {
  init(_ node: YAMLNode, schemas: [String: JSONSchema]) throws(SourceError) {
    var map = try YAMLMapping(node, "'coachkit.contract'")
    let declared = try YAMLMapping(try map.required("tags"), "'tags'")
    try map.finish()
    for entry in declared.entries {
      var tag = try YAMLMapping(entry.value, "the tag '\(entry.key)'")
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
}
