import Documents
import LanguageModels

/// The wire format of Gemini's Interactions API, the successor of `generateContent`. Nothing is stored at the provider:
/// every request contains the whole conversation as steps.
///
/// Source: google-genai 3.6.1, `_gaos/types/interactions`; ai.google.dev/gemini-api/docs/interactions.
struct GeminiInteractionsWire: ProviderWire {
  let name = WireProtocol.geminiInteractions
  let title = "Gemini's Interactions"
  let modelMaker: String? = "gemini"
  /// The revision with steps; without the header the service may answer in the older form, with contents.
  let headers = [(name: "api-revision", value: "2026-05-20")]

  func authorization(_ key: Secret) -> [(name: String, value: String)] {
    GeminiWire().authorization(key)
  }

  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    var call = WireCall(path: "interactions", body: ["model": .string(target.model)])
    let conversation = request.withTurnInUserMessage
    let system = conversation.systemMessages.map(\.text).joined(separator: "\n\n")
    if !system.isEmpty { call.body["system_instruction"] = .string(system) }
    var steps: [JSONValue] = []
    for message in conversation.conversation {
      steps += try GeminiInteractionsSteps.steps(message)
    }
    call.body["input"] = .array(steps)
    if !request.tools.isEmpty { call.body["tools"] = .array(request.tools.map(Self.tool)) }
    let config = Self.configuration(request, warnings: &call.warnings)
    if !config.isEmpty { call.body["generation_config"] = .object(config) }
    call.body["response_format"] = request.format.map(Self.format)
    call.body["service_tier"] = request.parameters.serviceTier.map { .string($0.geminiName) }
    call.body["store"] = false
    call.body["stream"] = true
    return call
  }

  func decoder() -> GeminiInteractionsDecoder { GeminiInteractionsDecoder() }

  private static func tool(_ tool: ToolDeclaration) -> JSONValue {
    [
      "type": "function", "name": .string(tool.name), "description": .string(tool.description),
      "parameters": tool.parameters,
    ]
  }

  private static func configuration(_ request: ModelRequest, warnings: inout [String])
    -> JSONObject
  {
    let parameters = request.parameters
    var config: JSONObject = [:]
    config["max_output_tokens"] = parameters.maximumTokens.map { .integer($0) }
    config["temperature"] = parameters.temperature.map { .number($0) }
    config["top_p"] = parameters.topP.map { .number($0) }
    config["seed"] = parameters.seed.map { .integer($0) }
    if !parameters.stop.isEmpty {
      config["stop_sequences"] = .array(parameters.stop.map { .string($0) })
    }
    if let effort = parameters.reasoning {
      // The protocol has levels only, and the lowest is not off.
      let isOff = effort.effortWord == "none"
      if isOff {
        warnings.append("Gemini's Interactions cannot turn thinking off; 'minimal' is used")
      }
      config["thinking_level"] = .string(isOff ? "minimal" : effort.effortWord)
      config["thinking_summaries"] = .string(isOff ? "none" : "auto")
    }
    if !request.tools.isEmpty { config["tool_choice"] = request.toolChoice.map(choice) }
    return config
  }

  private static func choice(_ choice: ToolChoice) -> JSONValue {
    switch choice {
    case .automatic: "auto"
    case .none: "none"
    case .required: "any"
    case .tool(let name): ["allowed_tools": ["mode": "any", "tools": [.string(name)]]]
    }
  }

  private static func format(_ format: ReplyFormat) -> JSONValue {
    var object: JSONObject = ["type": "text", "mime_type": "application/json"]
    if case .schema(_, let schema, _) = format { object["schema"] = schema }
    return .object(object)
  }
}

extension GeminiInteractionsWire {
  // What is not about interactions is the same in both of Gemini's protocols.

  func models(after page: String?) -> WireExchange<ModelPage>? { GeminiWire().models(after: page) }

  func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  { try GeminiWire().tokenCount(of: request, model: model) }

  func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >? { GeminiWire().embeddings(of: texts, model: model, dimensions: dimensions) }

  func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? {
    GeminiWire().cacheRules(for: capabilities)
  }
}
