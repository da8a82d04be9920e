/// A JSON value that preserves the order of object members.
///
/// The order matters to readers, for example of data in a prompt or of a diff between two requests. Equality
/// ignores it, as JSON does.
///
/// ```swift
/// let value = try JSONValue(parsing: #"{"mood": "calm", "scores": [3, 4.5]}"#)
/// print(value["mood"]?.string ?? "unknown")  // calm
/// print(value["scores"]?.array?.first?.integer ?? 0)  // 3
///
/// var object = value.object ?? [:]
/// object["source"] = ["kind": "reply", "tokens": 12]
/// print(JSONValue.object(object).text(.indented(2)))
/// ```
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`, as distinct from an absent member.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number without fraction or exponent that fits in 64 bits.
  case integer(Int)
  /// Any other number; finite if it was parsed.
  case number(Double)
  /// A string with its escapes decoded.
  case string(String)
  /// An ordered list of values.
  case array([JSONValue])
  /// An object with named members.
  case object(JSONObject)

  /// Returns whether both are the same JSON value: `3` equals `3.0`, and the order of an object's members is
  /// ignored.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    // Exactly: as doubles, several large integers would equal one number.
    case (.integer, .number), (.number, .integer): left.integer == right.integer
    case (.string(let a), .string(let b)): a.isExactly(b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Hashes the value; equal values have equal hashes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer, .number:
      if let integer { hasher.combine(integer) } else { hasher.combine(number) }
    case .string(let value): value.hashExactly(into: &hasher)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSONValue {
  /// The value of a member; nil if this is not an object, or has no such member.
  public subscript(_ key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The text of a string; nil for other values.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The value of a number without fraction, which can also be written as `3.0`; nil for other values.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of any number; nil for other values.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of a boolean; nil for other values.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of a list; nil for other values.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object; nil for other values.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// JSON Schema's name for the type: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
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
  /// Creates a ``string(_:)`` from a string literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an ``integer(_:)`` from an integer literal.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a ``number(_:)`` from a floating-point literal.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a ``bool(_:)`` from a Boolean literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates ``null`` from `nil`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an ``array(_:)`` from an array literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object; a repeated key keeps its last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.reduce(into: JSONObject()) { $0[$1.0] = $1.1 })
  }
}
