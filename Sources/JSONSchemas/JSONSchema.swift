public import Conversations

/// A schema that values can be checked against.
///
/// Understands the keywords that prompts and contracts use (listed in ``Keyword``). A schema with
/// any other assertion is refused when it is read: a keyword that is silently ignored would let
/// through what its author meant to stop.
public struct JSONSchema: Sendable, Hashable {
  /// The schema as JSON, ready to be sent to a provider.
  public let source: JSONValue
  let root: SchemaNode

  /// Reads a schema. Throws ``JSONSchemaError`` with the place inside the schema.
  public init(_ source: JSONValue) throws(JSONSchemaError) {
    self.source = source
    root = try SchemaNode(source, path: "")
  }

  /// What is wrong with a value; empty when it conforms.
  public func violations(of value: JSONValue) -> [SchemaViolation] {
    var violations: [SchemaViolation] = []
    root.check(value, path: "", &violations)
    return violations
  }
}

/// Why a schema cannot be used.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the schema, such as `/properties/name`.
  public let path: String
  /// What is wrong there.
  public let message: String

  /// The message with its place.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// One way in which a value breaks its schema.
public struct SchemaViolation: Sendable, Hashable, CustomStringConvertible {
  /// The place in the value, such as `domain.name` or `values[2]`; empty for the value itself.
  public let path: String
  /// The keyword that is broken.
  public let keyword: Keyword
  /// What is wrong, for a person.
  public let message: String

  /// The message with its place.
  public var description: String { path.isEmpty ? message : "'\(path)' \(message)" }
}

/// The keywords of JSON Schema that are understood as assertions.
public enum Keyword: String, Sendable, Hashable, CaseIterable {
  /// One kind of value, or several.
  case type
  /// A fixed set of values.
  case `enum`
  /// A fixed value.
  case const
  /// Schemas of named members.
  case properties
  /// Members that must be there.
  case required
  /// What members without a schema of their own may be.
  case additionalProperties
  /// The schema of every element.
  case items
  /// The fewest elements.
  case minItems
  /// The most elements.
  case maxItems
  /// The fewest characters (Unicode scalars).
  case minLength
  /// The most characters (Unicode scalars).
  case maxLength
  /// The smallest number.
  case minimum
  /// The largest number.
  case maximum
}
