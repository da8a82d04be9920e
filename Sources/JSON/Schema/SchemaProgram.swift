/// A schema with its references resolved: subschemas are numbers, so that one may refer to itself.
struct SchemaProgram: Sendable {
  /// One schema object or boolean.
  struct Node: Sendable {
    /// The kinds of value that conform; the other checks are for these only.
    var types = TypeSet.any
    var assertions: [Assertion] = []
    /// The schema resource (a document or an embedded `$id`) that it belongs to.
    var resource = 0
    /// Whether nothing conforms: the schema `false`.
    var isNever = false
  }

  var nodes: [Node] = []
  var root = 0
  /// For each resource, the schemas that its `$dynamicAnchor`s name.
  var dynamicAnchors: [[String: Int]] = []
  /// Whether some schema asks what others have looked at; if none does, nobody keeps count.
  var tracksEvaluation = false
}

/// One check of a schema.
enum Assertion: Sendable {
  case oneOfValues([JSONValue], Keyword)
  case multipleOf(Double)
  case number(Keyword, Double)
  case count(Keyword, Int)
  case pattern(String)
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

/// What `properties`, `patternProperties` and `additionalProperties` say together.
struct MemberRules: Sendable {
  var properties: [(name: String, schema: Int)] = []
  var patterns: [(pattern: String, schema: Int)] = []
  var additional: Int?
  private var table: [String: Int] = [:]

  /// Beyond this many names a table is faster than looking through them.
  private static let tableThreshold = 8

  mutating func finish() {
    guard properties.count > Self.tableThreshold else { return }
    for property in properties { table[property.name] = property.schema }
  }

  func schema(of name: String) -> Int? {
    properties.count > Self.tableThreshold
      ? table[name] : properties.first { $0.name == name }?.schema
  }
}
