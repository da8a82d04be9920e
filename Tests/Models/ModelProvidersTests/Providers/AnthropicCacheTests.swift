import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing

@Suite("Cache breakpoints for Anthropic")
struct AnthropicCacheTests {
  private static let end = """
    data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}

    data: {"type":"message_stop"}


    """

  private func marks(_ messages: [ModelMessage]) async throws -> (
    marks: [String: JSONValue], warnings: [String]
  ) {
    let transport = KeepingTransport(
      FixedTransport(chunks: [Array(Self.end.utf8)]))
    let model = ProviderModel(
      "m", at: Endpoint(.anthropic, baseURL: "http://h/v1"), over: transport, knowing: .empty)
    let reply = try await model.stream(ModelRequest(messages: messages)).reply()
    let body = try JSONValue(parsing: try #require(transport.requests.first).body)
    let blocks =
      (body["system"]?.array ?? [])
      + (body["messages"]?.array ?? []).flatMap { $0["content"]?.array ?? [] }
    let marks = blocks.compactMap { block in
      block["cache_control"].map { (block["text"]?.string ?? "", $0) }
    }
    return (Dictionary(marks) { $1 }, reply.warnings)
  }

  private func message(_ role: Role, _ parts: ModelPart...) -> ModelMessage {
    ModelMessage(role: role, parts: parts)
  }

  @Test("a breakpoint marks the block before it, even across messages")
  func places() async throws {
    let (marks, warnings) = try await marks([
      message(.system, .text("rules"), .cacheBreakpoint(.hour), .text("person")),
      message(.user, .text("hello"), .cacheBreakpoint(.minutes)),
      message(.assistant, .text("hi")),
      message(.user, .cacheBreakpoint(.minutes), .text("so")),
    ])
    #expect(
      marks == [
        "rules": ["type": "ephemeral", "ttl": "1h"], "hello": ["type": "ephemeral"],
        "hi": ["type": "ephemeral"],
      ])
    #expect(warnings == [])
  }

  @Test("of more than four the last four are kept, with a warning")
  func limit() async throws {
    let parts = (1...6).flatMap { [ModelPart.text("\($0)"), .cacheBreakpoint(.minutes)] }
    let (marks, warnings) = try await marks([ModelMessage(role: .user, parts: parts)])
    #expect(marks.keys.sorted() == ["3", "4", "5", "6"])
    #expect(warnings.count == 1)
  }

  @Test("an hour after five minutes becomes five minutes, since the provider would reject it")
  func order() async throws {
    let (marks, warnings) = try await marks([
      message(
        .user, .text("a"), .cacheBreakpoint(.minutes), .text("b"), .cacheBreakpoint(.hour))
    ])
    #expect(marks["b"] == ["type": "ephemeral"])
    #expect(warnings.count == 1)
  }
}
