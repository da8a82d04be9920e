import CoachModel
import Documents
import LanguageModels

/// Decodes the events of Anthropic's Messages API. Unknown types of events, blocks and deltas are ignored or kept as
/// they are, because the protocol reserves the right to add some.
struct AnthropicDecoder: ReplyDecoder {
  private struct Block {
    /// The provider's number of the block.
    var index: Int
    var part: Int
    /// The whole block, for kinds that only the provider understands.
    var item: JSONObject?
    /// The input in the block's start event, used if no deltas follow.
    var input: String?
  }

  private var blocks: [Block] = []
  private var usage = AnthropicUsage()
  private var reason: FinishReason?
  private(set) var isDone = false

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    let type = json["type"]
    if json.isString(type, "content_block_delta") {
      add(json["delta"], of: json.integer(json["index"]), in: json, into: &events)
    } else if json.isString(type, "content_block_start") {
      open(json["content_block"], at: json.integer(json["index"]), in: json, into: &events)
    } else if json.isString(type, "content_block_stop") {
      close(json.integer(json["index"]), into: &events)
    } else if json.isString(type, "message_start") {
      let message = json["message"]
      events.start(
        id: json.string(json["id", in: message]), model: json.string(json["model", in: message]))
      use(json["usage", in: message], in: json, into: &events)
      end(message, in: json, into: &events)
    } else if json.isString(type, "message_delta") {
      use(json["usage"], in: json, into: &events)
      end(json["delta"], in: json, into: &events)
    } else if json.isString(type, "message_stop") {
      isDone = true
    } else if json.isString(type, "message") {
      whole(json, into: &events)
    } else if json.isString(type, "error") {
      throw ProviderProblem(json) ?? ProviderProblem(message: "an error without a reason")
    } else if json["error"] != nil, let problem = ProviderProblem(json) {
      throw problem
    }
  }

  mutating func finish(into events: inout ReplyAssembler) {
    // Some gateways omit the ends of blocks.
    for block in blocks { close(block.index, into: &events) }
    if let reason { events.finish(reason) }
  }

  // MARK: Blocks

  private mutating func open(
    _ block: JSONIndex.Node?, at index: Int?, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    let index = index ?? blocks.count
    let type = json.string(json["type", in: block]) ?? "unknown"
    switch type {
    case "text":
      let part = append(index, as: .text, into: &events)
      events.add(.text(events.text(json["text", in: block], in: json) ?? ""), to: part)
    case "thinking":
      let part = append(index, as: .reasoning, into: &events)
      events.add(.reasoning(json.string(json["thinking", in: block]) ?? ""), to: part)
    case "redacted_thinking":
      let part = append(index, as: .reasoning, into: &events)
      let data = json.string(json["data", in: block]) ?? ""
      events.add(.signature(data, isHidden: true), to: part)
    case "tool_use":
      let kind = ModelPartKind.toolCall(
        id: json.string(json["id", in: block]) ?? events.newCallID(),
        name: json.string(json["name", in: block]) ?? "")
      append(index, as: kind, into: &events)
      blocks[blocks.count - 1].input = json.source(json["input", in: block])
    default:
      append(index, as: .other(type), into: &events)
      blocks[blocks.count - 1].item = json.value(block)?.object
    }
  }

  @discardableResult
  private mutating func append(
    _ index: Int, as kind: ModelPartKind, into events: inout ReplyAssembler
  )
    -> Int
  {
    let part = events.open(kind)
    blocks.append(Block(index: index, part: part))
    return part
  }

  private mutating func add(
    _ delta: JSONIndex.Node?, of index: Int?, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    let type = json["type", in: delta]
    let position = blocks.lastIndex { $0.index == index }
    if json.isString(type, "text_delta") {
      let text = events.text(json["text", in: delta], in: json) ?? ""
      events.add(.text(text), to: part(at: position, index: index, kind: .text, into: &events))
    } else if json.isString(type, "input_json_delta") {
      guard let position, let more = events.piece(json["partial_json", in: delta], in: json),
        !more.isEmpty
      else { return }
      if blocks[position].item == nil {
        blocks[position].input = nil
        events.add(.arguments(more), to: blocks[position].part)
      } else {
        blocks[position].input = blocks[position].input ?? ""
        blocks[position].input?.append(more)
      }
    } else if json.isString(type, "thinking_delta") {
      let text = events.piece(json["thinking", in: delta], in: json) ?? ""
      events.add(
        .reasoning(text), to: part(at: position, index: index, kind: .reasoning, into: &events))
    } else if json.isString(type, "signature_delta") {
      let signature = json.string(json["signature", in: delta]) ?? ""
      events.add(
        .signature(signature), to: part(at: position, index: index, kind: .reasoning, into: &events)
      )
    }
  }

  /// Returns the part of a block, starting it if its start event was omitted.
  private mutating func part(
    at position: Int?, index: Int?, kind: ModelPartKind, into events: inout ReplyAssembler
  ) -> Int {
    position.map { blocks[$0].part } ?? append(index ?? blocks.count, as: kind, into: &events)
  }

  private mutating func close(_ index: Int?, into events: inout ReplyAssembler) {
    guard let position = blocks.lastIndex(where: { $0.index == index }) else { return }
    let block = blocks.remove(at: position)
    if var item = block.item {
      if let input = block.input, let value = try? JSONValue(parsing: input) {
        item["input"] = value
      }
      events.add(.other(JSONValue.object(item).text()), to: block.part)
    } else if let input = block.input, input != "{}" {
      events.add(.arguments(input), to: block.part)
    }
    events.close(block.part)
  }

  // MARK: The end

  /// Reads a whole message of a server that does not stream.
  private mutating func whole(_ json: borrowing JSONIndex, into events: inout ReplyAssembler) {
    events.start(id: json.string(json["id"]), model: json.string(json["model"]))
    for (index, block) in json.elements(json["content"]).enumerated() {
      open(block, at: index, in: json, into: &events)
      close(index, into: &events)
    }
    use(json["usage"], in: json, into: &events)
    end(json.root, in: json, into: &events)
    isDone = true
  }

  private mutating func use(
    _ counts: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard counts != nil else { return }
    usage.add(counts, in: json)
    events.use(ReportedUsage(usage.total))
  }

  private mutating func end(
    _ message: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard let word = json.string(json["stop_reason", in: message]), !word.isEmpty else { return }
    reason =
      switch word {
      case "end_turn", "stop_sequence": .stop
      case "max_tokens": .length
      case "tool_use": .toolCalls
      case "pause_turn": .pause
      case "refusal": .refusal
      case "model_context_window_exceeded": .contextFull
      default: .other(word)
      }
    events.noteReason()
    let details = json["stop_details", in: message]
    if let explanation = json.string(json["explanation", in: details]) {
      let category = json.string(json["category", in: details]).map { " (\($0))" } ?? ""
      events.warn("the provider explains the end\(category): \(explanation)")
    }
  }
}

