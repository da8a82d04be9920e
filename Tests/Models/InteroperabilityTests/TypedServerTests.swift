import CoachModel
import CurlNetwork
import Documents
import Foundation
import LanguageModels
import ModelProviders
import Testing

/// Our requests, validated against the request types of the vendors' own SDKs; and replies written by the SDKs' types,
/// parsed by our decoders.
///
/// The server is `Interoperability/typed_server.py`; `make interoperate` starts it and passes its address.
@Suite(
  "Compatibility with the vendors' SDKs in both directions", .serialized,
  .enabled(if: TypedServer.url != nil, "COACHKIT_TYPED_SERVER is not set: run 'make interoperate'"))
struct TypedServerTests {
  private func call(_ request: ModelRequest, _ wire: WireProtocol, model: String? = nil)
    async throws -> ModelReply
  {
    let reply = try await TypedServer.model(wire, model).stream(request).reply()
    #expect(reply.finish == .stop || reply.finish == .toolCalls)
    #expect(reply.usage?.input != nil && reply.usage?.output != nil)
    return reply
  }

  private func user(_ parts: ModelPart...) -> ModelMessage {
    ModelMessage(role: .user, parts: parts)
  }

  private static let tool = ToolDeclaration(
    name: "set_reminder", description: "Sets a reminder.",
    parameters: [
      "type": "object",
      "properties": ["hour": ["type": "integer"], "text": ["type": "string"]],
      "required": ["hour", "text"], "additionalProperties": false,
    ], isStrict: true)

  @Test("text, with instructions and parameters", arguments: TypedServer.protocols)
  func words(wire: WireProtocol) async throws {
    let reply = try await call(
      ModelRequest(
        messages: [
          ModelMessage(Message(.system, "Be kind.")), ModelMessage(Message(.user, "Hi")),
          ModelMessage(Message(.assistant, "Hello.")), ModelMessage(Message(.user, "And now?")),
        ],
        parameters: ModelParameters(
          maximumTokens: 200, temperature: 0.5, topP: 0.9, seed: 7, stop: ["END"])),
      wire, model: TypedServer.samplingModel(wire))
    #expect(!reply.text.isEmpty)
  }

  @Test("images, as data and as addresses", arguments: TypedServer.protocols)
  func images(wire: WireProtocol) async throws {
    let address =
      wire == .ollama ? TypedServer.png : "https://example.org/a.png"
    let reply = try await call(
      ModelRequest(messages: [
        user(.text("Two pictures:"), .image(url: TypedServer.png), .image(url: address))
      ]), wire)
    #expect(!reply.text.isEmpty)
  }

  @Test("a tool call, its result and the continuation", arguments: TypedServer.protocols)
  func tools(wire: WireProtocol) async throws {
    var request = ModelRequest(
      messages: [user(.text("Please use the tool."))], tools: [Self.tool],
      allowsParallelToolCalls: false)
    let asked = try await call(request, wire)
    let toolCall = try #require(asked.toolCalls.first)
    #expect(asked.finish == .toolCalls && toolCall.name == "set_reminder")
    #expect(toolCall.argumentsValue?["hour"]?.integer != nil)
    request.messages += [
      ModelMessage(asked),
      user(
        .text("Thank you."), .toolResult(ToolResult(of: toolCall, content: "{\"ok\": true}"))),
    ]
    let answered = try await call(request, wire)
    #expect(!answered.text.isEmpty)
    request.messages = [user(.text("Please use the tool."))]
    for choice in [ToolChoice.automatic, .none, .required, .tool("set_reminder")] {
      request.toolChoice = choice
      _ = try await call(request, wire)
    }
  }

  @Test("a reply that fits a schema", arguments: TypedServer.protocols)
  func schema(wire: WireProtocol) async throws {
    let reply = try await call(
      ModelRequest(
        messages: [user(.text("A reminder, please."))],
        format: .schema(named: "reminder", Self.tool.parameters)), wire)
    let value = try JSONValue(parsing: reply.text)
    #expect(value["hour"]?.integer != nil && value["text"]?.string != nil)
  }

