import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing

@Suite("Services known by name")
struct KnownServiceTests {
  @Test("every service is found by its name, and names are unique")
  func names() {
    for profile in EndpointProfile.known {
      #expect(EndpointProfile.named(profile.name)?.name == profile.name)
    }
  }

  @Test("a service that needs a key has a variable for it, and the page that issues it")
  func keys() {
    for profile in EndpointProfile.known where profile.needsKey {
      #expect(!profile.keyVariables.isEmpty && profile.keyPage != nil, "\(profile.name)")
    }
  }

  @Test(
    "the deviations from Chat Completions are applied to the request",
    arguments: [
      ("openai-chat", "max_completion_tokens", true),
      ("azure", "max_completion_tokens", true), ("openrouter", "max_tokens", true),
      ("groq", "max_completion_tokens", false), ("mistral", "max_tokens", false),
      ("deepseek", "max_tokens", true), ("together", "max_tokens", false),
      ("vllm", "max_tokens", true),
    ] as [(String, String, Bool)])
  func dialects(name: String, limit: String, asksForUsage: Bool) async throws {
    let profile = try #require(EndpointProfile.named(name))
    let request = ModelRequest(
      messages: greeting.messages, parameters: ModelParameters(maximumTokens: 9))
    let body = try await sent(request, profile, model: "m").body
    #expect(body[limit] == 9)
    #expect((body["stream_options"] != nil) == asksForUsage)
  }

  @Test("the headers that a service requires are sent with calls and model lists")
  func headers() async throws {
    let profile = EndpointProfile(
      name: "acme", wire: Wires.openAIChat(), baseURL: "https://api.acme.example/v1",
      headers: ["X-Acme-Version": "2"])
    let call = try await sent(greeting, profile, model: "small-1").call
    #expect(call.headers.contains { $0 == ("X-Acme-Version", "2") })
    let list = KeepingTransport(FixedTransport(chunks: [Array(#"{"data":[{"id":"a"}]}"#.utf8)]))
    _ = try await Endpoint(profile).models(over: list)
    #expect(list.requests.map(\.url) == ["https://api.acme.example/v1/models"])
    #expect(list.requests.allSatisfy { $0.headers.contains { $0 == ("X-Acme-Version", "2") } })
  }
}
