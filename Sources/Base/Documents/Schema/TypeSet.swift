/// A set of JSON types, as in the keyword `type`.
struct TypeSet: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = TypeSet(rawValue: 1)
  static let boolean = TypeSet(rawValue: 2)
  static let integer = TypeSet(rawValue: 4)
  static let fraction = TypeSet(rawValue: 8)
  static let string = TypeSet(rawValue: 16)
  static let array = TypeSet(rawValue: 32)
  static let object = TypeSet(rawValue: 64)
  static let number: TypeSet = [.integer, .fraction]
  static let any = TypeSet(rawValue: 127)

  private static let named: [(name: String, set: TypeSet)] = [
    ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
    ("array", .array), ("object", .object), ("null", .null),
  ]

  static var names: [String] { named.map(\.name) }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a set from the name of a type; nil if there is no such type.
  init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.set
  }

  /// Creates the set of a value's type; `3.0` is an integer, too.
  init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .integer: self = .integer
    case .number(let number): self = number.rounded() == number ? .integer : .fraction
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  /// The names for an error message, such as `string or null`.
  var description: String {
    let names = Self.named.filter { name, set in
      isSuperset(of: set) && !(set == .integer && isSuperset(of: .number))
    }
    return names.map(\.name).joined(separator: " or ")
  }
}

extension JSONValue {
  /// The names in a schema's `type`, which is one name or a list of them; empty if the schema has no type.
  package var schemaTypes: [String] {
    self["type"]?.array?.compactMap(\.string) ?? [self["type"]?.string].compactMap { $0 }
  }
}
