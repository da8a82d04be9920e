import Documents
import ReplyContracts
import SourceFiles

/// A condition over the facts of a journey.
///
/// In a file, a text names a fact that must be there; a mapping has facts with the values that they must have, or one of
/// `all`, `any` and `not`.
indirect enum JourneyCondition: Sendable, Hashable {
  case filled(ValuePath)
  case oneOf(ValuePath, [JSONValue])
  case all([JourneyCondition])
  case any([JourneyCondition])
  case not(JourneyCondition)

  init(_ node: DocumentNode) throws(SourceError) {
    switch node.content {
    case .mapping(let entries):
      var parts: [JourneyCondition] = []
      for entry in entries { parts.append(try Self.part(entry)) }
      guard let first = parts.first else {
        throw node.error("journey.condition", "a condition says something", hint: "name a fact")
      }
      self = parts.count == 1 ? first : .all(parts)
    default: self = .filled(try Self.path(node))
    }
  }

  private static func part(_ entry: DocumentEntry) throws(SourceError) -> JourneyCondition {
    switch entry.key {
    case "all": return .all(try list(entry.value))
    case "any": return .any(try list(entry.value))
    case "not": return .not(try JourneyCondition(entry.value))
    default:
      guard let path = ValuePath(entry.key) else {
        throw entry.value.error("journey.path", "'\(entry.key)' is not the place of a fact")
      }
      return .oneOf(path, entry.value.json.array ?? [entry.value.json])
    }
  }

  private static func list(_ node: DocumentNode) throws(SourceError) -> [JourneyCondition] {
    var parts: [JourneyCondition] = []
    for item in try node.list("a list of conditions") { parts.append(try JourneyCondition(item)) }
    return parts
  }

  private static func path(_ node: DocumentNode) throws(SourceError) -> ValuePath {
    let text = try node.string("a condition")
    guard let path = ValuePath(text) else {
      throw node.error("journey.path", "'\(text)' is not the place of a fact")
    }
    return path
  }

  /// Returns whether the condition holds for facts by name.
  func holds(for facts: JSONValue) -> Bool {
    switch self {
    case .filled(let path): path.values(in: facts).contains { $0.isFilled }
    case .oneOf(let path, let values): path.values(in: facts).contains { values.contains($0) }
    case .all(let parts): parts.allSatisfy { $0.holds(for: facts) }
    case .any(let parts): parts.contains { $0.holds(for: facts) }
    case .not(let part): !part.holds(for: facts)
    }
  }

  /// The places of facts that the condition reads.
  var paths: [ValuePath] {
    switch self {
    case .filled(let path), .oneOf(let path, _): [path]
    case .all(let parts), .any(let parts): parts.flatMap(\.paths)
    case .not(let part): part.paths
    }
  }

  /// The condition on one line, for a drawing.
  var words: String {
    switch self {
    case .filled(let path): path.description
    case .oneOf(let path, let values):
      "\(path) is \(values.map(\.plain).joined(separator: " or "))"
    case .all(let parts): parts.map(\.inner).joined(separator: " and ")
    case .any(let parts): parts.map(\.inner).joined(separator: " or ")
    case .not(let part): "no \(part.inner)"
    }
  }

  /// The condition as a part of another, in brackets if it has several parts.
  private var inner: String {
    switch self {
    case .all(let parts) where parts.count > 1, .any(let parts) where parts.count > 1: "(\(words))"
    default: words
    }
  }
}
