public import CoachModel
import JSON
public import LanguageModels

/// Texts as points in a model's space: texts that mean alike lie close together.
public struct TextEmbeddings: Sendable, Hashable {
  /// One vector for each text, in the order in which they were given, all of one length.
  public var vectors: [[Double]]
  /// What the call consumed; nil when the provider did not say.
  public var usage: TokenUsage?

  /// Creates embeddings.
  public init(vectors: [[Double]], usage: TokenUsage? = nil) {
    self.vectors = vectors
    self.usage = usage
  }
}

extension Endpoint {
  /// Embeds texts with a model. `dimensions` shortens the vectors where the model can.
  ///
  /// Throws ``ModelError`` as a call does, and with code `decoding` when the answer does not hold one
  /// vector for each text. Anthropic has no such models.
  public func embeddings(
    of texts: [String], model: String, dimensions: Int? = nil,
    over transport: any HTTPTransport
  ) async throws(ModelError) -> TextEmbeddings {
    let call: WireCall
    switch profile.wire {
    case .openAIChat, .openAIResponses:
      var body: JSONObject = [
        "model": .string(model), "input": .array(texts.map { .string($0) }),
        "encoding_format": "float",
      ]
      body["dimensions"] = dimensions.map { .integer($0) }
      call = WireCall(path: "embeddings", body: body)
    case .gemini:
      let path = GeminiWire.modelPath(model)
      let requests = texts.map { text -> JSONValue in
        var request: JSONObject = [
          "model": .string(path), "content": ["parts": [["text": .string(text)]]],
        ]
        request["outputDimensionality"] = dimensions.map { .integer($0) }
        return .object(request)
      }
      call = WireCall(path: "\(path):batchEmbedContents", body: ["requests": .array(requests)])
    case .ollama:
      var body: JSONObject = [
        "model": .string(model), "input": .array(texts.map { .string($0) }),
      ]
      body["dimensions"] = dimensions.map { .integer($0) }
      call = WireCall(path: "api/embed", body: body)
    case .anthropic: throw unsupported("embed texts")
    }
    guard !texts.isEmpty else { return TextEmbeddings(vectors: [], usage: .zero) }
    let answer = try await answer(to: post(call, accept: "application/json"), over: transport)
    return try embeddings(in: answer, count: texts.count)
  }

  private func embeddings(in answer: JSONValue, count: Int) throws(ModelError) -> TextEmbeddings {
    let list: [JSONValue]
    let input: JSONValue?
    switch profile.wire {
    case .gemini:
      list = (answer["embeddings"]?.array ?? []).compactMap { $0["values"] }
      input = nil
    case .ollama:
      list = answer["embeddings"]?.array ?? []
      input = answer["prompt_eval_count"]
    case .anthropic, .openAIChat, .openAIResponses:
      // The order is the numbers', not the list's.
      list = (answer["data"]?.array ?? []).enumerated()
        .sorted {
          ($0.element["index"]?.integer ?? $0.offset) < ($1.element["index"]?.integer ?? $1.offset)
        }
        .compactMap { $0.element["embedding"] }
      input = answer["usage"]?["prompt_tokens"]
    }
    let vectors = list.compactMap { $0.array?.compactMap(\.number) }
    let length = vectors.first?.count ?? 0
    guard vectors.count == count, length > 0, vectors.allSatisfy({ $0.count == length }) else {
      throw unexpected("a vector for each of the \(count) texts")
    }
    let usage = TokenUsage.count(input).map { TokenUsage(input: $0, output: 0) }
    return TextEmbeddings(vectors: vectors, usage: usage)
  }
}