/// Anthropic's token counts. Each report replaces the counts that it contains and keeps the others; a zero replaces nothing,
/// since gateways send it where they do not know the count.
struct AnthropicUsage {
  private var input: Int?
  private var cacheReads: Int?
  private var cacheWrites: Int?
  private var hourCacheWrites: Int?
  private var output: Int?
  private var reasoning: Int?
  private var tier: ServiceTier?

  mutating func add(_ counts: JSONIndex.Node?, in json: borrowing JSONIndex) {
    Self.update(&input, json.count(json["input_tokens", in: counts]))
    Self.update(&cacheReads, json.count(json["cache_read_input_tokens", in: counts]))
    Self.update(&cacheWrites, json.count(json["cache_creation_input_tokens", in: counts]))
    Self.update(
      &hourCacheWrites,
      json.count(json["ephemeral_1h_input_tokens", in: json["cache_creation", in: counts]]))
    Self.update(&output, json.count(json["output_tokens", in: counts]))
    updateTier(counts, in: json)
    Self.update(
      &reasoning, json.count(json["thinking_tokens", in: json["output_tokens_details", in: counts]])
    )
  }

  private mutating func updateTier(_ counts: JSONIndex.Node?, in json: borrowing JSONIndex) {
    // The speed has a price of its own, whatever the tier.
    if json.isString(json["speed", in: counts], "fast") {
      tier = .fast
    } else if tier != .fast {
      tier = json.tier(json["service_tier", in: counts]) ?? tier
    }
  }

  private static func update(_ count: inout Int?, _ new: Int?) {
    if let new, new > 0 || count == nil { count = new }
  }

  /// The usage with one total for the prompt: the provider counts its cached parts separately.
  var total: TokenUsage {
    TokenUsage(
      input: TokenUsage.sum(TokenUsage.sum(input, cacheReads ?? 0), cacheWrites ?? 0),
      cachedInput: cacheReads, cacheWrites: cacheWrites, hourCacheWrites: hourCacheWrites,
      output: output, reasoning: reasoning, tier: tier)
  }
}

extension JSONIndex {
  /// Returns a token count as a server states it.
  func count(_ node: Node?) -> Int? { TokenUsage.count(integer(node)) }

  /// Returns the service tier that a server names.
  func tier(_ node: Node?) -> ServiceTier? {
    string(node).flatMap { $0.isEmpty ? nil : ServiceTier(rawValue: $0.lowercased()) }
  }
}
