import CoachModel
import Documents
import LanguageModels

/// The wire format of Anthropic's Messages API.
struct AnthropicWire: ProviderWire {
  let name = WireProtocol.anthropic
  let title = "Anthropic's Messages"
  let modelMaker: String? = "anthropic"
  /// The version of the API that requests name.
  var version = AnthropicVersion.october2026

  var headers: [(name: String, value: String)] {
    [(name: "anthropic-version", value: version.rawValue)]
  }

  func authorization(_ key: Secret) -> [(name: String, value: String)] {
    [(name: "x-api-key", value: key.value)]
  }

  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    var call = WireCall(path: "messages", body: ["model": .string(target.model)])
    let request = request.withSchemaInWords(ifNotHeldBy: .anthropic, &call.warnings)
    let thinking = AnthropicThinking(request, capabilities: target.capabilities)
    call.body["max_tokens"] = .integer(thinking.maximumTokens)
    try Self.content(of: request, into: &call)
    call.body["stop_sequences"] =
      request.parameters.stop.isEmpty
      ? nil : .array(request.parameters.stop.map { .string($0) })
    thinking.write(to: &call)
    sample(request.parameters, into: &call)
    Self.serve(request.parameters.serviceTier, into: &call)
    call.body["metadata"] = request.safetyIdentifier.map { ["user_id": .string($0.value)] }
    try Self.format(request.format, into: &call)
    if request.parameters.seed != nil {
      call.warnings.append("Anthropic takes no seed; it was left out")
    }
    call.body["stream"] = true
    return call
  }

  func decoder() -> AnthropicDecoder { AnthropicDecoder() }

  /// Encodes the members that affect a token count.
  static func content(of request: ModelRequest, into call: inout WireCall) throws(ModelError) {
    let request = request.withTurnInUserMessage
    var blocks = AnthropicBlocks(breakpoints: request.cacheBreakpointCount)
    let system = try blocks.system(request.systemMessages)
    if !system.isEmpty { call.body["system"] = .array(system) }
    call.body["messages"] = .array(try blocks.messages(request.conversation))
    call.warnings += blocks.warnings
    guard !request.tools.isEmpty else { return }
    call.body["tools"] = .array(request.tools.map(tool))
    call.body["tool_choice"] = choice(request)
  }

  private static func tool(_ tool: ToolDeclaration) -> JSONValue {
    var object: JSONObject = [
      "name": .string(tool.name), "description": .string(tool.description),
      "input_schema": tool.parameters,
    ]
    if tool.isStrict { object["strict"] = true }
    return .object(object)
  }

  private static func choice(_ request: ModelRequest) -> JSONValue? {
    var choice: JSONObject =
      switch request.toolChoice {
      case .automatic?, nil: ["type": "auto"]
      case .none?: ["type": "none"]
      case .required?: ["type": "any"]
      case .tool(let name)?: ["type": "tool", "name": .string(name)]
      }
    guard let allowsParallel = request.allowsParallelToolCalls,
      request.toolChoice != ToolChoice.none
    else { return request.toolChoice == nil ? nil : .object(choice) }
    choice["disable_parallel_tool_use"] = .bool(!allowsParallel)
    return .object(choice)
  }

  /// Encodes the sampling parameters. Newer versions of the API have none; in older ones a model that reasons accepts no
  /// temperature, and the newest models do not accept both temperature and top-p.
  private func sample(_ parameters: ModelParameters, into call: inout WireCall) {
    guard version.takesSampling else {
      let given = [
        parameters.temperature.map { _ in "temperature" }, parameters.topP.map { _ in "top-p" },
      ].compactMap(\.self)
      if !given.isEmpty {
        call.warnings.append(
          "version \(version.rawValue) of Anthropic's API takes no \(given.joined(separator: " or "));"
            + " it was left out (version \(AnthropicVersion.june2023.rawValue) takes one)")
      }
      return
    }
    let isThinking = call.body["thinking"].map { $0["type"] != "disabled" } ?? false
    if let temperature = parameters.temperature {
      if isThinking {
        call.warnings.append("a model that thinks takes no temperature; it was left out")
      } else {
        // The protocol's scale ends at 1.
        call.body["temperature"] = .number(min(1, temperature))
      }
    }
    guard let topP = parameters.topP else { return }
    if parameters.temperature != nil || isThinking {
      call.warnings.append("top-p was left out: Anthropic takes it alone and without thinking")
    } else {
      call.body["top_p"] = .number(topP)
    }
  }

  /// Encodes the service tier. Fast generation is a member of its own; of the tiers only the use of reserved capacity
  /// can be chosen.
  ///
  /// Source: anthropic 2.14.0, `types/message_create_params.py`; platform.claude.com/docs/en/build-with-claude/fast-mode.
  private static func serve(_ tier: ServiceTier?, into call: inout WireCall) {
    guard let tier else { return }
    switch tier {
    case .fast:
      call.body["speed"] = "fast"
      // Some models require the header, and the others accept it.
      call.headers.append((name: "anthropic-beta", value: "fast-mode-2026-02-01"))
    case .standard: call.body["service_tier"] = "standard_only"
    case .automatic, .priority: call.body["service_tier"] = "auto"
    default:
      call.warnings.append(
        "Anthropic has no service tier '\(tier.rawValue)' for single calls; it was left out")
    }
  }

  private static func format(_ format: ReplyFormat?, into call: inout WireCall) throws(ModelError) {
    switch format {
    case nil: return
    case .json:
      throw ModelError(
        .invalidRequest, "Anthropic can be held to a JSON Schema, but not to JSON of any form",
        advice: "give a schema")
    case .schema(_, let schema, _):
      let narrowed = NarrowedSchema(schema, for: .anthropic)
      call.warnings += narrowed.warnings
      var config = call.body["output_config"]?.object ?? [:]
      config["format"] = ["type": "json_schema", "schema": narrowed.schema]
      call.body["output_config"] = .object(config)
    }
  }
}

extension AnthropicWire {
  func models(after page: String?) -> WireExchange<ModelPage>? {
    let query = page.map { "&after_id=\($0.queryEscaped)" } ?? ""
    return WireExchange(WireCall(get: "models?limit=1000\(query)")) { answer in
      ModelPage(
        answer, next: answer["has_more"]?.bool == true ? answer["last_id"]?.string : nil)
    }
  }

  func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  {
    var call = WireCall(path: "messages/count_tokens", body: ["model": .string(model)])
    let request = request.withSchemaInWords(ifNotHeldBy: .anthropic, &call.warnings)
    try Self.content(of: request, into: &call)
    return WireExchange(call) { TokenUsage.count($0["input_tokens"]) }
  }

  func batchLine(_ body: JSONObject, id: String) -> JSONObject? {
    ["custom_id": .string(id), "params": .object(body)]
  }

  /// The provider looks back 20 content blocks from each breakpoint, and keeps the last four of a request.
  func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? {
    capabilities.cacheMinimum.map {
      PromptCacheRules(
        match: .breakpoints(lookBack: 20, writes: 4), minimum: $0, lifetime: .seconds(300))
    }
  }
}

extension ModelRequest {
  var cacheBreakpointCount: Int {
    messages.reduce(0) { count, message in
      count + message.parts.count { if case .cacheBreakpoint = $0 { true } else { false } }
    }
  }
}
