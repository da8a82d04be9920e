/// The keywords of JSON Schema that a value can violate.
public enum Keyword: String, Sendable, Hashable, CaseIterable {
  case type
  case `enum`
  case const
  case multipleOf
  case maximum
  case exclusiveMaximum
  case minimum
  case exclusiveMinimum
  case maxLength
  case minLength
  case pattern
  case maxItems
  case minItems
  case uniqueItems
  case contains
  case maxContains
  case minContains
  case prefixItems
  case items
  case maxProperties
  case minProperties
  case required
  case dependentRequired
  case properties
  case patternProperties
  case additionalProperties
  case propertyNames
  case dependentSchemas
  case allOf
  case anyOf
  case oneOf
  case not
  case `if`
  case then
  case `else`
  case unevaluatedItems
  case unevaluatedProperties
  case ref = "$ref"
  case dynamicRef = "$dynamicRef"
}

extension Keyword {
  /// Keywords that only annotate, identify, or hold schemas for references.
  static let silent: Set<String> = [
    "$schema", "$id", "$anchor", "$dynamicAnchor", "$defs", "$comment", "$vocabulary", "title",
    "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format",
    "contentMediaType", "contentEncoding", "contentSchema", "definitions",
  ]

  /// Keywords whose value is one schema.
  static let schemas: Set<String> = [
    "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]

  /// Keywords whose value is a list of schemas.
  static let schemaLists: Set<String> = ["prefixItems", "allOf", "anyOf", "oneOf"]

  /// Keywords whose value is an object of schemas.
  static let schemaMaps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions",
  ]
}
