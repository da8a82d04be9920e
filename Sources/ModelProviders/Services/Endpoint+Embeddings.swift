import CoachModel
import JSON
public import LanguageModels

extension Endpoint {
  /// Returns the embeddings of texts by a model.
  ///
  /// Throws ``ModelError`` as a call does: with code `invalidRequest` for Anthropic, which has no embedding models,
  /// and with code `decoding` if the response does not hold one vector for each text.
  ///
  /// - Parameter dimensions: The length of the vectors, for models that can shorten them; nil is the model's default.
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

  /// The largest number of a vector: far above those of any model, and small enough that sums of products stay finite.
  private static let largestNumber = 1e6

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
      // The order is that of the indices, not that of the list.
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
    guard vectors.allSatisfy({ $0.allSatisfy { $0.magnitude <= Self.largestNumber } }) else {
      throw unexpected("vectors of numbers up to \(Self.largestNumber)")
    }
    let usage = TokenUsage.count(input).map { TokenUsage(input: $0, output: 0) }
    return TextEmbeddings(vectors: vectors, model: answer["model"]?.string, usage: usage)
  }
}
