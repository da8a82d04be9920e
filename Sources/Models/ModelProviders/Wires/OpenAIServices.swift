import CoachModel
import Documents
import LanguageModels

/// What is the same in both of OpenAI's protocols.
enum OpenAIServices {
  static func tokenCount(of request: ModelRequest, model: String) -> WireExchange<Int> {
    var call = WireCall(path: "responses/input_tokens", body: ["model": .string(model)])
    OpenAIResponsesWire.content(of: request, into: &call)
    return WireExchange(call) { TokenUsage.count($0["input_tokens"]) }
  }

  static func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  > {
    var body: JSONObject = [
      "model": .string(model), "input": .array(texts.map { .string($0) }),
      "encoding_format": "float",
    ]
    body["dimensions"] = dimensions.map { .integer($0) }
    return WireExchange(WireCall(path: "embeddings", body: body)) { answer in
      // The order is that of the indices, not that of the list.
      let list = (answer["data"]?.array ?? []).enumerated()
        .sorted {
          ($0.element["index"]?.integer ?? $0.offset) < ($1.element["index"]?.integer ?? $1.offset)
        }
        .map { $0.element["embedding"] }
      return TextEmbeddings(list, in: answer, input: answer["usage"]?["prompt_tokens"])
    }
  }

  static func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? {
    guard let minimum = capabilities.cacheMinimum else { return nil }
    switch capabilities.caching {
    case .breakpoints?:
      // The provider compares breakpoints only, and the client also marks the two user messages before a marked one.
      return PromptCacheRules(
        match: .breakpoints(lookBack: 4, writes: 4), minimum: minimum, lifetime: .seconds(1800),
        takesLateInstructions: true)
    case .automatic?:
      return PromptCacheRules(
        match: .longestPrefix(step: 128), minimum: minimum, lifetime: .seconds(300),
        takesLateInstructions: true)
    case nil: return nil
    }
  }
}

extension TextEmbeddings {
  /// Reads vectors from an answer; anything that is no vector is left out, and then the count is wrong.
  ///
  /// - Parameter input: The member with the number of tokens.
  init(_ list: [JSONValue?], in answer: JSONValue, input: JSONValue? = nil) {
    self.init(
      vectors: list.compactMap { $0?.array?.compactMap(\.number) },
      model: answer["model"]?.string,
      usage: TokenUsage.count(input).map { TokenUsage(input: $0, output: 0) })
  }
}
