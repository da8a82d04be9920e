public import SourceFiles
package import YAMLDocument

/// A coach character written by a creator. It may shape voice and method, never the rules.
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

  /// Creates a persona; without a domain it is made for any field.
  public init(
    name: String, domain: String? = nil, tone: String, methodology: String, personality: String
  ) {
    self.name = name
    self.domain = domain
    self.tone = tone
    self.methodology = methodology
    self.personality = personality
  }
}

extension Persona {
  /// Reads a persona from a file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try YAMLNode.parse(file))
  }

  package init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "a persona")
    self.init(
      name: try map.string("name"), domain: try map.optional("domain")?.string("'domain'"),
      tone: try map.string("tone"), methodology: try map.string("methodology"),
      personality: try map.string("personality"))
    try map.finish()
  }
}
