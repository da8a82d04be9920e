import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("Reasoning effort by provider")
struct ReasoningRequestTests {
  private func body(
    _ effort: ReasoningEffort, _ profile: EndpointProfile, model: String = "m",
    maximum: Int? = nil, temperature: Double? = nil
  ) async throws -> JSONValue {
    let parameters = ModelParameters(
      maximumTokens: maximum, temperature: temperature, reasoning: effort)
    return try await sent(
      ModelRequest(messages: greeting.messages, parameters: parameters), profile, model: model,
      knowing: Self.table
    ).body
  }

  private static let table: CapabilityTable = {
    let text = """
      {"format": 1, "models": [
        {"provider": "anthropic", "prefix": "old", "reasoning": "budget"},
        {"provider": "anthropic", "prefix": "new", "reasoning": "adaptive"},
        {"provider": "gemini", "prefix": "old", "reasoning": "budget"},
        {"provider": "gemini", "prefix": "new", "reasoning": "level"},
        {"provider": "openai", "prefix": "new", "reasoning": "effort"}
      ]}
      """
    return (try? CapabilityTable(parsing: Array(text.utf8))) ?? .empty
  }()

  @Test("Anthropic accepts token counts for older models and keywords for newer ones")
  func anthropic() async throws {
    let old = try await body(.low, .anthropic, model: "old-1", maximum: 4000, temperature: 1)
    #expect(old["thinking"] == ["type": "enabled", "budget_tokens": 2000], "half for the reply")
    #expect(old["temperature"] == nil, "thinking takes no temperature")
    let free = try await body(.high, .anthropic, model: "old-1")
    #expect(free["max_tokens"] == 20_480 && free["thinking"]?["budget_tokens"] == 16_384)
    let number = try await body(.tokens(1400), .anthropic, model: "old-1", maximum: 1500)
    #expect(number["thinking"]?["budget_tokens"] == 1400)
    for maximum in [500, 1500] {
      let tight = try await body(.high, .anthropic, model: "old-1", maximum: maximum)
      #expect(tight["thinking"] == nil && tight["max_tokens"]?.integer == maximum)
    }
    for (effort, maximum, tokens) in [
      (Int.max, nil, 1_004_096), (.max, Int.max, .max), (.min, .min, .min), (.max, 0, 0),
    ] as [(Int, Int?, Int)] {
      let extreme = try await body(.tokens(effort), .anthropic, model: "old-1", maximum: maximum)
      #expect(extreme["max_tokens"]?.integer == tokens)
    }
    let new = try await body(.other("xhigh"), .anthropic, model: "new-1")
    #expect(new["thinking"] == ["type": "adaptive"])
    #expect(new["output_config"] == ["effort": "xhigh"])
    try await expect(body(.none, .anthropic)["thinking"], equals: ["type": "disabled"])
  }

  @Test("OpenAI accepts keywords; its reasoning models accept no temperature")
  func openAI() async throws {
    let chat = try await body(.tokens(9000), .openAIChat, model: "new", temperature: 0.2)
    #expect(chat["reasoning_effort"] == "medium" && chat["temperature"] == nil)
    let responses = try await body(.minimal, .openAI, model: "new")
    #expect(responses["reasoning"] == ["effort": "minimal", "summary": "auto"])
    #expect(responses["include"] == ["reasoning.encrypted_content"])
  }

  @Test("OpenRouter, Gemini and Ollama have their own formats")
  func others() async throws {
    try await expect(body(.tokens(512), .openRouter)["reasoning"], equals: ["max_tokens": 512])
    try await expect(body(.high, .openRouter)["reasoning"], equals: ["effort": "high"])
    let old = try await body(.low, .gemini, model: "old")["generationConfig"]
    #expect(old?["thinkingConfig"] == ["includeThoughts": true, "thinkingBudget": 2048])
    let new = try await body(.tokens(100), .gemini, model: "new")["generationConfig"]
    #expect(new?["thinkingConfig"] == ["includeThoughts": true, "thinkingLevel": "MINIMAL"])
    let steps = try await body(.other("xhigh"), .geminiInteractions)["generation_config"]
    #expect(steps == ["thinking_level": "xhigh", "thinking_summaries": "auto"])
    let least = try await body(.none, .geminiInteractions)["generation_config"]
    #expect(least == ["thinking_level": "minimal", "thinking_summaries": "none"])
    try await expect(body(.none, .ollama)["think"], equals: false)
    try await expect(body(.high, .ollama)["think"], equals: "high")
  }
}
