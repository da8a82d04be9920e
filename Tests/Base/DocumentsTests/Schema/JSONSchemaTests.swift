@testable import Documents
import Testing
import TestKit

@Suite("Validation against a JSON Schema")
struct JSONSchemaTests {
  private let schema: JSONValue = [
    "type": "object",
    "properties": [
      "name": ["type": "string", "minLength": 2, "maxLength": 5],
      "age": ["type": ["integer", "null"], "minimum": 0, "maximum": 150],
      "kind": ["enum": ["a", "b"]],
      "tags": ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 2],
      "one": ["const": 1],
    ],
    "required": ["name"], "additionalProperties": false,
  ]

  @Test(
    "each violation has a location and a keyword",
    arguments: [
      (["name": "Ana", "age": nil, "kind": "a", "tags": ["x"], "one": 1], []),
      (["name": "Ana", "age": 3.0], []),
      ([:], ["'name' is missing"]),
      (["name": "A"], ["'name' must be at least 2 characters"]),
      (["name": "Annabel"], ["'name' must be at most 5 characters"]),
      (["name": 1], ["'name' must be string, not integer"]),
      (["name": "Ana", "age": -1], ["'age' must be at least 0"]),
      (["name": "Ana", "age": 1.5], ["'age' must be integer or null, not number"]),
      (["name": "Ana", "kind": "c"], ["'kind' must be one of \"a\", \"b\""]),
      (["name": "Ana", "tags": []], ["'tags' must be at least 1 items"]),
      (["name": "Ana", "tags": ["x", 2]], ["'tags[1]' must be string, not integer"]),
      (["name": "Ana", "x": 1], ["'x' is not allowed"]),
      (["name": "Ana", "one": 2], ["'one' must be one of 1"]),
      ([1], ["must be object, not array"]),
    ] as [(JSONValue, [String])])
  func violations(value: JSONValue, messages: [String]) throws {
    try expect(JSONSchema(schema).violations(of: value).map(\.description), equals: messages)
  }

  @Test(
    "whole numbers are compared exactly, however large",
    arguments: [
      (["maximum": 9_007_199_254_740_992], 9_007_199_254_740_992, true),
      (["maximum": 9_007_199_254_740_992], 9_007_199_254_740_993, false),
      (["minimum": 9_007_199_254_740_993], 9_007_199_254_740_992, false),
      (["exclusiveMaximum": 9_007_199_254_740_993], 9_007_199_254_740_992, true),
      (["exclusiveMinimum": -9_007_199_254_740_993], -9_007_199_254_740_992, true),
      (["maximum": .integer(.max)], 9_223_372_036_854_775_808.0, false),
      (["minimum": .integer(.min)], -9_223_372_036_854_775_808.0, true),
      (["maximum": 9_223_372_036_854_775_808.0], .integer(.max), true),
      (["minimum": 1.5], 1, false), (["minimum": 1.5], 2, true), (["maximum": -1.5], -1, false),
      (["minimum": 1e30], .integer(.max), false), (["maximum": -1e30], .integer(.min), false),
      (["multipleOf": 9_007_199_254_740_993], 9_007_199_254_740_992, false),
      (["multipleOf": 9_007_199_254_740_993], 9_007_199_254_740_993, true),
    ] as [(JSONValue, JSONValue, Bool)])
  func largeNumbers(schema: JSONValue, value: JSONValue, isValid: Bool) throws {
    try expect(JSONSchema(schema).violations(of: value).isEmpty, equals: isValid)
  }

  @Test("a name that only looks like a declared one is not declared")
  func equivalentNames() throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let schema = try JSONSchema([
      "properties": [one: ["type": "string"], other: ["type": "integer"]],
      "required": [.string(one)],
      "additionalProperties": false,
    ])
    #expect(schema.violations(of: [one: "a", other: 1]).isEmpty)
    #expect(schema.violations(of: [one: "a", other: "b"]).count == 1)
    let strict = try JSONSchema(["properties": [one: [:]], "additionalProperties": false])
    #expect(strict.violations(of: [one: 1]).isEmpty)
    #expect(strict.violations(of: [other: 1]).count == 1)
    var properties: JSONObject = [one: [:]]
    for number in 0..<20 { properties["p\(number)"] = [:] }
    let many = try JSONSchema([
      "properties": .object(properties), "unevaluatedProperties": false,
    ])
    #expect(many.violations(of: [one: 1, other: 1]).count == 1)
  }

  @Test("a keyword that the draft does not define is ignored and listed")
  func unknown() throws {
    let schema = try JSONSchema(["properties": ["a": ["minLenght": 3]]])
    #expect(schema.violations(of: ["a": "x"]).isEmpty)
    #expect(
      schema.unknownKeywords.map(\.description)
        == ["/properties/a/minLenght: the keyword 'minLenght' is unknown"])
  }

  @Test(
    "an invalid schema is rejected at its location",
    arguments: [
      (["type": "text"], "/type"), (["required": 1], "/required"), (["minItems": -1], "/minItems"),
      (["properties": ["a": 3]], "/properties/a"), (3, ""),
    ] as [(JSONValue, String)])
  func malformed(schema: JSONValue, path: String) {
    let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(schema) }
    #expect(error?.path == path)
  }

  @Test("true and false are schemas")
  func booleans() throws {
    try expectEmpty(JSONSchema(true).violations(of: 1))
    try expect(JSONSchema(false).violations(of: 1).count, equals: 1)
  }
}

