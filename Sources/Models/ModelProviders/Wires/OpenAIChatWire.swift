import Documents
import LanguageModels

/// OpenAI's Chat Completions API, as OpenAI and most other servers implement it.
struct OpenAIChatWire: ProviderWire {
  let name = WireProtocol.openAIChat
  let title = "OpenAI's Chat Completions (it usually ends in /v1)"
  /// How the service deviates from OpenAI's own.
  var dialect = ChatDialect()

  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    var call = WireCall(path: "chat/completions", body: ["model": .string(target.model)])
    let request =
      dialect.takesLengthLimits ? request : request.withSchemaInWordsForOpenAI(&call.warnings)
    let marks = dialect.takesCacheKey && OpenAICache.marks(request, for: target.capabilities)
    call.body["messages"] = .array(messages(of: request, for: target, marks: marks))
    call.body["stream"] = true
    if dialect.takesStreamOptions { call.body["stream_options"] = ["include_usage": true] }
    let parameters = request.parameters
    call.body[dialect.maximumTokensName] = parameters.maximumTokens.map { .integer($0) }
    call.body["temperature"] = parameters.temperature.map { .number($0) }
    call.body["top_p"] = parameters.topP.map { .number($0) }
    call.body["seed"] = parameters.seed.map { .integer($0) }
    if !parameters.stop.isEmpty {
      call.body["stop"] = .array(parameters.stop.map { .string($0) })
    }
    Self.reason(parameters.reasoning, dialect: dialect, into: &call)
    call.body["service_tier"] = parameters.serviceTier.map { .string($0.openAIName) }
    if dialect.takesCacheKey {
      call.body["prompt_cache_key"] = request.cacheKey.map { .string($0) }
      call.body["prompt_cache_retention"] = request.cacheRetention.map { .string($0.rawValue) }
    }
    if dialect.takesSafetyIdentifier {
      call.body["safety_identifier"] = request.safetyIdentifier.map { .string($0.value) }
    }
    if marks { call.body["prompt_cache_options"] = OpenAICache.options }
    if !request.tools.isEmpty {
      call.body["tools"] = .array(request.tools.map(Self.tool))
      call.body["tool_choice"] = request.toolChoice.map(Self.choice)
      call.body["parallel_tool_calls"] = request.allowsParallelToolCalls.map { .bool($0) }
    }
    if let form = request.format {
      let narrowed = dialect.takesLengthLimits ? form : form.narrowedForOpenAI(&call.warnings)
      call.body["response_format"] = Self.format(narrowed)
    }
    return call
  }

  private func messages(
    of request: ModelRequest, for target: WireTarget, marks: Bool
  ) -> [JSONValue] {
    let messages =
      dialect.takesLateInstructions
      ? request.messages : request.withTurnInUserMessage.messages
    // OpenAI's models that reason know developer messages; a request must not mix them with system messages.
    let isDeveloper =
      dialect.takesLateInstructions && !request.turnMessages.isEmpty
      && target.capabilities.reasoning.map { $0 != .none } ?? false
    let form = OpenAIChatMessages(
      dialect: dialect, instructionRole: isDeveloper ? "developer" : "system", marks: marks)
    return (marks ? OpenAICache.marked(messages) : messages).flatMap(form.messages)
  }

  func decoder() -> OpenAIChatDecoder { OpenAIChatDecoder() }

  private static func reason(
    _ effort: ReasoningEffort?, dialect: ChatDialect, into call: inout WireCall
  ) {
    guard let effort else { return }
    switch dialect.reasoning {
    case .effort: call.body["reasoning_effort"] = .string(effort.effortWord)
    case .object:
      if case .tokens(let count) = effort {
        call.body["reasoning"] = ["max_tokens": .integer(count)]
      } else {
        call.body["reasoning"] = ["effort": .string(effort.word)]
      }
    case .none: call.warnings.append("this server takes no effort to think; it was left out")
    }
  }

  private static func tool(_ tool: ToolDeclaration) -> JSONValue {
    var function: JSONObject = [
      "name": .string(tool.name), "description": .string(tool.description),
      "parameters": tool.parameters,
    ]
    if tool.isStrict { function["strict"] = true }
    return ["type": "function", "function": .object(function)]
  }

  private static func choice(_ choice: ToolChoice) -> JSONValue {
    if case .tool(let name) = choice {
      ["type": "function", "function": ["name": .string(name)]]
    } else {
      .string(choice.word)
    }
  }

  private static func format(_ format: ReplyFormat) -> JSONValue {
    switch format {
    case .json: ["type": "json_object"]
    case .schema(let name, let schema, let isStrict):
      [
        "type": "json_schema",
        "json_schema": ["name": .string(name), "schema": schema, "strict": .bool(isStrict)],
      ]
    }
  }
}

extension OpenAIChatWire {
  func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  { OpenAIServices.tokenCount(of: request, model: model) }

  func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >? { OpenAIServices.embeddings(of: texts, model: model, dimensions: dimensions) }

  func batchLine(_ body: JSONObject, id: String) -> JSONObject? {
    [
      "custom_id": .string(id), "method": "POST", "url": "/v1/chat/completions",
      "body": .object(body),
    ]
  }

  func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? {
    OpenAIServices.cacheRules(for: capabilities)
  }
}
