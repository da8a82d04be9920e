import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import SourceFiles
import Testing
import TestKit

/// One request with every feature, as it is sent to each provider.
@Suite("A request in every protocol")
struct WireRequestTests {
  private static let tool = ToolDeclaration(
    name: "note", description: "Keeps a note.",
    parameters: ["type": "object", "properties": ["text": ["type": "string"]]])
  private static let call = ToolCall(id: "c1", name: "note", arguments: "{\"text\":\"a\"}")
  private static let png = "data:image/png;base64,iVBORw0="

  private static func request(_ wire: WireProtocol) -> ModelRequest {
    ModelRequest(
      messages: [
        ModelMessage(Message(.system, "Be kind.")),
        ModelMessage(role: .user, parts: [.text("Look:"), .image(url: png)]),
        ModelMessage(
          role: .assistant,
          parts: [
            .reasoning(
              ModelReasoning(
                text: "Hm.",
                signature: wire == .openAIResponses
                  ? #"{"type":"reasoning","id":"r","summary":[]}"# : "seal", wire: wire)),
            .reasoning(ModelReasoning(text: "Foreign.", signature: "other", wire: nil)),
            .text("I note it."), .toolCall(call),
          ]),
        ModelMessage(
          role: .user,
          parts: [.toolResult(ToolResult(of: call, content: "{\"ok\":true}")), .text("Thanks.")]),
      ],
      parameters: ModelParameters(
        maximumTokens: 100, temperature: 0.5, extra: ["user_tag": "x"]),
      tools: [tool], toolChoice: .tool("note"),
      format: .schema(named: "reply", form))
  }

  private static let form: JSONValue = [
    "type": "object", "properties": ["ok": ["type": "boolean"]],
  ]

  @Test("the URL, the key and the content type")
  func heads() async throws {
    for (wire, path, key) in [
      (WireProtocol.anthropic, "messages", ("x-api-key", "planted-key")),
      (.openAIChat, "chat/completions", ("authorization", "Bearer planted-key")),
      (.openAIResponses, "responses", ("authorization", "Bearer planted-key")),
      (
        .gemini, "models/m:streamGenerateContent?alt=sse", ("x-goog-api-key", "planted-key")
      ),
      (.geminiInteractions, "interactions", ("x-goog-api-key", "planted-key")),
      (.ollama, "api/chat", ("authorization", "Bearer planted-key")),
    ] as [(WireProtocol, String, (String, String))] {
      let (body, call, _) = try await sent(Self.request(wire), wire.profile)
      #expect(call.method == "POST" && call.url == "http://host:1/v1/\(path)")
      #expect(call.headers.contains { $0 == key })
      #expect(call.headers.contains { $0 == ("content-type", "application/json") })
      #expect(body["user_tag"] == "x", "extra members are sent as they are")
      let hasVersion = call.headers.contains { $0 == ("anthropic-version", "2026-10-21") }
      #expect(hasVersion == (wire == .anthropic))
      let hasRevision = call.headers.contains { $0 == ("api-revision", "2026-05-20") }
      #expect(hasRevision == (wire == .geminiInteractions))
    }
  }

  @Test("Anthropic")
  func anthropic() async throws {
    let (body, _, _) = try await sent(Self.request(.anthropic), .anthropic)
    #expect(body["system"] == [["type": "text", "text": "Be kind."]])
    #expect(
      body["messages"] == [
        [
          "role": "user",
          "content": [
            ["type": "text", "text": "Look:"],
            [
              "type": "image",
              "source": ["type": "base64", "media_type": "image/png", "data": "iVBORw0="],
            ],
          ],
        ],
        [
          "role": "assistant",
          "content": [
            ["type": "thinking", "thinking": "Hm.", "signature": "seal"],
            ["type": "text", "text": "I note it."],
            ["type": "tool_use", "id": "c1", "name": "note", "input": ["text": "a"]],
          ],
        ],
        [
          "role": "user",
          "content": [
            ["type": "tool_result", "tool_use_id": "c1", "content": "{\"ok\":true}"],
            ["type": "text", "text": "Thanks."],
          ],
        ],
      ])
    #expect(body["tools"]?.array?.first?["input_schema"] == Self.tool.parameters)
    #expect(body["tool_choice"] == ["type": "tool", "name": "note"])
    #expect(body["max_tokens"] == 100 && body["temperature"] == nil && body["stream"] == true)
    #expect(
      body["output_config"] == [
        "format": [
          "type": "json_schema",
          "schema": [
            "type": "object", "properties": ["ok": ["type": "boolean"]],
            "additionalProperties": false,
          ],
        ]
      ])
  }

