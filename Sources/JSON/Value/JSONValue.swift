/// Any JSON value, with the order of object members kept.
///
/// The order matters to people (a prompt that shows data, a diff of two requests), so objects are
/// ordered lists of members; equality ignores the order, as JSON does.
public enum JSONValue: Sendable, Hashable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number without fraction or exponent that fits in 64 bits.
  case integer(Int)
  /// Any other number; always finite.
  case number(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// A list of named members.
  case object(JSONObject)

  /// Whether both are the same JSON value: `3` and `3.0` are one number, and the order of an
  /// object's members does not count.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.integer, .number), (.number, .integer), (.number, .number): left.number == right.number
    // By code points: Swift's own equality takes é and e with an accent for one text.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Feeds what equal values share.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer, .number: hasher.combine(number)
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSONValue {
  /// The member of an object, or nil when this is not an object or has no such member.
  public subscript(_ key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The text of a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The value of a whole number, also one written as `3.0`.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of any number.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of a boolean.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of a list.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// JSON's word for the kind of value: `null`, `boolean`, `integer`, `number`, `string`, `array`
  /// or `object`.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `null`
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; a repeated key keeps its last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.reduce(into: JSONObject()) { $0[$1.0] = $1.1 })
  }
}
