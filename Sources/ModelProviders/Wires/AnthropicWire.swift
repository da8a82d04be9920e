import JSON
import LanguageModels

/// The wire format of Anthropic's Messages API.
enum AnthropicWire: ProviderWire {
  static func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    var call = WireCall(path: "messages", body: ["model": .string(target.model)])
    let thinking = AnthropicThinking(request, capabilities: target.capabilities)
    call.body["max_tokens"] = .integer(thinking.maximumTokens)
    try content(of: request, into: &call)
    call.body["stop_sequences"] =
      request.parameters.stop.isEmpty
      ? nil : .array(request.parameters.stop.map { .string($0) })
    thinking.write(to: &call)
    sample(request.parameters, into: &call)
    try format(request.format, into: &call)
    if request.parameters.seed != nil {
      call.warnings.append("Anthropic takes no seed; it was left out")
    }
    call.body["stream"] = true
    return call
  }

  static func decoder(for target: WireTarget) -> AnthropicDecoder { AnthropicDecoder() }

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

  /// Encodes the sampling parameters. A model that reasons accepts no temperature, and the newest models do not
  /// accept both temperature and top-p.
  private static func sample(_ parameters: ModelParameters, into call: inout WireCall) {
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

extension ModelRequest {
  var cacheBreakpointCount: Int {
    messages.reduce(0) { count, message in
      count + message.parts.count { if case .cacheBreakpoint = $0 { true } else { false } }
    }
  }
}
