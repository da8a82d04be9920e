import Documents
import SourceFiles

/// What the front matter says of a topic: which sections and partials allow it, which forbid it, and which of them
/// counts.
///
/// It is for topics of which a program cannot read from the text who allows and who forbids them. Models never see it.
struct TopicDeclaration: Sendable {
  /// A section or a partial, with the location of its name in the front matter.
  struct Part: Sendable {
    var name: String
    var location: FileLocation
  }

  /// The topic's name, such as `length` or `lists`.
  var topic: String
  var location: FileLocation
  var allowing: [Part] = []
  var forbidding: [Part] = []
  /// The part that counts where others differ; `nil` if none is declared.
  var deciding: Part?
}

extension TopicDeclaration {
  static func list(_ node: DocumentNode) throws(SourceError) -> [TopicDeclaration] {
    var declarations: [TopicDeclaration] = []
    for entry in try MappingReader(node, "'coachkit.topics'").entries {
      guard TopicNote.isName(entry.key) else {
        throw entry.value.error(
          "prompt.topic", "'\(entry.key)' is not a topic's name",
          hint: "use lower-case letters, digits and underscores")
      }
      var map = try MappingReader(entry.value, "the topic '\(entry.key)'")
      var declaration = TopicDeclaration(topic: entry.key, location: entry.location)
      declaration.allowing = try parts(map.optional("allows"), "'allows'")
      let forbids = map.optional("forbids")
      declaration.forbidding = try parts(forbids, "'forbids'")
      let allowed = Set(declaration.allowing.map(\.name))
      if let forbids, let both = declaration.forbidding.first(where: { allowed.contains($0.name) })
      {
        throw forbids.error(
          "prompt.topic", "'\(both.name)' both allows and forbids '\(entry.key)'",
          hint: "remove it from 'allows' or from 'forbids'")
      }
      if let node = map.optional("decides") {
        declaration.deciding = Part(name: try node.string("'decides'"), location: node.location)
      }
      try map.finish()
      declarations.append(declaration)
    }
    return declarations
  }

  /// Reads one name or a list of names.
  private static func parts(_ node: DocumentNode?, _ what: String) throws(SourceError) -> [Part] {
    guard let node else { return [] }
    guard case .sequence(let items) = node.content else {
      return [Part(name: try node.string(what), location: node.location)]
    }
    var parts: [Part] = []
    for item in items { parts.append(Part(name: try item.string(what), location: item.location)) }
    return parts
  }
}
