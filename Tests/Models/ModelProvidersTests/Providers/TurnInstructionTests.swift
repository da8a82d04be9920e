import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing

/// Instructions after the conversation: what the app says about one reply.
@Suite("Instructions for the turn in every protocol")
struct TurnInstructionTests {
  private static let request = ModelRequest(
    messages: [
      ModelMessage(Message(.system, "Be kind.")), ModelMessage(Message(.user, "Hello.")),
      ModelMessage(Message(.assistant, "Hi.")),
      ModelMessage(role: .user, parts: [.text("So."), .cacheBreakpoint(.minutes)]),
      ModelMessage(Message(.system, "<turn>Close now.</turn>")),
    ])

  private static func reasoning(_ kind: String) throws -> CapabilityTable {
    try CapabilityTable(
      parsing: Array(
        """
        {"format": 1, "updated": "2026-11-21", "models": [
          {"provider": "openai", "prefix": "m", "reasoning": "\(kind)", "source": "test"}]}
        """.utf8))
  }

  @Test("Anthropic gets them in the last user message, after the breakpoint")
  func anthropic() async throws {
    let (body, _, _) = try await sent(Self.request, .anthropic)
    #expect(body["system"] == [["type": "text", "text": "Be kind."]])
    #expect(
      body["messages"]?.array?.last == [
        "role": "user",
        "content": [
          ["type": "text", "text": "So.", "cache_control": ["type": "ephemeral"]],
          ["type": "text", "text": "\n\n<turn>Close now.</turn>"],
        ],
      ])
  }

  @Test("Gemini and Ollama get them at the end of the last user message")
  func userMessage() async throws {
    let (gemini, _, _) = try await sent(Self.request, .gemini)
    #expect(gemini["systemInstruction"] == ["parts": [["text": "Be kind."]]])
    #expect(
      gemini["contents"]?.array?.last == [
        "role": "user", "parts": [["text": "So."], ["text": "\n\n<turn>Close now.</turn>"]],
      ])
    let (interactions, _, _) = try await sent(Self.request, .geminiInteractions)
    #expect(interactions["system_instruction"] == "Be kind.")
    #expect(
      interactions["input"]?.array?.last == [
        "type": "user_input",
        "content": [
          ["type": "text", "text": "So."],
          ["type": "text", "text": "\n\n<turn>Close now.</turn>"],
        ],
      ])
    let (ollama, _, _) = try await sent(Self.request, .ollama)
    #expect(
      ollama["messages"]?.array?.last == [
        "role": "user", "content": "So.\n\n<turn>Close now.</turn>",
      ])
  }

  @Test("a compatible server gets them in the user message, since its model may reject late ones")
  func compatible() async throws {
    let (body, _, _) = try await sent(Self.request, .compatible)
    let roles = body["messages"]?.array?.map { $0["role"]?.string }
    #expect(roles == ["system", "user", "assistant", "user"])
    #expect(body["messages"]?.array?.last?["content"] == "So.\n\n<turn>Close now.</turn>")
  }

  @Test("OpenAI gets a message of its own, a developer message if the model reasons")
  func openAI() async throws {
    let (chat, _, _) = try await sent(
      Self.request, .openAIChat, knowing: try Self.reasoning("effort"))
    let roles = chat["messages"]?.array?.map { $0["role"]?.string }
    #expect(roles == ["developer", "user", "assistant", "user", "developer"])
    let (old, _, _) = try await sent(Self.request, .openAIChat, knowing: Self.reasoning("none"))
    #expect(
      old["messages"]?.array?.last == ["role": "system", "content": "<turn>Close now.</turn>"])
    let (responses, _, _) = try await sent(Self.request, .openAI)
    #expect(responses["instructions"] == "Be kind.")
    #expect(
      responses["input"]?.array?.last == [
        "type": "message", "role": "developer",
        "content": [["type": "input_text", "text": "<turn>Close now.</turn>"]],
      ])
  }

  @Test("without a conversation they are the message that the model answers")
  func opening() async throws {
    let request = ModelRequest(
      messages: [
        ModelMessage(Message(.system, "Be kind.")), ModelMessage(Message(.system, "Begin.")),
      ])
    let (body, _, _) = try await sent(request, .anthropic)
    #expect(body["system"] == [["type": "text", "text": "Be kind."]])
    #expect(
      body["messages"] == [["role": "user", "content": [["type": "text", "text": "Begin."]]]])
  }

  @Test("a system message within the conversation still comes first")
  func within() async throws {
    var request = Self.request
    request.messages.append(ModelMessage(Message(.user, "And?")))
    let (body, _, _) = try await sent(request, .anthropic)
    #expect(body["system"]?.array?.count == 2)
  }
}

