import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("Other requests to providers: token counts, model lists, embeddings")
struct EndpointAnswerTests {
  private let request = ModelRequest(messages: [
    ModelMessage(Message(.system, "Be kind.")), ModelMessage(Message(.user, "Hi")),
  ])

  private func transport(_ text: String, status: Int = 200) -> KeepingTransport {
    KeepingTransport(FixedTransport(status: status, chunks: [Array(text.utf8)]))
  }

  private func endpoint(_ profile: EndpointProfile) -> Endpoint {
    Endpoint(profile, baseURL: "http://h/v1/", key: Secret("planted-key"))
  }

  @Test("each provider counts in its own format")
  func counts() async throws {
    for (profile, path, answer, probe) in [
      (EndpointProfile.anthropic, "messages/count_tokens", "input_tokens", "system"),
      (.openAI, "responses/input_tokens", "input_tokens", "instructions"),
      (.gemini, "models/m:countTokens", "totalTokens", "generateContentRequest"),
    ] {
      let transport = transport("{\"\(answer)\": 42}")
      let count = try await endpoint(profile).inputTokens(of: request, model: "m", over: transport)
      #expect(count == 42)
      let sent = try #require(transport.requests.first)
      #expect(sent.url == "http://h/v1/\(path)" && sent.method == "POST")
      #expect(sent.headers.contains { $0.value.contains("planted-key") })
      #expect(try JSONValue(parsing: sent.body)[probe] != nil)
    }
  }

  @Test("an answer without a count, and a refusal, are clear errors")
  func problems() async {
    for (profile, text, status, code) in [
      (EndpointProfile.anthropic, "{\"tokens\": 1}", 200, ModelError.Code.decoding),
      (.anthropic, "<html>", 200, .decoding), (.ollama, "{}", 200, .invalidRequest),
      (.anthropic, "{\"error\": {\"message\": \"bad key\"}}", 401, .authentication),
    ] {
      do throws(ModelError) {
        _ = try await endpoint(profile).inputTokens(
          of: request, model: "m", over: transport(text, status: status))
        Issue.record("\(text) was taken for a count")
      } catch {
        #expect(error.code == code)
      }
    }
  }

  @Test(
    "lists of models",
    arguments: [
      (
        EndpointProfile.anthropic, "models?limit=1000",
        #"{"data":[{"id":"c","max_input_tokens":9,"max_tokens":3}],"has_more":false}"#,
        [ListedModel(name: "c", context: 9, output: 3)]
      ),
      (
        .compatible, "models",
        #"{"object":"list","data":[{"id":"a"},{"id":"b","meta":{"n_ctx":8}}]}"#,
        [ListedModel(name: "a"), ListedModel(name: "b", context: 8)]
      ),
      (
        .together, "models", #"[{"id":"a","context_length":5}]"#,
        [ListedModel(name: "a", context: 5)]
      ),
      (
        .gemini, "models?pageSize=1000",
        #"{"models":[{"name":"models/g","inputTokenLimit":7,"outputTokenLimit":2}]}"#,
        [ListedModel(name: "g", context: 7, output: 2)]
      ),
      (.ollama, "api/tags", #"{"models":[{"name":"l:1b"}]}"#, [ListedModel(name: "l:1b")]),
    ])
  func lists(profile: EndpointProfile, path: String, answer: String, models: [ListedModel])
    async throws
  {
    let transport = transport(answer)
    try await expect(endpoint(profile).models(over: transport), equals: models)
    #expect(transport.requests.map(\.url) == ["http://h/v1/\(path)"])
    #expect(transport.requests.allSatisfy { $0.method == "GET" && $0.body.isEmpty })
  }

  @Test("a long list is read page by page, up to a maximum")
  func pages() async throws {
    let transport = transport(#"{"data":[{"id":"m"}],"has_more":true,"last_id":"m&1"}"#)
    let models = try await endpoint(.anthropic).models(over: transport)
    #expect(models.count == 50 && transport.requests.count == 50)
    #expect(transport.requests[1].url.hasSuffix("&after_id=m%261"))
  }

  @Test(
    "vectors are returned in the order of the texts",
    arguments: [
      (
        EndpointProfile.compatible, "embeddings",
        #"{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}],"usage":{"prompt_tokens":5}}"#,
        Optional(5)
      ),
      (
        .gemini, "models/m:batchEmbedContents",
        #"{"embeddings":[{"values":[1,2]},{"values":[3,4]}]}"#, nil
      ),
      (
        .ollama, "api/embed", #"{"embeddings":[[1,2],[3,4]],"prompt_eval_count":5}"#, Optional(5)
      ),
    ])
  func vectors(profile: EndpointProfile, path: String, answer: String, tokens: Int?) async throws {
    let transport = transport(answer)
    let embeddings = try await endpoint(profile).embeddings(
      of: ["a", "b"], model: "m", dimensions: 2, over: transport)
    #expect(embeddings.vectors == [[1, 2], [3, 4]])
    #expect(embeddings.usage?.input == tokens)
    #expect(transport.requests.map(\.url) == ["http://h/v1/\(path)"])
  }

  @Test("a missing vector is an error; no texts need no call")
  func missingVectors() async throws {
    let error = await #expect(throws: ModelError.self) {
      try await endpoint(.compatible).embeddings(
        of: ["a", "b"], model: "m",
        over: transport(#"{"data":[{"index":0,"embedding":[1]}]}"#))
    }
    #expect(error?.code == .decoding)
    let unused = transport("")
    for number in ["1e39", "-1e300", "1000001"] {
      let error = await #expect(throws: ModelError.self) {
        try await endpoint(.compatible).embeddings(
          of: ["a"], model: "m",
          over: transport(#"{"data":[{"index":0,"embedding":[1,\#(number)]}]}"#))
      }
      #expect(error?.code == .decoding)
    }
    let none = try await endpoint(.compatible).embeddings(of: [], model: "m", over: unused)
    #expect(none.vectors.isEmpty && unused.requests.isEmpty)
  }
}
