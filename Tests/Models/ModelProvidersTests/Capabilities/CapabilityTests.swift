import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing

@Suite("Capabilities of models")
struct CapabilityTests {
  private func table(_ models: String) throws -> CapabilityTable {
    try CapabilityTable(parsing: Array("{\"format\": 1, \"models\": [\(models)]}".utf8))
  }

  @Test("the built-in table is valid and contains the current models")
  func builtIn() {
    let table = CapabilityTable.builtIn
    let haiku = table.capabilities(of: "claude-haiku-4-5-20251001", provider: "anthropic")
    #expect(haiku.context == 200_000 && haiku.takesImages == true)
    #expect(table.capabilities(of: "gpt-6-luna", provider: "openai").takesSchema == true)
    #expect(table.capabilities(of: "gemini-3.8-flash", provider: "gemini").context != nil)
    #expect(table.capabilities(of: "llama-9", provider: "vllm") == ModelCapabilities())
  }

  @Test("the longest prefix counts, and an aggregator's name leads to the vendor's entry")
  func prefixes() throws {
    let table = try table(
      """
      {"provider": "openai", "prefix": "gpt", "context": 1},
      {"provider": "openai", "prefix": "gpt-6", "context": 2},
      {"provider": "anthropic", "prefix": "gpt-6", "context": 3}
      """)
    func context(_ name: String, _ provider: String) -> Int? {
      table.capabilities(of: name, provider: provider).context
    }
    #expect(context("gpt-6-x", "openai") == 2 && context("gpt-5", "openai") == 1)
    #expect(context("o9", "openai") == nil && context("gpt-6", "anthropic") == 3)
    #expect(context("openai/gpt-6-x", "openrouter") == 2 && context("gpt-6", "openrouter") == nil)
    let own = try self.table("{\"provider\": \"openai\", \"prefix\": \"gpt-6\", \"context\": 9}")
    #expect(
      table.overridden(by: own).capabilities(of: "gpt-6", provider: "openai").context == 9)
  }

  @Test(
    "an error in a table names its entry",
    arguments: [
      ("{\"prefix\": \"x\"}", "entry 1 has no provider"),
      ("{\"provider\": \"p\", \"prefix\": \"x\", \"imgs\": true}", "no member 'imgs'"),
      ("{\"provider\": \"p\", \"prefix\": \"x\", \"images\": 1}", "'images' is true or false"),
      ("{\"provider\": \"p\", \"prefix\": \"x\", \"context\": -1}", "'context' is a number"),
      ("{\"provider\": \"p\", \"prefix\": \"x\", \"reasoning\": \"much\"}", "'reasoning' is"),
    ])
  func mistakes(models: String, message: String) {
    let error = #expect(throws: ModelError.self) { try table(models) }
    #expect(error?.message.contains(message) ?? false)
  }

  @Test("an optional setting that a model does not support is dropped with a warning")
  func leftOut() async throws {
    let table = try table(
      """
      {"provider": "openai", "prefix": "m", "sampling": false, "seed": false, "stop": false,
       "output": 50, "forced_tools": false, "reasoning": "none"}
      """)
    let request = ModelRequest(
      messages: greeting.messages,
      parameters: ModelParameters(
        maximumTokens: 99, temperature: 1, topP: 1, seed: 1, stop: ["x"], reasoning: .high),
      tools: [ToolDeclaration(name: "t", description: "")], toolChoice: .required)
    let (body, _, _) = try await sent(request, .openAIChat, knowing: table)
    for name in ["temperature", "top_p", "seed", "stop", "reasoning_effort"] {
      #expect(body[name] == nil, "\(name)")
    }
    #expect(body["max_completion_tokens"] == 50 && body["tool_choice"] == "auto")
    let end = "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\n"
    let model = ProviderModel(
      "m", at: Endpoint(.openAIChat), over: FixedTransport(chunks: [Array(end.utf8)]),
      knowing: table)
    let reply = try await model.stream(request).reply()
    #expect(reply.warnings.filter { $0.hasPrefix("m ") }.count == 7)
  }

  @Test("an essential setting that a model does not support is an error before the request")
  func refused() async throws {
    let table = try table(
      """
      {"provider": "openai", "prefix": "m", "images": false, "tools": false, "schema": false,
       "prefill": false}
      """)
    let user = greeting.messages
    for request in [
      ModelRequest(messages: [ModelMessage(role: .user, parts: [.image(url: "http://a/b.png")])]),
      ModelRequest(messages: user, tools: [ToolDeclaration(name: "t", description: "")]),
      ModelRequest(messages: user, format: .schema(named: "s", [:])),
      ModelRequest(messages: user + [ModelMessage(Message(.assistant, "I"))]),
    ] {
      let (_, call, error) = try await sent(request, .openAIChat, knowing: table)
      #expect(error?.code == .invalidRequest && call.url.isEmpty)
    }
  }
}
