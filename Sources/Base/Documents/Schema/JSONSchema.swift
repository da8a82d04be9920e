/// A compiled JSON Schema, draft 2020-12, against which values can be validated.
///
/// ```swift
/// let schema = try JSONSchema([
///   "type": "object", "properties": ["mood": ["type": "string"]], "required": ["mood"],
/// ])
/// let reply = try JSONValue(parsing: #"{"mood": 3}"#)
/// for violation in schema.violations(of: reply) {
///   print(violation)  // 'mood' must be string, not integer
/// }
/// ```
///
/// All keywords of the core, applicator, unevaluated, validation and meta-data vocabularies are supported.
/// Not supported are references to other documents, a metaschema's choice of vocabularies, and the
/// optional assertions of `format`, `contentMediaType`, `contentEncoding` and `contentSchema`, which are
/// treated as annotations. Unknown keywords are ignored, as the draft recommends; ``unknownKeywords`` lists
/// them, for example to report misspelled ones.
public struct JSONSchema: Sendable {
  /// The schema as JSON, in the form in which it was given.
  public let source: JSONValue
  /// The keywords that the draft does not define, each with its location in the schema.
  public let unknownKeywords: [JSONSchemaError]
  let program: SchemaProgram

  /// Compiles a schema. Throws a ``JSONSchemaError`` with the location of the mistake.
  public init(_ source: JSONValue) throws(JSONSchemaError) {
    self.source = source
    var compiler = try SchemaCompiler(source)
    program = try compiler.compile()
    unknownKeywords = compiler.unknownKeywords
  }

  /// Returns the violations of the schema by a value; empty if the value conforms.
  ///
  /// At most 100 are listed. A check that applies schemas more than 2,000,000 times is given up with one violation
  /// that says so: subschemas that each apply another one twice double the work with every level.
  public func violations(of value: JSONValue) -> [SchemaViolation] {
    violations(of: value, maximumSteps: Self.maximumSteps)
  }

  static let maximumSteps = 2_000_000

  func violations(of value: JSONValue, maximumSteps: Int) -> [SchemaViolation] {
    var evaluator = SchemaEvaluator(program, maximumSteps: maximumSteps)
    return evaluator.violations(of: value)
  }
}

extension JSONSchema: Hashable {
  /// Returns whether both were compiled from equal JSON.
  public static func == (left: JSONSchema, right: JSONSchema) -> Bool {
    left.source == right.source
  }

  /// Hashes the source only, since equality compares nothing else.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Why a schema is invalid, or what is doubtful about it.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The location in the schema as a JSON pointer, such as `/properties/name`.
  public let path: String
  /// What is wrong there.
  public let message: String
  /// How to fix it; nil if there is no suggestion.
  public let hint: String?

  init(path: String, message: String, hint: String? = nil) {
    self.path = path
    self.message = message
    self.hint = hint
  }

  /// The message, preceded by its location.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// One way in which a value violates its schema.
public struct SchemaViolation: Sendable, Hashable, CustomStringConvertible {
  /// The location in the value, such as `domain.name` or `values[2]`; empty for the value itself.
  public let path: String
  /// The keyword that is violated.
  public let keyword: Keyword
  /// A description such as `must be string, not integer`.
  public let message: String

  /// The message, preceded by its location.
  public var description: String { path.isEmpty ? message : "'\(path)' \(message)" }
}
