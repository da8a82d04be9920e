/// A schema with resolved references: subschemas are referred to by index, so that one can refer to itself.
struct SchemaProgram: Sendable {
  /// A schema object or boolean.
  struct Node: Sendable {
    /// The types that conform; the assertions apply only to values of these types.
    var types = TypeSet.any
    var assertions: [Assertion] = []
    /// The index of the schema resource, which is a document or an embedded part with `$id`.
    var resource = 0
    /// Whether no value conforms, as with the schema `false`.
    var isNever = false
  }

  var nodes: [Node] = []
  var root = 0
  /// For each resource, the schemas by the name of their `$dynamicAnchor`.
  var dynamicAnchors: [[String: Int]] = []
  /// Whether some schema depends on what others have evaluated; otherwise that is not tracked.
  var tracksEvaluation = false
}

/// The values of an `enum` or a `const`.
struct AllowedValues: Sendable {
  /// The number of values that a message lists.
  private static let maximumListed = 50

  private var simple: Set<JSONValue> = []
  /// Lists and objects, which are compared one by one: to look one up, all of a value would be read first.
  private var nested: [JSONValue] = []
  /// The values, for messages.
  let list: String

  init(_ values: [JSONValue]) {
    let shown = values.prefix(Self.maximumListed).map { $0.text() }.joined(separator: ", ")
    let rest = values.count - Self.maximumListed
    list = rest > 0 ? "\(shown) and \(rest) more" : shown
    for value in values {
      switch value {
      case .array, .object: nested.append(value)
      default: simple.insert(value)
      }
    }
  }

  func contains(_ value: JSONValue) -> Bool {
    switch value {
    case .array, .object: nested.contains(value)
    default: simple.contains(value)
    }
  }
}

/// A single assertion of a schema.
enum Assertion: Sendable {
  case oneOfValues(AllowedValues, Keyword)
  case multipleOf(JSONValue)
  case number(Keyword, JSONValue)
  case count(Keyword, Int)
  case pattern(RegularExpression)
  case uniqueItems
  case contains(Int, minimum: Int, maximum: Int?)
  case elements(prefix: [Int], rest: Int?)
  case required([String])
  case dependentRequired([(name: String, required: [String])])
  case members(MemberRules)
  case propertyNames(Int)
  case dependentSchemas([(name: String, schema: Int)])
  case all([Int])
  case any([Int])
  case exactlyOne([Int])
  case not(Int)
  case conditional(Int, then: Int?, otherwise: Int?)
  case reference(Int)
  case dynamicReference(Int, anchor: String)
  case unevaluatedItems(Int)
  case unevaluatedProperties(Int)
}

/// The combined rules of `properties`, `patternProperties` and `additionalProperties`.
struct MemberRules: Sendable {
  var properties: [(name: String, schema: Int)] = []
  var patterns: [(pattern: RegularExpression, schema: Int)] = []
  var additional: Int?
  private var table: [ExactText: Int] = [:]

  /// The number of names above which a dictionary is faster than a linear search.
  private static let tableThreshold = 8

  mutating func finish() {
    guard properties.count > Self.tableThreshold else { return }
    for property in properties { table[ExactText(property.name)] = property.schema }
  }

  func schema(of name: String) -> Int? {
    properties.count > Self.tableThreshold
      ? table[ExactText(name)] : properties.first { $0.name.isExactly(name) }?.schema
  }
}
