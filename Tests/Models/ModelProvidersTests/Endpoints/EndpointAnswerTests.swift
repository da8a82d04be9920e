import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Synchronization
import Testing
import TestKit

/// A server whose lists of models have pages.
private final class PagedModels: HTTPTransport {
  private let answer: @Sendable (_ page: Int) -> String
  private let sent = Mutex<[String]>([])

  init(_ answer: @escaping @Sendable (_ page: Int) -> String) { self.answer = answer }

  var urls: [String] { sent.withLock { $0 } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let page: Int = sent.withLock {
      $0.append(request.url)
      return $0.count - 1
    }
    return try await FixedTransport(chunks: [Array(answer(page).utf8)]).send(request)
  }
}

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
      (.geminiInteractions, "models/m:countTokens", "totalTokens", "generateContentRequest"),
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
      (
        .geminiInteractions, "models?pageSize=1000",
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
    let endless = PagedModels { page in
      #"{"data":[{"id":"m\#(page)"}],"has_more":true,"last_id":"m&\#(page)"}"#
    }
    let models = try await endpoint(.anthropic).models(over: endless)
    #expect(models.count == 50 && endless.urls.count == 50)
    #expect(endless.urls[1].hasSuffix("&after_id=m%260"))
  }

  @Test("a page that was read already, and one with nothing new, ends the list")
  func repeatedPages() async throws {
    // The cursor repeats at once, or after two pages, or never.
    for (cursors, texts, requests) in [
      (["a"], ["a"], 2), (["x", "y"], ["a", "b", "c", "d"], 3),
      (["1", "2", "3", "4"], ["a", "b"], 3),
    ] {
      let paged = PagedModels { page in
        let name = texts[page % texts.count]
        let cursor = cursors[page % cursors.count]
        return #"{"data":[{"id":"\#(name)"}],"has_more":true,"last_id":"\#(cursor)"}"#
      }
      let names = try await endpoint(.anthropic).models(over: paged).map(\.name)
      #expect(names == Array(texts.prefix(3)) && paged.urls.count == requests)
    }
  }

  @Test(
    "an empty list, and names of several forms",
    arguments: [
      (#"{"object":"list","data":null}"#, []), (#"{"models":null}"#, []), (#"{"data":[]}"#, []),
      (#"{"data":null,"models":[{"name":"a"}]}"#, ["a"]), ("[]", []), (#"["a","b"]"#, ["a", "b"]),
      (#"{"data":[{"id":"a"},{"id":"a"},{"id":""},{},null,{"id":"","model":"b"}]}"#, ["a", "b"]),
    ] as [(String, [String])])
  func emptyLists(answer: String, names: [String]) async throws {
    let models = try await endpoint(.compatible).models(over: transport(answer))
    #expect(models.map(\.name) == names)
  }

  @Test(
    "an error with the status of success is quoted",
    arguments: [
      (
        #"{"code":"InvalidApiKey","message":"No such key."}"#, "No such key.",
        ModelError.Code.authentication
      ),
      (
        #"{"errors":[{"code":7003,"message":"Which route?"}],"success":false}"#, "Which route?",
        .overloaded
      ),
      (#"{"base_resp":{"status_code":1004,"status_msg":"login"}}"#, "login", .authentication),
    ])
  func successfulErrors(answer: String, words: String, code: ModelError.Code) async {
    let error = await #expect(throws: ModelError.self) {
      try await endpoint(.compatible).models(over: transport(answer))
    }
    #expect(error?.code == code && error?.message == "http://h answers: \(words)")
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
        .geminiInteractions, "models/m:batchEmbedContents",
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
