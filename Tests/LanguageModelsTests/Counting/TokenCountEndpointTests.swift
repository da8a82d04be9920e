import Conversations
import LanguageModels
import Testing

@Suite("A provider counts a request's tokens")
struct TokenCountEndpointTests {
  private let request = ModelRequest(messages: [
    ModelMessage(Message(.system, "Be kind.")), ModelMessage(Message(.user, "Hi")),
  ])

  private func answer(_ text: String, status: Int = 200) -> KeepingTransport {
    KeepingTransport(FixedTransport(status: status, chunks: [Array(text.utf8)]))
  }

  @Test("each in its own form")
  func forms() async throws {
    for (wire, url, system) in [
      (TokenCountEndpoint.Wire.anthropic, "http://h/v1/messages/count_tokens", "Be kind."),
      (.openAI, "http://h/v1/responses/input_tokens", nil),
    ] as [(TokenCountEndpoint.Wire, String, String?)] {
      let transport = answer("{\"input_tokens\": 42}")
      let endpoint = TokenCountEndpoint(wire, baseURL: "http://h/v1/", key: Secret("sk-1"))
      let count = try await endpoint.inputTokens(of: request, model: "m", over: transport)
      #expect(count == 42)
      let sent = try #require(transport.request)
      #expect(sent.url == url && sent.method == "POST")
      let body = try JSONValue(parsing: String(decoding: sent.body, as: UTF8.self))
      #expect(body["model"] == "m" && body["system"]?.string == system)
      #expect(sent.headers.contains { $0.value.contains("sk-1") })
    }
  }

  @Test("an answer without a count, and a refusal, are errors that say so")
  func problems() async {
    let endpoint = TokenCountEndpoint(.anthropic, baseURL: "http://h/v1")
    for (text, status, code) in [
      ("{\"tokens\": 1}", 200, ModelError.Code.decoding), ("<html>", 200, .decoding),
      ("{\"error\": {\"message\": \"bad key\"}}", 401, .authentication),
    ] {
      do throws(ModelError) {
        _ = try await endpoint.inputTokens(
          of: request, model: "m", over: answer(text, status: status))
        Issue.record("\(text) was taken for a count")
      } catch {
        #expect(error.code == code)
      }
    }
  }
}