@Suite("Conversion of Picoschema to JSON Schema")
struct PicoschemaTests {
  @Test(
    "forms",
    arguments: [
      ("string, a name", ["type": "string", "description": "a name"]),
      ("any", [:]),
      (
        ["a": "integer", "b?": "string"],
        [
          "type": "object",
          "properties": ["a": ["type": "integer"], "b": ["type": ["string", "null"]]],
          "required": ["a"], "additionalProperties": false,
        ]
      ),
      (
        ["t(array, words)": "string"],
        [
          "type": "object",
          "properties": [
            "t": ["type": "array", "items": ["type": "string"], "description": "words"]
          ],
          "required": ["t"], "additionalProperties": false,
        ]
      ),
      (
        ["k?(enum)": ["x", "y"]],
        [
          "type": "object", "properties": ["k": ["enum": ["x", "y", nil]]],
          "additionalProperties": false,
        ]
      ),
      (
        ["(*)": "number"],
        ["type": "object", "properties": [:], "additionalProperties": ["type": "number"]]
      ),
      (
        ["type": "array", "items": ["type": "string"]],
        [
          "type": "array", "items": ["type": "string"],
        ]
      ),
    ] as [(JSONValue, JSONValue)])
  func forms(source: JSONValue, schema: JSONValue) throws {
    try expect(Picoschema.lower(source), equals: schema)
  }

  @Test(
    "errors are reported",
    arguments: [
      ("text", "unknown type 'text'"), (["a(enum)": "x"], "an enum needs a list"),
      (["a(list)": "x"], "'list' in parentheses"), (["a(array": "string"], "closing parenthesis"),
      ([1], "a schema is a type"),
    ] as [(JSONValue, String)])
  func mistakes(source: JSONValue, message: String) {
    let error = #expect(throws: JSONSchemaError.self) { try Picoschema.lower(source) }
    #expect(error?.message.contains(message) ?? false)
  }
}

