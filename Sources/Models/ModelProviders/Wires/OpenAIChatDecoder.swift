import CoachModel
import Documents
import LanguageModels

/// Decodes the chunks of a chat completion, in the variants of the many compatible servers.
struct OpenAIChatDecoder: ReplyDecoder {
  private var calls = OpenAIToolCalls()
  private var details = ReasoningDetails()
  private var hasOthers = false
  private var finishWord: String?
  private var isRefusal = false

  /// Usage follows the finish reason, and the final mark follows both, so neither ends the stream.
  let isDone = false
  var hasReason: Bool { finishWord != nil }

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    let choices = json["choices"]
    var nextChoice = json.first(choices)
    while let choice = nextChoice {
      nextChoice = json.next(after: choice, in: choices)
      // Only one reply was requested.
      guard json.integer(json["index", in: choice]) ?? 0 == 0 else {
        if !hasOthers { events.warn("the server sent several replies; the first one counts") }
        hasOthers = true
        continue
      }
      start(json, into: &events)
      add(json["delta", in: choice], in: json, into: &events)
      // Some servers send an empty finish reason with every chunk.
      if let word = json.string(json["finish_reason", in: choice]), !word.isEmpty {
        finishWord = word
        events.closeCurrent()
        calls.finish(into: &events)
      }
    }
    if let problem = Self.problem(json) { throw problem }
    let usage = json["usage"] ?? json["usage", in: json["x_groq"]]
    if json.isObject(usage) {
      start(json, into: &events)
      events.use(Self.usage(usage, in: json))
    }
  }

  /// Every chunk repeats the identifiers; they are read only once.
  private func start(_ json: borrowing JSONIndex, into events: inout ReplyAssembler) {
    guard !events.isStarted else { return }
    events.start(id: json.string(json["id"]), model: json.string(json["model"]))
  }

  mutating func finish(into events: inout ReplyAssembler) {
    if let json = details.json {
      let part = events.open(.other(ReasoningDetails.name))
      events.add(.other(json), to: part)
    }
    guard let finishWord else { return }
    events.finish(Self.reason(finishWord, hasCalls: !calls.isEmpty, isRefusal: isRefusal))
  }

  private static func reason(_ word: String, hasCalls: Bool, isRefusal: Bool) -> FinishReason {
    switch word {
    // Some servers report `stop` although they wait for a tool.
    case "stop", "eos": hasCalls ? .toolCalls : isRefusal ? .refusal : .stop
    case "length", "model_length": .length
    case "tool_calls", "function_call": .toolCalls
    case "content_filter": .contentFilter
    default: .other(word)
    }
  }

  private static func problem(_ json: borrowing JSONIndex) -> ProviderProblem? {
    let isProblem =
      json["error"].map { json.isObject($0) || json.string($0) != nil } ?? false
      || json.isString(json["object"], "error")
    return isProblem ? ProviderProblem(json) : nil
  }

  private mutating func add(
    _ delta: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard delta != nil else { return }
    // Reasoning has two names, and some deltas contain both.
    let thoughts = json["reasoning_content", in: delta] ?? json["reasoning", in: delta]
    if let text = json.string(thoughts) { events.write(.reasoning(text), as: .reasoning) }
    for detail in json.elements(json["reasoning_details", in: delta]) {
      if let detail = json.value(detail)?.object { details.add(detail) }
    }
    let content = json["content", in: delta]
    if !json.isArray(content) {
      if let text = events.text(content, in: json) { events.write(.text(text), as: .text) }
    } else {
      for piece in json.elements(content) { add(piece: piece, in: json, into: &events) }
    }
    if let text = json.string(json["refusal", in: delta]), !text.isEmpty {
      isRefusal = true
      events.write(.refusal(text), as: .refusal)
    }
    for call in json.elements(json["tool_calls", in: delta]) {
      calls.add(call, in: json, into: &events)
    }
    if let call = json["function_call", in: delta], json.isObject(call) {
      calls.add(legacy: call, in: json, into: &events)
    }
  }

  /// Decodes Mistral's content parts: text, and reasoning that consists of parts itself.
  private func add(
    piece: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    if let text = events.text(json["text", in: piece], in: json) {
      events.write(.text(text), as: .text)
    }
    for thought in json.elements(json["thinking", in: piece]) {
      let text = json.string(json["text", in: thought]) ?? ""
      events.write(.reasoning(text), as: .reasoning)
    }
  }

  private static func usage(_ counts: JSONIndex.Node?, in json: borrowing JSONIndex) -> TokenUsage {
    let prompt = json["prompt_tokens_details", in: counts]
    let completion = json["completion_tokens_details", in: counts]
    return TokenUsage(
      input: json.count(json["prompt_tokens", in: counts]),
      cachedInput: json.count(json["cached_tokens", in: prompt])
        ?? json.count(json["prompt_cache_hit_tokens", in: counts]),
      cacheWrites: json.count(json["cache_write_tokens", in: prompt]),
      output: json.count(json["completion_tokens", in: counts]),
      reasoning: json.count(json["reasoning_tokens", in: completion]))
  }
}
