import CoachModel
import Documents
import LanguageModels

/// OpenAI's Responses API. Nothing is stored at the provider: every request contains the whole conversation, with
/// encrypted reasoning.
struct OpenAIResponsesWire: ProviderWire {
  let name = WireProtocol.openAIResponses
  let title = "OpenAI's Responses"
  let modelMaker: String? = "openai"

  private static let minimumOutputLimit = 16

  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    var call = WireCall(path: "responses", body: ["model": .string(target.model)])
    let marks = OpenAICache.marks(request, for: target.capabilities)
    Self.content(of: request, marks: marks, into: &call)
    if marks { call.body["prompt_cache_options"] = OpenAICache.options }
    let parameters = request.parameters
    if let maximum = parameters.maximumTokens {
      call.body["max_output_tokens"] = .integer(max(Self.minimumOutputLimit, maximum))
      if maximum < Self.minimumOutputLimit {
        call.warnings.append(
          "OpenAI's Responses take no limit under \(Self.minimumOutputLimit) tokens")
      }
    }
    call.body["temperature"] = parameters.temperature.map { .number($0) }
    call.body["top_p"] = parameters.topP.map { .number($0) }
    call.body["service_tier"] = parameters.serviceTier.map { .string($0.openAIName) }
    call.body["prompt_cache_key"] = request.cacheKey.map { .string($0) }
    call.body["prompt_cache_retention"] = request.cacheRetention.map { .string($0.rawValue) }
    call.body["safety_identifier"] = request.safetyIdentifier.map { .string($0.value) }
    if !parameters.stop.isEmpty {
      call.warnings.append("OpenAI's Responses take no texts to stop at; they were left out")
    }
    if parameters.seed != nil {
      call.warnings.append("OpenAI's Responses take no seed; it was left out")
    }
    call.body["store"] = false
    // Models without reasoning reject a request for it.
    let thinks = target.capabilities.reasoning.map { $0 != .none } ?? (parameters.reasoning != nil)
    if thinks { call.body["include"] = ["reasoning.encrypted_content"] }
    call.body["stream"] = true
    return call
  }

  func decoder() -> OpenAIResponsesDecoder { OpenAIResponsesDecoder() }

  /// Encodes the members that affect a token count, and cache breakpoints if `marks` is set.
  static func content(of request: ModelRequest, marks: Bool = false, into call: inout WireCall) {
    let request = request.withSchemaInWordsForOpenAI(&call.warnings)
    var messages = marks ? OpenAICache.marked(request.messages) : request.messages
    // The member for instructions cannot carry a breakpoint.
    if !marks, messages.first?.role == .system {
      call.body["instructions"] = .string(messages.removeFirst().text)
    }
    call.body["input"] = .array(
      messages.flatMap { OpenAIResponsesItems.items($0, marks: marks) })
    if !request.tools.isEmpty {
      call.body["tools"] = .array(request.tools.map(tool))
      call.body["tool_choice"] = request.toolChoice.map(choice)
      call.body["parallel_tool_calls"] = request.allowsParallelToolCalls.map { .bool($0) }
    }
    if let form = request.format {
      call.body["text"] = ["format": Self.format(form.narrowedForOpenAI(&call.warnings))]
    }
    if let effort = request.parameters.reasoning {
      call.body["reasoning"] = ["effort": .string(effort.effortWord), "summary": "auto"]
    }
  }

  private static func tool(_ tool: ToolDeclaration) -> JSONValue {
    [
      "type": "function", "name": .string(tool.name), "description": .string(tool.description),
      "parameters": tool.parameters, "strict": .bool(tool.isStrict),
    ]
  }

  private static func choice(_ choice: ToolChoice) -> JSONValue {
    if case .tool(let name) = choice {
      ["type": "function", "name": .string(name)]
    } else {
      .string(choice.word)
    }
  }

  private static func format(_ format: ReplyFormat) -> JSONValue {
    switch format {
    case .json: ["type": "json_object"]
    case .schema(let name, let schema, let isStrict):
      [
        "type": "json_schema", "name": .string(name), "schema": schema, "strict": .bool(isStrict),
      ]
    }
  }
}

extension OpenAIResponsesWire {
  func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  { OpenAIServices.tokenCount(of: request, model: model) }

  func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >? { OpenAIServices.embeddings(of: texts, model: model, dimensions: dimensions) }

  func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? {
    OpenAIServices.cacheRules(for: capabilities)
  }
}
