public import SourceFiles
package import YAMLDocument

/// A coach's character that a creator has written: it may shape voice and method, never the rules.
public struct Persona: Sendable, Hashable {
  /// What the coach is called.
  public var name: String
  /// The field it is made for, in the creator's words.
  public var domain: String?
  /// How it sounds.
  public var tone: String
  /// How it works.
  public var methodology: String
  /// Who it is.
  public var personality: String

  /// Creates a persona.
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
  /// Reads a persona's file. Throws ``SourceError`` with the place of what is wrong.
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
