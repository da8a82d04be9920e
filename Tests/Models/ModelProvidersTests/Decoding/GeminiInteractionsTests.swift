import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("Replies of Gemini's Interactions API")
struct GeminiInteractionsTests {
  private func outcome(_ name: String) async throws -> (reply: ModelReply, error: ModelError?) {
    let fixtures = try StreamFixture.all(of: .geminiInteractions)
    let fixture = try #require(fixtures.first { $0.name == "documented-\(name).sse" })
    let (events, error) = await fixture.outcome(in: [fixture.bytes])
    return (events.reduce(into: ModelReply()) { $0.add($1) }, error)
  }

  @Test(
    "text and the reason of the end",
    arguments: [
      ("text", "Pick one small habit and keep it. 🌱", FinishReason.stop),
      ("text-crlf", "Pick one small habit.", .stop),
      ("thought", "Walk ten minutes.", .stop), ("no-done", "No mark.", .stop),
      ("status-only", "Only a status.", .stop), ("text-in-start", "Whole and more.", .stop),
      ("no-step-start", "Without a start.", .stop), ("image", "A picture: done.", .stop),
      ("unknown", "Still here.", .stop), ("max-tokens", "The first of many", .length),
      ("max-tokens-in-thought", "", .length), ("requires-continuation", "To be", .pause),
      ("budget-exceeded", "As far as", .other("budget_exceeded")),
      ("unknown-status", "Enough.", .other("tea_break")),
      ("interleaved", "One more", .toolCalls),
    ])
  func endings(name: String, text: String, finish: FinishReason) async throws {
    let (reply, error) = try await outcome(name)
    #expect(error == nil && reply.text == text && reply.finish == finish)
    #expect(reply.start.wire == .geminiInteractions)
  }

  @Test(
    "errors, with what came before",
    arguments: [
      ("error-first", ModelError.Code.rateLimit, ""), ("error-midway", .overloaded, "Let us"),
      ("failed", .overloaded, "Let us"), ("output-error", .overloaded, ""),
      ("safety", .contentFilter, "One way is"), ("blocked-prompt", .contentFilter, ""),
      ("cut-before-completed", .truncated, "Cut here"), ("cut-in-event", .truncated, "Slow"),
    ])
  func problems(name: String, code: ModelError.Code, text: String) async throws {
    let (reply, error) = try await outcome(name)
    #expect(error?.code == code && reply.text == text && reply.finish == nil)
  }

  @Test("tool calls: whole at their start, in pieces, without arguments, several")
  func calls() async throws {
    let split = try await outcome("function-call").reply
    #expect(split.finish == .toolCalls && split.warnings == [])
    #expect(
      split.toolCalls == [
        ToolCall(id: "c7k2m9xq", name: "set_reminder", arguments: #"{"habit":"walk","hour":7}"#)
      ])
    let whole = try await outcome("function-call-whole").reply
    #expect(whole.toolCalls == split.toolCalls && whole.finish == .toolCalls)
    let empty = try await outcome("function-call-no-arguments").reply
    #expect(empty.toolCalls.first?.argumentsObject.isEmpty == true && empty.toolCalls.count == 1)
    let several = try await outcome("function-calls-after-text").reply
    #expect(several.text == "Setting both.")
    #expect(several.toolCalls.map(\.id) == ["c7k2m9xq", "p4v8n1ts"])
  }

  @Test("a thought is sent back with its signature, with or without a summary")
  func thoughts() async throws {
    for (name, summary) in [
      ("thought", "**Reading the week**\n\nThey are tired.\n\n**Choosing**\n\nLess is more."),
      ("thought-without-summary", ""), ("thought-in-start", "They are tired."),
    ] {
      let reply = try await outcome(name).reply
      #expect(reply.reasoning == summary)
      let request = ModelRequest(messages: [
        ModelMessage(Message(.user, "Hi")), ModelMessage(reply),
        ModelMessage(Message(.user, "Go on.")),
      ])
      let body = try await sent(request, .geminiInteractions).body
      let thought = try #require(body["input"]?.array?.dropFirst().first)
      #expect(thought["type"] == "thought" && thought["signature"]?.string?.isEmpty == false)
      #expect((thought["summary"] != nil) == !summary.isEmpty)
    }
  }

  @Test("usage: thoughts are output, cached and tool tokens are input")
  func usage() async throws {
    let thought = try await outcome("thought").reply.usage
    #expect(thought?.input == 30 && thought?.output == 101 && thought?.reasoning == 96)
    let cached = try await outcome("cached").reply.usage
    #expect(cached?.input == 5200 && cached?.cachedInput == 4096 && cached?.output == 4)
    let tools = try await outcome("code-execution").reply.usage
    #expect(tools?.input == 90 && tools?.output == 66)
    // A reply that was cut has the counts of its last piece.
    let cut = try await outcome("usage-in-deltas")
    #expect(cut.error?.code == .truncated && cut.reply.usage?.output == 3)
  }

  @Test("the steps of Google's own tools are kept as items, complete")
  func items() async throws {
    let reply = try await outcome("code-execution").reply
    let items = reply.parts.compactMap { if case .other(let item) = $0 { item } else { nil } }
    #expect(items.map(\.type) == ["code_execution_call", "code_execution_result"])
    let call = try #require(items.first)
    expect(call.json, contains: #""id":"e1""#)
    expect(call.json, contains: "print(7 * 20)")
    #expect(reply.text == "140 minutes in a week.")
  }
}
