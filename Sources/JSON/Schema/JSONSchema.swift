/// A schema that values can be checked against: JSON Schema, draft 2020-12.
///
/// All keywords of the core, applicator, unevaluated, validation and meta-data vocabularies act.
/// Left out: references to other documents, a metaschema's choice of vocabularies, and the optional
/// parts `format`, `contentMediaType`, `contentEncoding` and `contentSchema`, which describe and do
/// not check. Keywords that the draft does not know are passed over, as it asks; ``unknownKeywords``
/// lists them for whoever would rather hear of a misspelt one.
public struct JSONSchema: Sendable {
  /// The schema as JSON, ready to be sent to a provider.
  public let source: JSONValue
  /// Keywords that the draft does not know, each with the place of its schema.
  public let unknownKeywords: [JSONSchemaError]
  let program: SchemaProgram

  /// Reads a schema. Throws ``JSONSchemaError`` with the place inside the schema.
  public init(_ source: JSONValue) throws(JSONSchemaError) {
    self.source = source
    var compiler = try SchemaCompiler(source)
    program = try compiler.compile()
    unknownKeywords = compiler.unknownKeywords
  }

  /// What is wrong with a value; empty when it conforms.
  public func violations(of value: JSONValue) -> [SchemaViolation] {
    var evaluator = SchemaEvaluator(program)
    return evaluator.violations(of: value)
  }
}

extension JSONSchema: Hashable {
  /// Whether both were read from the same JSON.
  public static func == (left: JSONSchema, right: JSONSchema) -> Bool {
    left.source == right.source
  }

  /// Feeds the source.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Why a schema cannot be used.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the schema, such as `/properties/name`.
  public let path: String
  /// What is wrong there.
  public let message: String
  /// How to mend it, where that can be told.
  public let hint: String?

  init(path: String, message: String, hint: String? = nil) {
    self.path = path
    self.message = message
    self.hint = hint
  }

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
