import Documents
import LanguageModels
@testable import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("Schemas that a provider cannot hold a reply to")
struct SchemaObstacleTests {
  private static let text: JSONValue = ["type": "string"]

  private static func object(_ properties: JSONObject, _ more: JSONObject = [:]) -> JSONValue {
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  private static let map: JSONValue = [
    "type": "object", "additionalProperties": ["type": "number"],
  ]

  /// Schemas, and where Anthropic and OpenAI's strict mode cannot hold a reply to them; nil if they can.
  private static let schemas: [(schema: String, anthropic: String?, openAI: String?)] = [
    (#"{"type": "object", "properties": {"mood": {"type": "string"}}}"#, nil, nil),
    (
      #"""
      {"type": "object", "properties": {"mood": {"type": "string"}},
      "additionalProperties": false}
      """#, nil, nil
    ),
    (
      #"""
      {"type": "object", "properties": {"scores": {"type": "object",
      "additionalProperties": {"type": "number"}}}}
      """#, "/properties/scores", "/properties/scores"
    ),
    (
      #"""
      {"type": "object", "properties": {"a/b": {"type": "object",
      "additionalProperties": {"type": "number"}}}}
      """#, "/properties/a~1b", "/properties/a~1b"
    ),
    (
      #"""
      {"type": "object", "properties": {"mood": {"type": "string"}}, "additionalProperties": true}
      """#, "", ""
    ),
    (#"{"type": "object"}"#, "", ""),
    (#"{"type": "object", "properties": {}}"#, "", ""),
    (
      #"""
      {"type": "object", "properties": {"any": {"type": ["object", "null"]}}}
      """#, "/properties/any", "/properties/any"
    ),
    (
      #"""
      {"type": "object", "properties": {"mood": {"type": "string"}},
      "patternProperties": {"^x": {"type": "string"}}}
      """#, "", ""
    ),
    (
      #"""
      {"type": "object", "properties": {"all": {"type": "array", "items": {"type": "object",
      "additionalProperties": {"type": "number"}}}}}
      """#, "/properties/all/items", "/properties/all/items"
    ),
    (
      #"""
      {"type": "object", "properties": {"one": {"anyOf": [{"type": "string"}, {"type": "object",
      "additionalProperties": {"type": "number"}}]}}}
      """#, "/properties/one/anyOf/1", "/properties/one/anyOf/1"
    ),
    (
      #"""
      {"type": "object", "properties": {"empty": {"type": "object", "properties": {},
      "additionalProperties": false}}}
      """#, nil, nil
    ),
    (#"{"type": "array", "items": {"type": "string"}}"#, "", ""),
    (#"{"type": "string"}"#, "", ""),
    (#"{}"#, "", ""),
    (#"true"#, "", ""),
    (#"{"type": ["object", "null"], "properties": {"mood": {"type": "string"}}}"#, "", ""),
    (
      #"""
      {"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object",
      "properties": {"b": {"type": "string"}}}]}
      """#, "", ""
    ),
    (
      #"""
      {"oneOf": [{"type": "object", "properties": {"a": {"type": "string"}}}], "type": "object"}
      """#, "", ""
    ),
    (
      #"""
      {"$ref": "#/$defs/Node", "$defs": {"Node": {"type": "object",
      "properties": {"name": {"type": "string"}, "children": {"type": "array",
      "items": {"$ref": "#/$defs/Node"}}}}}}
      """#, "/$defs/Node/properties/children/items", ""
    ),
    (##"{"type": "object", "properties": {"self": {"$ref": "#"}}}"##, "/properties/self", nil),
    (
      #"""
      {"type": "object", "properties": {"a": {"$ref": "#/properties/b"},
      "b": {"$ref": "#/properties/a"}}}
      """#, "/properties/a", nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}},
      "$defs": {"A": {"type": "object", "properties": {"b": {"type": "string"}}}}}
      """#, nil, nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}},
      "$defs": {"A": {"type": "object", "additionalProperties": {"type": "number"}}}}
      """#, "/$defs/A", "/$defs/A"
    ),
    (
      #"""
      {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object",
      "properties": {"b": {"type": "string"}}}}}
      """#, nil, ""
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"$ref": "https://schemas.example/a"}}}
      """#, "/properties/a", "/properties/a"
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}
      """#, "/properties/a", "/properties/a"
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"allOf": [{"type": "string"}, {"minLength": 2}]}}}
      """#, nil, nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"allOf": [{"type": "object",
      "properties": {"b": {"type": "string"}}}, {"type": "object",
      "properties": {"c": {"type": "string"}}}]}}}
      """#, "/properties/a", nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"oneOf": [{"type": "string"},
      {"type": "integer"}]}}}
      """#, nil, nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"anyOf": [{"type": "object",
      "properties": {"b": {"type": "string"}}}, {"type": "object",
      "properties": {"c": {"type": "string"}}}]}}}
      """#, nil, nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"type": "array", "prefixItems": [{"type": "string"},
      {"type": "object", "additionalProperties": {"type": "number"}}]}}}
      """#, "/properties/a/prefixItems/1", "/properties/a/prefixItems/1"
    ),
    // What only looks like a schema.
    (#"{"type": "object", "properties": {"a": {"enum": [{"type": "object"}]}}}"#, nil, nil),
    (
      #"""
      {"type": "object", "properties": {"type": {"type": "string"},
      "additionalProperties": {"type": "string"}}}
      """#, nil, nil
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {"type": "string"}},
      "$defs": {"unused": {"type": "object", "additionalProperties": {"type": "number"}}}}
      """#, nil, nil
    ),
  ]

  @Test("the first obstacle is found where it is")
  func obstacles() throws {
    for (text, anthropic, openAI) in Self.schemas {
      let schema = try JSONValue(parsing: text)
      #expect(SchemaObstacle(in: schema, for: .anthropic)?.pointer == anthropic, "\(text)")
      #expect(SchemaObstacle(in: schema, for: .openAI)?.pointer == openAI, "\(text)")
    }
  }

  @Test("Anthropic gets such a schema in words, with a warning that the reply is not enforced")
  func words() async throws {
    for (text, anthropic, _) in Self.schemas {
      let schema = try JSONValue(parsing: text)
      var request = greeting
      request.format = .schema(named: "reply", schema)
      let (body, _, _) = try await sent(request, .anthropic)
      let system = body["system"]?.array?.last?["text"]?.string ?? ""
      #expect(system.contains(schema.text()) == (anthropic != nil), "\(schema.text())")
      #expect((body["output_config"] == nil) == (anthropic != nil), "\(schema.text())")
      let count = try AnthropicWire().tokenCount(of: request, model: "m")?.call.body
      #expect((count?["system"] != nil) == (anthropic != nil))
    }
    var request = greeting
    request.format = .schema(named: "reply", Self.object(["scores": Self.map]))
    let start = Array("data: {\"type\":\"message_start\",\"message\":{\"id\":\"m1\"}}\n\n".utf8)
    let model = ProviderModel(
      "m", at: Endpoint(.anthropic, key: Secret("planted-key")),
      over: FixedTransport(chunks: [start]))
    let warnings = await outcome(model.stream(request)).events.compactMap { event in
      if case .warning(let text) = event { text } else { nil as String? }
    }
    #expect(warnings.contains { $0.contains("/properties/scores") && $0.contains("in words") })
  }

  @Test("OpenAI gets in words what is no object, and in strict mode what has members of any name")
  func openAI() async throws {
    for profile in [EndpointProfile.openAI, .openAIChat, .azure] {
      for (schema, isStrict, isInWords) in [
        (["type": "array", "items": Self.text], false, true),
        (["$ref": "#/$defs/A", "$defs": ["A": Self.object(["b": Self.text])]], false, true),
        (Self.object(["scores": Self.map]), false, false),
        (Self.object(["scores": Self.map]), true, true),
        (Self.object(["mood": Self.text]), true, false),
      ] as [(JSONValue, Bool, Bool)] {
        var request = greeting
        request.format = .schema(name: "reply", schema, isStrict: isStrict)
        let (body, _, _) = try await sent(request, profile)
        let form = body["response_format"] ?? body["text"]?["format"]
        #expect((form == nil) == isInWords, "\(profile.name) \(schema.text())")
        #expect(body.text().contains("Reply with one JSON value") == isInWords)
      }
    }
    var request = greeting
    request.format = .schema(name: "reply", ["type": "array", "items": Self.text], isStrict: true)
    let (body, _, _) = try await sent(request, .compatible)
    #expect(body["response_format"] != nil)
  }

  @Test(
    "a number that would be sent with other digits is refused where it is, and not told in words",
    arguments: [
      ("9223372036854775807", true), ("-9223372036854775808", true), ("1e19", true),
      ("10000000000000000000", true), ("1e300", true), ("0.1", true),
      ("9223372036854775808", false), ("18446744073709551615", false),
      ("-9223372036854775809", false), ("123456789012345678901", false),
    ])
  func largeNumbers(number: String, isSent: Bool) async throws {
    let schema = try JSONValue(
      parsing: #"{"type":"object","properties":{"id":{"maximum":\#(number)}}}"#)
    for profile in [EndpointProfile.anthropic, .openAI, .compatible, .gemini, .ollama] {
      let transport = KeepingTransport()
      let model = ProviderModel(
        "m", at: Endpoint(profile, baseURL: "http://host:1/v1"), over: transport, knowing: .empty)
      let error = await #expect(throws: StructuredOutputError.self) {
        try await model.json(for: greeting, schema: JSONSchema(schema), attempts: 1)
      }
      #expect(transport.requests.isEmpty != isSent, "\(number)")
      let message = error?.cause.message ?? ""
      #expect(message.contains("/properties/id/maximum") != isSent, "\(message)")
    }
  }

  @Test("a reply to a schema in words is validated against the whole schema")
  func validated() async throws {
    let schema = try JSONSchema(Self.object(["scores": Self.map], ["required": ["scores"]]))
    func events(_ json: String) -> [UInt8] {
      let text = JSONValue.string(json).text()
      return Array(
        """
        data: {"type":"message_start","message":{"id":"a","model":"m","usage":{"input_tokens":1}}}

        data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":\(text)}}

        data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}

        data: {"type":"message_stop"}


        """.utf8)
    }
    for (json, isFitting) in [
      (#"{"scores":{"calm":4}}"#, true), (#"{"scores":{"calm":"4"}}"#, false),
    ] {
      let transport = FixedTransport(chunks: [events(json)])
      let model = ProviderModel(
        "m", at: Endpoint(.anthropic, key: Secret("planted-key")), over: transport)
      do throws(StructuredOutputError) {
        let reply = try await model.json(for: greeting, schema: schema, attempts: 1)
        #expect(isFitting && reply.json["scores"]?["calm"] == 4)
      } catch {
        #expect(!isFitting && !error.problems.isEmpty, "\(error)")
      }
    }
  }
}