  @Test("reasoning, and its return with the next request", arguments: TypedServer.protocols)
  func reasoning(wire: WireProtocol) async throws {
    var request = ModelRequest(
      messages: [user(.text("Think, please."))],
      parameters: ModelParameters(maximumTokens: 4000, reasoning: .low))
    let model = TypedServer.thinkingModel(wire)
    let thought = try await call(request, wire, model: model)
    if wire != .openAIChat { #expect(!thought.reasoning.isEmpty) }
    request.messages += [ModelMessage(thought), user(.text("Go on."))]
    _ = try await call(request, wire, model: model)
  }

  @Test("cache breakpoints and keys", arguments: TypedServer.protocols)
  func caching(wire: WireProtocol) async throws {
    let request = ModelRequest(
      messages: [
        ModelMessage(
          role: .system,
          parts: [
            .text("Rules."), .cacheBreakpoint(.hour), .text("Person."), .cacheBreakpoint(.minutes),
          ]),
        user(.text("One."), .cacheBreakpoint(.minutes)), ModelMessage(Message(.assistant, "Two.")),
        user(.cacheBreakpoint(.minutes), .text("Three."), .cacheBreakpoint(.minutes)),
      ], cacheKey: "person-7")
    _ = try await call(request, wire)
  }

  @Test(
    "an unknown member is rejected, so acceptance is meaningful", arguments: TypedServer.protocols)
  func control(wire: WireProtocol) async throws {
    let request = ModelRequest(
      messages: [user(.text("Hi"))], parameters: ModelParameters(extra: ["novelty": 1]))
    let error = await #expect(throws: ModelError.self) { try await call(request, wire) }
    #expect(error?.code == .invalidRequest && error?.message.contains("novelty") ?? false)
  }

  @Test("token counts, lists and vectors", arguments: TypedServer.protocols)
  func answers(wire: WireProtocol) async throws {
    let endpoint = TypedServer.endpoint(wire)
    let transport = CurlTransport()
    let models = try await endpoint.models(over: transport)
    #expect(!models.isEmpty)
    let name = TypedServer.model(wire)
    if wire != .ollama {
      let request = ModelRequest(
        messages: [ModelMessage(Message(.system, "Be kind.")), user(.text("Hi"))],
        tools: [Self.tool])
      #expect(try await endpoint.inputTokens(of: request, model: name, over: transport) > 0)
    }
    if wire != .anthropic {
      let vectors = try await endpoint.embeddings(
        of: ["one", "two"], model: TypedServer.embeddingModel(wire), dimensions: 8,
        over: transport)
      #expect(vectors.vectors.count == 2)
    }
  }
}

/// The address of the typed server, and the models that its rules know.
enum TypedServer {
  static let url = ProcessInfo.processInfo.environment["COACHKIT_TYPED_SERVER"]

  /// The protocols that the typed server plays.
  static let protocols = WireProtocol.included.filter { $0 != .geminiInteractions }

  /// An image of one pixel, as a data URL.
  static let png =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  static func endpoint(_ wire: WireProtocol) -> Endpoint {
    let version =
      switch wire {
      case .anthropic, .openAIChat, .openAIResponses: "/v1"
      case .gemini: "/v1beta"
      default: ""
      }
    return Endpoint(.vendor(of: wire), baseURL: "\(url ?? "")\(version)", key: Secret("a-key"))
  }

  static func model(_ wire: WireProtocol, _ name: String? = nil) -> ProviderModel {
    ProviderModel(name ?? model(wire), at: endpoint(wire), over: CurlTransport())
  }

  static func model(_ wire: WireProtocol) -> String {
    switch wire {
    case .anthropic: "claude-haiku-4-5"
    case .openAIChat: "gpt-4.1-mini"
    case .openAIResponses: "gpt-6-luna"
    case .gemini: "gemini-3.8-flash"
    default: "qwen3:8b"
    }
  }

  /// A model that accepts a temperature.
  static func samplingModel(_ wire: WireProtocol) -> String {
    switch wire {
    case .openAIResponses: "gpt-4.1-mini"
    case .gemini: "gemini-2.5-flash"
    default: model(wire)
    }
  }

  /// A model that supports reasoning.
  static func thinkingModel(_ wire: WireProtocol) -> String {
    wire == .openAIChat ? "gpt-6-luna" : model(wire)
  }

  static func embeddingModel(_ wire: WireProtocol) -> String {
    wire == .gemini ? "gemini-embedding-001" : "text-embedding-3-small"
  }
}
