import CoachModel
import Documents
import LanguageModels

/// The wire format of Ollama's own `/api/chat`.
struct OllamaWire: ProviderWire {
  let name = WireProtocol.ollama
  let title = "Ollama's API"
  let framing = StreamFraming.lines

  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    var call = WireCall(path: "api/chat", body: ["model": .string(target.model), "stream": true])
    var messages: [JSONValue] = []
    // The chat templates of many models accept a system message only at the start.
    for message in request.withTurnInUserMessage.messages { messages += try Self.messages(message) }
    call.body["messages"] = .array(messages)
    let parameters = request.parameters
    var options: JSONObject = [:]
    options["num_ctx"] = .integer(Self.context(for: request, of: target.capabilities))
    options["num_predict"] = parameters.maximumTokens.map { .integer($0) }
    options["temperature"] = parameters.temperature.map { .number($0) }
    options["top_p"] = parameters.topP.map { .number($0) }
    options["seed"] = parameters.seed.map { .integer($0) }
    if !parameters.stop.isEmpty {
      options["stop"] = .array(parameters.stop.map { .string($0) })
    }
    if !options.isEmpty { call.body["options"] = .object(options) }
    if parameters.serviceTier != nil {
      call.warnings.append("Ollama has no service tiers; it was left out")
    }
    call.body["think"] = parameters.reasoning.map(Self.think)
    switch request.format {
    case nil: break
    case .json?: call.body["format"] = "json"
    case .schema(_, let schema, _)?: call.body["format"] = schema
    }
    if request.toolChoice != ToolChoice.none, !request.tools.isEmpty {
      call.body["tools"] = .array(request.tools.map(Self.tool))
    }
    if request.toolChoice?.isForced ?? false {
      call.warnings.append("Ollama cannot make a model use a tool; it may use one")
    }
    return call
  }

  func decoder() -> OllamaDecoder { OllamaDecoder() }

  /// The smallest context that is asked for.
  private static let minimumContext = 8192
  /// The tokens that are reserved for a reply without a limit.
  private static let usualReply = 4096

  /// Returns the context that the request needs. Without one, the server takes its own, mostly 4,096 tokens, and cuts the start
  /// of a longer prompt without a word. It is a power of two, because every change loads the model again.
  ///
  /// Source: Ollama's documentation of its API (`options.num_ctx`) and of the context length (`OLLAMA_CONTEXT_LENGTH`).
  private static func context(
    for request: ModelRequest, of capabilities: ModelCapabilities
  ) -> Int {
    let limit = ModelParameters.tokenLimits.upperBound
    let reasoning = min(request.parameters.reasoning.map(\.tokenCount) ?? 0, limit)
    let reply = min(request.parameters.maximumTokens ?? usualReply + reasoning, limit)
    // A token has three bytes where the usual four are too many.
    let needed = request.roughInputTokens * 4 / 3 + reply
    var context = minimumContext
    while context < needed, context < 1 << 24 { context *= 2 }
    return min(context, capabilities.context ?? .max)
  }

  /// Encodes the reasoning effort: most models accept a Boolean, some accept levels.
  private static func think(_ effort: ReasoningEffort) -> JSONValue {
    switch effort {
    case .none: false
    case .low, .medium, .high, .other: .string(effort.word)
    case .minimal, .tokens: true
    }
  }

  private static func tool(_ tool: ToolDeclaration) -> JSONValue {
    [
      "type": "function",
      "function": [
        "name": .string(tool.name), "description": .string(tool.description),
        "parameters": tool.parameters,
      ],
    ]
  }

  /// Encodes a message. Tool results become messages of their own.
  private static func messages(_ message: ModelMessage) throws(ModelError) -> [JSONValue] {
    var results: [JSONValue] = []
    var images: [JSONValue] = []
    var calls: [JSONValue] = []
    var thoughts = ""
    for part in message.parts {
      switch part {
      case .image(let url):
        guard let data = DataURL(url) else { throw .image(url, refusedBy: "Ollama") }
        images.append(.string(data.content))
      case .toolCall(let call):
        let function: JSONValue = [
          "name": .string(call.name), "arguments": .object(call.argumentsObject),
        ]
        calls.append(["function": function])
      case .toolResult(let result):
        results.append([
          "role": "tool", "tool_name": .string(result.name), "content": .string(result.content),
        ])
      case .reasoning(let reasoning): thoughts += reasoning.text
      case .text, .refusal, .cacheBreakpoint, .other: break
      }
    }
    let text = message.text
    let isOnlyResults = text.isEmpty && images.isEmpty && !results.isEmpty
    if isOnlyResults { return results }
    var object: JSONObject = ["role": .string(message.role.rawValue), "content": .string(text)]
    if !images.isEmpty { object["images"] = .array(images) }
    if !calls.isEmpty { object["tool_calls"] = .array(calls) }
    if !thoughts.isEmpty { object["thinking"] = .string(thoughts) }
    return results + [.object(object)]
  }
}

extension OllamaWire {
  func models(after page: String?) -> WireExchange<ModelPage>? {
    WireExchange(WireCall(get: "api/tags")) { ModelPage($0) }
  }

  func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >? {
    var body: JSONObject = [
      "model": .string(model), "input": .array(texts.map { .string($0) }),
    ]
    body["dimensions"] = dimensions.map { .integer($0) }
    return WireExchange(WireCall(path: "api/embed", body: body)) { answer in
      TextEmbeddings(
        answer["embeddings"]?.array ?? [], in: answer, input: answer["prompt_eval_count"])
    }
  }
}
