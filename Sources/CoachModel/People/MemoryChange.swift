public import JSON
public import SourceFiles

/// A change to the stored data of a person, as proposed by a turn.
public enum MemoryChange: Sendable, Hashable {
  /// Adds a memory of this conversation.
  case remember(Memory)
  /// Adds a value that matters to the person.
  case addValue(ContextProfile.Item)
}

extension MemoryChange: JSONConvertible {
  package static let document = JSONDocumentForm<MemoryChange>(
    title: "a memory change",
    .variants(
      "a memory change", tag: "change",
      [
        JSONVariant("remember", Memory.members) {
          if case .remember(let memory) = $0 { memory } else { nil }
        } make: {
          .remember($0)
        },
        JSONVariant("add_value", ContextProfile.Item.members) {
          if case .addValue(let item) = $0 { item } else { nil }
        } make: {
          .addValue($0)
        },
      ]))

  /// The change as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a change from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
