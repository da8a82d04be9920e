import CoachModel
import Documents
import LanguageModels

/// The wire format of Gemini's `generateContent` and `streamGenerateContent`.
struct GeminiWire: ProviderWire {
  let name = WireProtocol.gemini
  let title = "Gemini's API"
  let modelMaker: String? = "gemini"
  let operation = "generate_content"

  func authorization(_ key: Secret) -> [(name: String, value: String)] {
    [(name: "x-goog-api-key", value: key.value)]
  }

  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    // Without `alt=sse` the response is one JSON list, written at the end.
    var call = WireCall(
      path: "\(Self.escaped(Self.modelPath(target.model))):streamGenerateContent?alt=sse",
      body: [:])
    try Self.content(of: request, into: &call)
    Self.configure(request, capabilities: target.capabilities, into: &call)
    // Source: google-genai 3.6.1, `models.py`.
    call.body["serviceTier"] = request.parameters.serviceTier.map { .string($0.geminiName) }
    return call
  }

  func decoder() -> GeminiDecoder { GeminiDecoder() }

  /// Returns the path of a model: the prefix `models/`, which lists of models include, is added unless the name has a
  /// slash.
  static func modelPath(_ model: String) -> String {
    model.contains("/") ? model : "models/\(model)"
  }

  /// Returns the path of a model without characters that would end the path of a URL.
  private static func escaped(_ path: String) -> String {
    path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"?#%".utf8.contains($0) }
      ? path : path.split(separator: "/").map { String($0).queryEscaped }.joined(separator: "/")
  }

  /// Encodes the members that affect a token count.
  static func content(of request: ModelRequest, into call: inout WireCall) throws(ModelError) {
    let request = request.withTurnInUserMessage
    let system = request.systemMessages.map { JSONValue.object(["text": .string($0.text)]) }
    if !system.isEmpty { call.body["systemInstruction"] = ["parts": .array(system)] }
    var contents: [JSONValue] = []
    for message in request.conversation {
      let parts = try GeminiParts.parts(message)
      guard !parts.isEmpty else { continue }
      let role = message.role == .assistant ? "model" : "user"
      contents.append(["role": .string(role), "parts": .array(parts)])
    }
    call.body["contents"] = .array(contents)
    guard !request.tools.isEmpty else { return }
    let tools = request.tools.map { tool -> JSONValue in
      [
        "name": .string(tool.name), "description": .string(tool.description),
        "parametersJsonSchema": tool.parameters,
      ]
    }
    call.body["tools"] = [["functionDeclarations": .array(tools)]]
    if let choice = request.toolChoice {
      call.body["toolConfig"] = ["functionCallingConfig": Self.choice(choice)]
    }
  }

  private static func choice(_ choice: ToolChoice) -> JSONValue {
    switch choice {
    case .automatic: ["mode": "AUTO"]
    case .none: ["mode": "NONE"]
    case .required: ["mode": "ANY"]
    case .tool(let name): ["mode": "ANY", "allowedFunctionNames": [.string(name)]]
    }
  }

  private static func configure(
    _ request: ModelRequest, capabilities: ModelCapabilities, into call: inout WireCall
  ) {
    let parameters = request.parameters
    var config: JSONObject = [:]
    config["maxOutputTokens"] = parameters.maximumTokens.map { .integer($0) }
    config["temperature"] = parameters.temperature.map { .number($0) }
    config["topP"] = parameters.topP.map { .number($0) }
    config["seed"] = parameters.seed.map { .integer($0) }
    if !parameters.stop.isEmpty {
      config["stopSequences"] = .array(parameters.stop.map { .string($0) })
    }
    switch request.format {
    case nil: break
    case .json?: config["responseMimeType"] = "application/json"
    case .schema(_, let schema, _)?:
      config["responseMimeType"] = "application/json"
      config["responseJsonSchema"] = schema
    }
    config["thinkingConfig"] = parameters.reasoning.map { thinking($0, capabilities: capabilities) }
    if !config.isEmpty { call.body["generationConfig"] = .object(config) }
  }

  /// Encodes the reasoning effort. Older models expect a token budget, newer ones a level; the two must not be
  /// combined.
  private static func thinking(_ effort: ReasoningEffort, capabilities: ModelCapabilities)
    -> JSONValue
  {
    let isCounted: Bool =
      switch capabilities.reasoning {
      case .budget?: true
      case nil: if case .tokens = effort { true } else { effort == .none }
      default: false
      }
    let shows: JSONValue = .bool(effort != .none)
    return isCounted
      ? ["includeThoughts": shows, "thinkingBudget": .integer(effort.tokenCount)]
      : ["includeThoughts": shows, "thinkingLevel": .string(effort.effortWord.uppercased())]
  }
}

extension GeminiWire {
  func models(after page: String?) -> WireExchange<ModelPage>? {
    let query = page.map { "&pageToken=\($0.queryEscaped)" } ?? ""
    return WireExchange(WireCall(get: "models?pageSize=1000\(query)")) { answer in
      ModelPage(
        answer, next: answer["nextPageToken"]?.string.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  {
    let path = Self.modelPath(model)
    var content = WireCall(path: "", body: ["model": .string(path)])
    try Self.content(of: request, into: &content)
    let call = WireCall(
      path: "\(Self.escaped(path)):countTokens",
      body: ["generateContentRequest": .object(content.body)])
    return WireExchange(call) { TokenUsage.count($0["totalTokens"]) }
  }

  func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >? {
    let path = Self.modelPath(model)
    let requests = texts.map { text -> JSONValue in
      var request: JSONObject = [
        "model": .string(path), "content": ["parts": [["text": .string(text)]]],
      ]
      request["outputDimensionality"] = dimensions.map { .integer($0) }
      return .object(request)
    }
    let call = WireCall(
      path: "\(Self.escaped(path)):batchEmbedContents", body: ["requests": .array(requests)])
    return WireExchange(call) { answer in
      TextEmbeddings((answer["embeddings"]?.array ?? []).map { $0["values"] }, in: answer)
    }
  }

  func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? {
    capabilities.cacheMinimum.map {
      PromptCacheRules(match: .longestPrefix(step: 1), minimum: $0, lifetime: .seconds(300))
    }
  }
}
