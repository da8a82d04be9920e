import CoachModel
import Documents
import LanguageModels

/// Decodes the chunks of Gemini's `streamGenerateContent`. There is no final mark: the stream ends with the body, and
/// is complete if a finish reason was given.
struct GeminiDecoder: ReplyDecoder {
  private var finishWord: String?
  private var callCount = 0

  let isDone = false

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    if json["error"] != nil, let problem = ProviderProblem(json) { throw problem }
    let candidate = json.first(json["candidates"])
    // The first chunk may contain only feedback on the prompt, without a response ID.
    if !events.isStarted, json["responseId"] != nil || candidate != nil {
      events.start(id: json.string(json["responseId"]), model: json.string(json["modelVersion"]))
    }
    if let word = json.string(json["blockReason", in: json["promptFeedback"]]) {
      throw Self.block(
        word, message: json.string(json["blockReasonMessage", in: json["promptFeedback"]]))
    }
    for part in json.elements(json["parts", in: json["content", in: candidate]]) {
      add(part, in: json, into: &events)
    }
    if let word = json.string(json["finishReason", in: candidate]), !word.isEmpty {
      finishWord = word
      events.noteReason()
      if let message = json.string(json["finishMessage", in: candidate]) {
        events.warn("the provider explains the end: \(message)")
      }
    }
    if events.isStarted { use(json["usageMetadata"], in: json, into: &events) }
  }

  private static func block(_ word: String, message: String?) -> ProviderProblem {
    ProviderProblem(
      message: "the prompt was blocked (\(word))" + (message.map { ": \($0)" } ?? ""),
      words: ["content_filter"])
  }

  mutating func finish(into events: inout ReplyAssembler) {
    guard let finishWord else { return }
    let reason: FinishReason =
      switch finishWord {
      case "STOP": callCount > 0 ? .toolCalls : .stop
      case "MAX_TOKENS": .length
      case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "MODEL_ARMOR", "NO_IMAGE", "ESCALATION",
        "LANGUAGE":
        .contentFilter
      case "CONTINUATION": .pause
      default: .other(finishWord)
      }
    events.finish(reason)
  }

  private mutating func add(
    _ part: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    let signature = json.string(json["thoughtSignature", in: part])
    if let call = json["functionCall", in: part] {
      callCount += 1
      let kind = ModelPartKind.toolCall(
        id: json.string(json["id", in: call]) ?? events.newCallID(json.source(call)),
        name: json.string(json["name", in: call]) ?? "")
      let arguments = json["args", in: call]
      let source = json.isObject(arguments) ? json.source(arguments) : nil
      events.write(whole: kind, .arguments(source ?? ""), .signature(signature ?? ""))
    } else if let text = events.piece(json["text", in: part], in: json) {
      if json.bool(json["thought", in: part]) == true {
        events.write(.reasoning(text), as: .reasoning)
        if let signature {
          events.write(.signature(signature), as: .reasoning)
          events.closeCurrent()
        }
      } else {
        events.write(.text(text), as: .text)
        // Text parts have no signature, so it gets a part of its own.
        if let signature { events.write(whole: .reasoning, .signature(signature, isHidden: true)) }
      }
    } else if let item = json.source(part), item != "{}" {
      events.write(whole: .other("part"), .other(item))
    }
  }

  private func use(
    _ counts: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard counts != nil else { return }
    let thoughts = json.count(json["thoughtsTokenCount", in: counts])
    let tools = json.count(json["toolUsePromptTokenCount", in: counts]) ?? 0
    let candidates = json.count(json["candidatesTokenCount", in: counts])
    let prompt = json.count(json["promptTokenCount", in: counts])
    var total = json.count(json["totalTokenCount", in: counts])
    // The documentation of the two hosts of this protocol disagrees on whether the total has the tokens of tools.
    if total == TokenUsage.sum(prompt, TokenUsage.sum(candidates ?? 0, thoughts ?? 0)) {
      total = TokenUsage.sum(total, tools)
    }
    // Chunks before the last may have a total that lacks the counts of the output.
    let isWhole = candidates != nil || thoughts != nil
    events.use(
      ReportedUsage(
        TokenUsage(
          input: TokenUsage.sum(prompt, tools),
          cachedInput: json.count(json["cachedContentTokenCount", in: counts]),
          output: isWhole ? TokenUsage.sum(candidates ?? 0, thoughts ?? 0) : nil,
          reasoning: thoughts, tier: json.tier(json["serviceTier", in: counts])), total: total))
  }
}