@Suite("Schemas that are hard to evaluate")
struct HardSchemaTests {
  @Test("a schema that refers to itself terminates")
  func selfReference() throws {
    let schema = try JSONSchema(["anyOf": [["$ref": "#"], ["$ref": "#"]]])
    #expect(!schema.violations(of: 1).isEmpty)
    let list = try JSONSchema(["properties": ["next": ["$ref": "#"]], "required": ["v"]])
    #expect(list.violations(of: ["v": 1, "next": ["v": 2, "next": ["v": 3]]]).isEmpty)
    #expect(
      list.violations(of: ["v": 1, "next": ["next": ["v": 3]]]).map(\.description)
        == ["'next.v' is missing"])
    let names = try JSONSchema(["propertyNames": ["$ref": "#"], "minLength": 2])
    #expect(names.violations(of: ["ab": 1]).isEmpty)
    #expect(names.violations(of: ["a": 1]).count == 1)
  }

  @Test("multiples of integers are exact, those of fractions approximate")
  func multiples() throws {
    func isMultiple(_ value: JSONValue, of factor: JSONValue) throws -> Bool {
      try JSONSchema(["multipleOf": factor]).violations(of: value).isEmpty
    }
    for (value, factor, expected) in [
      (10_000_000_001, 7, false), (10_000_000_004, 7, 10_000_000_004 % 7 == 0), (0.3, 0.1, true),
      (4.5, 1.5, true), (0.35, 0.1, false), (1000000000.5, 1, false),
    ] as [(JSONValue, JSONValue, Bool)] {
      try expect(isMultiple(value, of: factor), equals: expected, "\(value.text())")
    }
  }

  @Test("patterns follow ECMA-262, and are matched in linear time")
  func patterns() throws {
    func fits(_ text: String, _ pattern: String) throws -> Bool {
      try JSONSchema(["pattern": .string(pattern)]).violations(of: .string(text)).isEmpty
    }
    for (text, pattern, expected) in [
      ("a@b", "^\\S+@\\S+$", true), ("a b@c", "^\\S+@\\S+$", false),
      ("a\u{2003}b", "a\\sb", true), ("x\n", "^[\\s\\S]*$", true), ("٣", "^\\d$", false),
      ("aaab", "^(a|b)+$", true), ("a,b", "^\\w+(,\\w+)?$", true),
      (String(repeating: "a", count: 1_000), "^(a+)+b$", false),
    ] {
      try expect(fits(text, pattern), equals: expected, "\(pattern)")
    }
    for pattern in ["(a", "(a)\\1", "(a{1000}){1000}"] {
      #expect(throws: JSONSchemaError.self, "\(pattern)") {
        _ = try JSONSchema(["pattern": .string(pattern)])
      }
    }
  }

  @Test("a schema that doubles its work with every level is given up")
  func doubling() throws {
    var definitions: JSONObject = ["a26": ["type": "string"]]
    for level in 0..<26 {
      let next: JSONValue = ["$ref": .string("#/$defs/a\(level + 1)")]
      definitions["a\(level)"] = ["allOf": [next, next]]
    }
    let schema = try JSONSchema(["$ref": "#/$defs/a0", "$defs": .object(definitions)])
    let problems = schema.violations(of: "x", maximumSteps: 5_000).map(\.message)
    #expect(problems == ["cannot be checked: it takes more than 5000 steps"])
  }

  @Test("schemas that refer to one another in a long chain are rejected")
  func longChain() {
    var definitions: JSONObject = [:]
    for level in 0..<10_000 {
      definitions["a\(level)"] = ["$ref": .string("#/$defs/a\(level + 1)")]
    }
    definitions["a10000"] = true
    #expect {
      try JSONSchema(["$ref": "#/$defs/a0", "$defs": .object(definitions)])
    } throws: { error in
      (error as? JSONSchemaError)?.message == "is nested or referred to more than 500 levels deep"
    }
  }

  @Test("many unequal objects are told apart in linear time")
  func uniqueObjects() throws {
    let schema = try JSONSchema(["uniqueItems": true])
    let items = (0..<50_000).map { JSONValue.object(["a": .integer($0)]) }
    #expect(schema.violations(of: .array(items)).isEmpty)
    #expect(schema.violations(of: .array(items + [["a": 7]])).count == 1)
  }

  @Test("only the first violations are listed")
  func manyViolations() throws {
    var object: JSONObject = [:]
    for number in 0..<10_000 { object["k\(number)"] = 1 }
    let schema = try JSONSchema(["additionalProperties": false])
    #expect(schema.violations(of: .object(object)).count == 100)
    let negated = try JSONSchema(["not": ["additionalProperties": false]])
    #expect(negated.violations(of: .object(object)).isEmpty)
  }
}
