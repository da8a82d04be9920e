public import JSON

/// A change to the stored data of a person, as proposed by a turn.
public enum MemoryChange: Sendable, Hashable {
  /// Adds a memory of this conversation.
  case remember(Memory)
  /// Adds a value that matters to the person.
  case addValue(ContextProfile.Item)

  /// The change as one JSON object.
  public var json: JSONValue {
    switch self {
    case .remember(let memory):
      var object: JSONObject = [
        "change": "remember", "text": .string(memory.text), "date": .string(memory.date),
      ]
      object["domain"] = memory.domain.map { .string($0) }
      return .object(object)
    case .addValue(let item):
      return [
        "change": "add_value", "text": .string(item.text),
        "source": .string(item.source.rawValue), "date": .string(item.date),
      ]
    }
  }
}
