package import Documents

extension JSONValue {
  /// Whether there is something: empty texts, lists and objects, `false` and `null` count as missing.
  package var isFilled: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .integer, .number: true
    case .string(let text): text.contains { !$0.isWhitespace }
    case .array(let elements): !elements.isEmpty
    case .object(let object): !object.isEmpty
    }
  }
}