@Suite("Cache breakpoints for OpenAI")
struct OpenAICacheTests {
  private static let mark: JSONValue = ["mode": "explicit"]

  private static func table(_ cache: String) throws -> CapabilityTable {
    try CapabilityTable(
      parsing: Array(
        """
        {"format": 1, "updated": "2026-11-21", "models": [
          {"provider": "openai", "prefix": "m", "cache": "\(cache)", "cache_minimum": 1024, "source": "test"}]}
        """.utf8))
  }

  private static func request(_ turns: Int) -> ModelRequest {
    var messages = [
      ModelMessage(role: .system, parts: [.text("Rules."), .cacheBreakpoint(.minutes)])
    ]
    for turn in 1...turns {
      messages.append(ModelMessage(Message(.user, "u\(turn)")))
      if turn < turns { messages.append(ModelMessage(Message(.assistant, "a\(turn)"))) }
    }
    messages[messages.count - 1].parts.append(.cacheBreakpoint(.minutes))
    messages.append(ModelMessage(Message(.system, "<turn>Go.</turn>")))
    return ModelRequest(messages: messages)
  }

  /// The texts that carry a mark, in order.
  private static func marked(_ messages: [JSONValue]) -> [String] {
    messages.flatMap { message in
      (message["content"]?.array ?? []).compactMap { part in
        part["prompt_cache_breakpoint"] == mark ? part["text"]?.string : nil
      }
    }
  }

  @Test("models that match at breakpoints get them, also where the last requests had theirs")
  func marks() async throws {
    let (chat, _, _) = try await sent(
      Self.request(4), .openAIChat, knowing: Self.table("breakpoints"))
    #expect(chat["prompt_cache_options"] == Self.mark)
    #expect(Self.marked(chat["messages"]?.array ?? []) == ["Rules.", "u2", "u3", "u4"])
    let (responses, _, _) = try await sent(
      Self.request(4), .openAI, knowing: Self.table("breakpoints"))
    #expect(responses["prompt_cache_options"] == Self.mark)
    #expect(responses["instructions"] == nil, "that member cannot carry a breakpoint")
    #expect(Self.marked(responses["input"]?.array ?? []) == ["Rules.", "u2", "u3", "u4"])
  }

  @Test("other models and other servers get none, since they reject the member")
  func none() async throws {
    for (profile, table) in [
      (EndpointProfile.openAIChat, try Self.table("automatic")),
      (.openAI, try Self.table("automatic")), (.openAIChat, .empty),
      (.compatible, try Self.table("breakpoints")), (.openRouter, try Self.table("breakpoints")),
    ] {
      let (body, _, _) = try await sent(Self.request(3), profile, knowing: table)
      #expect(body["prompt_cache_options"] == nil)
      #expect(!body.text().contains("prompt_cache_breakpoint"))
    }
  }

  @Test("the built-in table has breakpoints from GPT-5.6 on")
  func table() {
    func caching(_ model: String) -> ModelCapabilities.Caching? {
      CapabilityTable.builtIn.capabilities(of: model, provider: "openai").caching
    }
    for model in ["gpt-5.6-luna", "gpt-6-luna", "gpt-6.1-sol", "gpt-6.2-astra"] {
      #expect(caching(model) == .breakpoints, "\(model)")
    }
    for model in ["gpt-4o", "gpt-4.1", "gpt-5", "gpt-5.5-pro"] {
      #expect(caching(model) == .automatic, "\(model)")
    }
  }
}
