import CoachModel
import Documents
import LanguageModels

/// Decodes the events of OpenAI's Responses API. Of its many kinds only those with new content are handled; the
/// others repeat what is known or report progress at the provider.
struct OpenAIResponsesDecoder: ReplyDecoder {
  /// The identity of an output item: its index or, for servers that give none (llama.cpp), its ID. The index takes
  /// precedence, because some gateways give an item a different ID in every event.
  private enum ItemKey: Equatable {
    case number(Int)
    case id(String)
  }

  /// A part of the output that is being written.
  private struct Piece {
    var item: ItemKey
    /// The index within the item; only text parts are indexed.
    var content: Int
    var kind: ModelPartKind
    var part: Int
    var hasDelta = false
  }

  private var pieces: [Piece] = []
  private var hasCalls = false
  private var hasRefusal = false
  private var reason: FinishReason?
  /// The indices of items by their IDs, for servers that state the index of an item only at its start.
  private var numbers: [String: Int] = [:]
  /// The index of the item that started last.
  private var current: Int?

  var isDone: Bool { reason != nil }

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    let type = json["type"]
    if json.isString(type, "response.output_text.delta") {
      write(json, as: .text, into: &events) { .text($0) }
    } else if json.isString(type, "response.function_call_arguments.delta") {
      write(json, as: nil, into: &events) { .arguments($0) }
    } else if json.isString(type, "response.reasoning_summary_text.delta")
      || json.isString(type, "response.reasoning_text.delta")
    {
      write(json, as: .reasoning, into: &events) { .reasoning($0) }
    } else if json.isString(type, "response.refusal.delta") {
      hasRefusal = true
      write(json, as: .refusal, into: &events) { .refusal($0) }
    } else if let type = json.string(type) {
      try decode(rare: type, in: json, into: &events)
    } else if json.isString(json["object"], "response") {
      // A whole response, of a server that does not stream.
      try complete(
        json.root, isComplete: !json.isString(json["status"], "incomplete"), in: json, into: &events
      )
    } else if let problem = ProviderProblem(json) {
      throw problem
    }
  }

  mutating func finish(into events: inout ReplyAssembler) {
    if let reason { events.finish(reason) }
  }

  private mutating func decode(
    rare type: String, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) throws(ProviderProblem) {
    switch type {
    case "response.created", "response.in_progress", "response.queued":
      start(json["response"], in: json, into: &events)
    case "response.output_item.added":
      if let number = json.integer(json["output_index"]) {
        current = number
        if let id = json.string(json["id", in: json["item"]]) { numbers[id] = number }
      }
      begin(json["item"], in: json, into: &events)
    case "response.output_item.done": end(json["item"], in: json, into: &events)
    case "response.reasoning_summary_part.added":
      // The parts of a summary are paragraphs.
      guard json.integer(json["summary_index"]) ?? 0 > 0,
        let position = position(of: json, as: .reasoning)
      else { return }
      events.add(.reasoning("\n\n"), to: pieces[position].part)
    case "response.output_text.done": endText(json["text"], as: .text, in: json, into: &events)
    case "response.refusal.done": endText(json["refusal"], as: .refusal, in: json, into: &events)
    case "response.completed", "response.incomplete":
      try complete(
        json["response"], isComplete: type == "response.completed", in: json, into: &events)
    case "response.failed":
      let response = json.value(json["response"])
      throw response.flatMap { ProviderProblem($0) }
        ?? ProviderProblem(message: "the reply failed; no reason is given")
    case "error":
      throw ProviderProblem(json) ?? ProviderProblem(message: "an error without a reason")
    default: break
    }
  }

  /// Takes the end of a response, with its output if nothing of it was streamed.
  private mutating func complete(
    _ response: JSONIndex.Node?, isComplete: Bool, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) throws(ProviderProblem) {
    start(response, in: json, into: &events)
    // A gateway may have streamed the reasoning alone.
    let (hasContent, hasAnswer) = (events.hasContent, events.hasAnswer)
    for item in json.elements(json["output", in: response])
    where !hasContent || !hasAnswer && json.isString(json["type", in: item], "message") {
      write(whole: item, in: json, into: &events)
    }
    use(response, in: json, into: &events)
    let status = json["status", in: response]
    if json.isString(status, "failed") || json.isString(status, "cancelled") {
      throw json.value(response).flatMap { ProviderProblem($0) }
        ?? ProviderProblem(message: "the reply failed; no reason is given")
    }
    reason = Self.reason(
      json.string(json["reason", in: json["incomplete_details", in: response]]),
      isComplete: isComplete && !json.isString(status, "incomplete"), hasCalls: hasCalls,
      hasRefusal: hasRefusal)
    events.noteReason()
  }

  private static func reason(
    _ word: String?, isComplete: Bool, hasCalls: Bool, hasRefusal: Bool
  ) -> FinishReason {
    switch word {
    case "max_output_tokens"?: .length
    case "content_filter"?: .contentFilter
    case let word?: .other(word)
    case nil where !isComplete: .other("incomplete")
    case nil: hasCalls ? .toolCalls : hasRefusal ? .refusal : .stop
    }
  }

  private func start(
    _ response: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    events.start(
      id: json.string(json["id", in: response]),
      model: json.string(json["model", in: response] ?? json["model"]))
  }

  private func use(
    _ response: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    let counts = json["usage", in: response]
    let input = json["input_tokens_details", in: counts]
    let output = json["output_tokens_details", in: counts]
    events.use(
      ReportedUsage(
        TokenUsage(
          input: json.count(json["input_tokens", in: counts]),
          cachedInput: json.count(json["cached_tokens", in: input]),
          cacheWrites: json.count(json["cache_write_tokens", in: input]),
          output: json.count(json["output_tokens", in: counts]),
          reasoning: json.count(json["reasoning_tokens", in: output]),
          tier: json.tier(json["service_tier", in: response])),
        total: json.count(json["total_tokens", in: counts])))
  }

  // MARK: Items

  /// Starts an item. Text starts with its first delta instead.
  private mutating func begin(
    _ item: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    begin(item, as: key(json), in: json, into: &events)
  }

  private mutating func begin(
    _ item: JSONIndex.Node?, as key: ItemKey, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    let type = json.string(json["type", in: item]) ?? "unknown"
    switch type {
    case "message": break
    case "reasoning": append(.reasoning, to: key, into: &events)
    case "function_call":
      hasCalls = true
      let id = json.string(json["call_id", in: item]) ?? json.string(json["id", in: item])
      append(
        .toolCall(
          id: id ?? events.newCallID(), name: json.string(json["name", in: item]) ?? ""),
        to: key, into: &events)
    default: append(.other(type), to: key, into: &events)
    }
  }

  /// Writes an item of which nothing was streamed.
  private mutating func write(
    whole item: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    if json.isString(json["type", in: item], "message") {
      writeWhole(item, in: json, into: &events)
    } else {
      let key = ItemKey.id(json.source(item) ?? "")
      begin(item, as: key, in: json, into: &events)
      end(item, as: key, in: json, into: &events)
    }
  }

  private mutating func end(
    _ item: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    let key = key(json)
    if !pieces.contains(where: { $0.item == key }) {
      if json.isString(json["type", in: item], "message") {
        writeWhole(item, in: json, into: &events)
      } else {
        begin(item, as: key, in: json, into: &events)
      }
    }
    end(item, as: key, in: json, into: &events)
  }

  private mutating func end(
    _ item: JSONIndex.Node?, as key: ItemKey, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    let type = json.string(json["type", in: item]) ?? ""
    for piece in pieces where piece.item == key {
      switch type {
      case "message": break
      case "reasoning":
        if !piece.hasDelta {
          let summary = json.elements(json["summary", in: item])
            .compactMap { json.string(json["text", in: $0]) }.joined(separator: "\n\n")
          events.add(.reasoning(summary), to: piece.part)
        }
        // Encrypted reasoning is sent back as the whole item; without the encrypted content it is of no use.
        if json.string(json["encrypted_content", in: item])?.isEmpty == false {
          let isHidden = !piece.hasDelta && json.elements(json["summary", in: item]).isEmpty
          events.add(.signature(json.source(item) ?? "", isHidden: isHidden), to: piece.part)
        }
      case "function_call":
        if !piece.hasDelta, let arguments = json.string(json["arguments", in: item]) {
          events.add(.arguments(arguments), to: piece.part)
        }
      default: events.add(.other(json.source(item) ?? ""), to: piece.part)
      }
      events.close(piece.part)
    }
    pieces.removeAll { $0.item == key }
  }

  /// Writes a message for which no deltas arrived.
  private mutating func writeWhole(
    _ item: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    for part in json.elements(json["content", in: item]) {
      if let text = json.string(json["text", in: part]) {
        events.write(.text(text), as: .text)
      } else if let refusal = json.string(json["refusal", in: part]) {
        hasRefusal = true
        events.write(.refusal(refusal), as: .refusal)
      }
    }
    events.closeCurrent()
  }

  private func key(_ json: borrowing JSONIndex) -> ItemKey {
    if let number = json.integer(json["output_index"]) { return .number(number) }
    let id = json.string(json["item_id"]) ?? json.string(json["id", in: json["item"]])
    if let number = id.flatMap({ numbers[$0] }) ?? current { return .number(number) }
    return .id(id ?? "")
  }

  @discardableResult
  private mutating func append(
    _ kind: ModelPartKind, to key: ItemKey, content: Int = 0, into events: inout ReplyAssembler
  ) -> Int {
    pieces.append(Piece(item: key, content: content, kind: kind, part: events.open(kind)))
    return pieces.count - 1
  }

  private static func content(_ json: borrowing JSONIndex) -> Int {
    json.integer(json["content_index"]) ?? 0
  }

  /// Returns the index of the piece that an event refers to; a nil `kind` stands for a tool call or a
  /// provider-specific item.
  private func position(of json: borrowing JSONIndex, as kind: ModelPartKind?) -> Int? {
    let (key, content) = (key(json), Self.content(json))
    return pieces.lastIndex { piece in
      guard piece.item == key else { return false }
      switch piece.kind {
      case .text, .refusal: return piece.kind == kind && piece.content == content
      case .reasoning: return kind == .reasoning
      case .toolCall, .other: return kind == nil
      }
    }
  }

  private mutating func write(
    _ json: borrowing JSONIndex, as kind: ModelPartKind?, into events: inout ReplyAssembler,
    delta: (String) -> ModelDelta
  ) {
    guard let text = events.text(json["delta"], in: json), !text.isEmpty else { return }
    let known = position(of: json, as: kind)
    guard
      let position = known
        ?? kind.map({ append($0, to: key(json), content: Self.content(json), into: &events) })
    else { return }
    pieces[position].hasDelta = true
    events.add(delta(text), to: pieces[position].part)
  }

  /// Writes text for which no deltas arrived.
  private mutating func endText(
    _ text: JSONIndex.Node?, as kind: ModelPartKind, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    guard let text = json.string(text), !text.isEmpty, position(of: json, as: kind) == nil else {
      return
    }
    if kind == .refusal { hasRefusal = true }
    let position = append(
      kind, to: key(json), content: Self.content(json), into: &events)
    pieces[position].hasDelta = true
    events.add(kind == .refusal ? .refusal(text) : .text(text), to: pieces[position].part)
  }
}