  @Test(
    "Anthropic is sent closed objects, however a schema says that a value is an object",
    arguments: [
      ["type": "object", "properties": ["mood": ["type": "string"]]],
      ["type": ["object", "null"], "properties": ["mood": ["type": "string"]]],
      ["properties": ["mood": ["type": "string"]]],
    ] as [JSONValue])
  func closedObjects(schema: JSONValue) async throws {
    var request = Self.request(.anthropic)
    request.format = .schema(
      named: "reply",
      ["type": "object", "properties": ["all": ["type": "array", "items": schema]]])
    let (body, _, _) = try await sent(request, .anthropic)
    let sent = body["output_config"]?["format"]?["schema"]
    #expect(sent?["properties"]?["all"]?["items"]?["additionalProperties"] == false)
    #expect(sent?["additionalProperties"] == false)
  }

  @Test("OpenAI's Chat Completions")
  func chat() async throws {
    let (body, _, _) = try await sent(Self.request(.openAIChat), .openAIChat)
    #expect(
      body["messages"] == [
        ["role": "system", "content": "Be kind."],
        [
          "role": "user",
          "content": [
            ["type": "text", "text": "Look:"],
            ["type": "image_url", "image_url": ["url": .string(Self.png)]],
          ],
        ],
        [
          "role": "assistant", "content": "I note it.",
          "tool_calls": [
            [
              "id": "c1", "type": "function",
              "function": ["name": "note", "arguments": "{\"text\":\"a\"}"],
            ]
          ],
        ],
        ["role": "tool", "tool_call_id": "c1", "content": "{\"ok\":true}"],
        ["role": "user", "content": "Thanks."],
      ])
    #expect(body["max_completion_tokens"] == 100 && body["max_tokens"] == nil)
    #expect(body["stream_options"] == ["include_usage": true])
    #expect(body["tool_choice"] == ["type": "function", "function": ["name": "note"]])
    #expect(body["response_format"]?["json_schema"]?["strict"] == false)
  }

  @Test("OpenAI's Responses")
  func responses() async throws {
    let (body, _, _) = try await sent(Self.request(.openAIResponses), .openAI)
    #expect(body["instructions"] == "Be kind." && body["store"] == false)
    let items = body["input"]?.array ?? []
    #expect(
      items.map { $0["type"]?.string } == [
        "message", "reasoning", "message", "function_call", "function_call_output", "message",
      ])
    #expect(items[1] == ["type": "reasoning", "id": "r", "summary": []])
    #expect(
      items[0]["content"]?.array?.last == [
        "type": "input_image", "image_url": .string(Self.png), "detail": "auto",
      ])
    #expect(items[2]["content"] == "I note it.")
    #expect(items[3]["call_id"] == "c1" && items[4]["output"] == "{\"ok\":true}")
    #expect(body["max_output_tokens"] == 100)
    #expect(body["text"]?["format"]?["name"] == "reply")
    #expect(body["tools"]?.array?.first?["name"] == "note")
  }

  @Test("Gemini")
  func gemini() async throws {
    let (body, _, _) = try await sent(Self.request(.gemini), .gemini)
    #expect(body["systemInstruction"] == ["parts": [["text": "Be kind."]]])
    let contents = body["contents"]?.array ?? []
    #expect(contents.map { $0["role"]?.string } == ["user", "model", "user"])
    #expect(
      contents[0]["parts"]?.array?.last == [
        "inlineData": ["mimeType": "image/png", "data": "iVBORw0="]
      ])
    #expect(
      contents[1]["parts"] == [
        ["text": "Hm.", "thought": true, "thoughtSignature": "seal"], ["text": "I note it."],
        ["functionCall": ["id": "c1", "name": "note", "args": ["text": "a"]]],
      ])
    #expect(
      contents[2]["parts"]?.array?.first == [
        "functionResponse": ["id": "c1", "name": "note", "response": ["ok": true]]
      ])
    #expect(
      body["generationConfig"] == [
        "maxOutputTokens": 100, "temperature": 0.5, "responseMimeType": "application/json",
        "responseJsonSchema": Self.form,
      ])
    #expect(
      body["toolConfig"]?["functionCallingConfig"] == [
        "mode": "ANY", "allowedFunctionNames": ["note"],
      ])
  }

  @Test("Gemini's Interactions")
  func interactions() async throws {
    let (body, _, _) = try await sent(Self.request(.geminiInteractions), .geminiInteractions)
    #expect(body["model"] == "m" && body["system_instruction"] == "Be kind.")
    #expect(body["store"] == false && body["stream"] == true)
    #expect(
      body["input"] == [
        [
          "type": "user_input",
          "content": [
            ["type": "text", "text": "Look:"],
            ["type": "image", "data": "iVBORw0=", "mime_type": "image/png"],
          ],
        ],
        [
          "type": "thought", "signature": "seal",
          "summary": [["type": "text", "text": "Hm."]],
        ],
        ["type": "model_output", "content": [["type": "text", "text": "I note it."]]],
        ["type": "function_call", "id": "c1", "name": "note", "arguments": ["text": "a"]],
        [
          "type": "function_result", "call_id": "c1", "name": "note", "result": "{\"ok\":true}",
        ],
        ["type": "user_input", "content": [["type": "text", "text": "Thanks."]]],
      ])
    #expect(
      body["tools"] == [
        [
          "type": "function", "name": "note", "description": "Keeps a note.",
          "parameters": Self.tool.parameters,
        ]
      ])
    #expect(
      body["generation_config"] == [
        "max_output_tokens": 100, "temperature": 0.5,
        "tool_choice": ["allowed_tools": ["mode": "any", "tools": ["note"]]],
      ])
    #expect(
      body["response_format"] == [
        "type": "text", "mime_type": "application/json", "schema": Self.form,
      ])
  }

  @Test("what Gemini's own tools wrote is sent back to Gemini alone, contents with their message")
  func interactionItems() async throws {
    let step = #"{"type":"code_execution_call","id":"e1","arguments":{"code":"1"}}"#
    let picture = #"{"type":"image","data":"aGk=","mime_type":"image/png"}"#
    let request = ModelRequest(messages: [
      ModelMessage(Message(.user, "Compute.")),
      ModelMessage(
        role: .assistant,
        parts: [
          .other(
            ProviderItem(type: "code_execution_call", json: step, wire: .geminiInteractions)),
          .text("See:"),
          .other(ProviderItem(type: "image", json: picture, wire: .geminiInteractions)),
          .other(ProviderItem(type: "part", json: #"{"x":1}"#, wire: .gemini)),
          .reasoning(ModelReasoning(signature: "bare", wire: .geminiInteractions)),
        ]),
      ModelMessage(Message(.user, "Go on.")),
    ])
    let (body, _, _) = try await sent(request, .geminiInteractions)
    let steps = body["input"]?.array ?? []
    #expect(
      steps.map { $0["type"]?.string } == [
        "user_input", "code_execution_call", "model_output", "thought", "user_input",
      ])
    try expect(steps[1], equals: JSONValue(parsing: step))
    #expect(steps[2]["content"]?.array?.map { $0["type"]?.string } == ["text", "image"])
    #expect(steps[3] == ["type": "thought", "signature": "bare"])
  }

  @Test("Ollama")
  func ollama() async throws {
    let (body, _, _) = try await sent(Self.request(.ollama), .ollama)
    let messages = body["messages"]?.array ?? []
    #expect(
      messages.map { $0["role"]?.string } == ["system", "user", "assistant", "tool", "user"])
    #expect(messages[1]["images"] == ["iVBORw0="])
    #expect(
      messages[2]["tool_calls"] == [
        ["function": ["name": "note", "arguments": ["text": "a"]]]
      ])
    #expect(messages[3] == ["role": "tool", "tool_name": "note", "content": "{\"ok\":true}"])
    #expect(body["options"] == ["num_ctx": 8192, "num_predict": 100, "temperature": 0.5])
    #expect(body["format"] == Self.form && body["stream"] == true)
  }

  @Test("a request with text only is as plain as possible")
  func plain() async throws {
    let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])
    let (chat, _, _) = try await sent(request, .compatible)
    #expect(
      chat == [
        "model": "m", "messages": [["role": "user", "content": "Hi"]], "stream": true,
        "stream_options": ["include_usage": true],
      ])
    let (anthropic, _, _) = try await sent(request, .anthropic)
    #expect(anthropic["max_tokens"] == 4096 && anthropic["tools"] == nil)
  }

  @Test("an image that a protocol does not support is an error before the request")
  func images() async throws {
    for (profile, url) in [
      (EndpointProfile.anthropic, "http://a/b.png"), (.ollama, "http://a/b.png"),
      (.gemini, "http://a/b"), (.geminiInteractions, "http://a/b"),
    ] {
      let request = ModelRequest(messages: [ModelMessage(role: .user, parts: [.image(url: url)])])
      let (_, call, error) = try await sent(request, profile)
      #expect(error?.code == .invalidRequest && call.url.isEmpty)
    }
  }

  @Test("an image is part of a request's digest")
  func digest() {
    func digest(_ parts: [ModelPart]) -> ContentDigest {
      ModelRequest(messages: [ModelMessage(role: .user, parts: parts)]).digest
    }
    #expect(digest([.text("x")]) != digest([.text("x"), .image(url: "u")]))
    #expect(digest([.text("x"), .image(url: "v")]) != digest([.text("x"), .image(url: "u")]))
    #expect(digest([.text("x"), .cacheBreakpoint(.hour)]) == digest([.text("x")]))
    #expect(digest([.text("x"), .toolCall(Self.call)]) != digest([.text("x")]))
  }
}
