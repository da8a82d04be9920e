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

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    let choices = json["choices"]
    var hasError = json.isString(json["object"], "error")
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
      // Servers that only pretend to stream send the whole message, and those of older protocols its text.
      if let delta = json["delta", in: choice] ?? json["message", in: choice] {
        add(delta, in: json, into: &events)
      } else if let text = events.text(json["text", in: choice], in: json) {
        events.write(.text(text), as: .text)
      }
      if json["error", in: choice] != nil { hasError = true }
      end(json["finish_reason", in: choice], in: json, into: &events)
      use(json["usage", in: choice], in: json, into: &events)
    }
    let groq = json["x_groq"]
    if hasError || json["error"] != nil || json["error", in: groq] != nil,
      let problem = ProviderProblem(json)
    {
      throw problem
    }
    use(json["usage"] ?? json["usage", in: groq], in: json, into: &events)
  }

  /// Notes the reason for the end. Some servers send an empty one, or the text "null", with every chunk.
  private mutating func end(
    _ reason: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard let word = json.string(reason), !word.isEmpty, word != "null" else { return }
    finishWord = word
    calls.close(into: &events)
    events.noteReason()
  }

  private func use(
    _ usage: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard json.isObject(usage) else { return }
    start(json, into: &events)
    events.use(ReportedUsage(chat: usage, in: json))
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
    calls.finish(into: &events)
    guard let finishWord else { return }
    events.finish(Self.reason(finishWord, hasCalls: !calls.isEmpty, isRefusal: isRefusal))
  }

  private static func reason(_ word: String, hasCalls: Bool, isRefusal: Bool) -> FinishReason {
    switch word {
    // Some servers report `stop` although they wait for a tool.
    case "stop", "eos": hasCalls ? .toolCalls : isRefusal ? .refusal : .stop
    case "length", "model_length": .length
    case "tool_calls", "function_call": .toolCalls
    // Azure and OpenAI; Zhipu and Alibaba; Baidu and MiniMax.
    case "content_filter", "sensitive", "content_filtered", "safety", "risk", "censored":
      .contentFilter
    default: .other(word)
    }
  }

  private mutating func add(
    _ delta: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    guard delta != nil else { return }
    // Reasoning has several names, and some deltas contain two, of which one may be empty.
    let thoughts =
      words(json["reasoning_content", in: delta], in: json, of: &events)
      ?? words(json["reasoning", in: delta], in: json, of: &events)
      ?? words(json["thinking", in: delta], in: json, of: &events)
    if let thoughts { events.write(.reasoning(thoughts), as: .reasoning) }
    for detail in json.elements(json["reasoning_details", in: delta]) {
      if let detail = json.value(detail)?.object { details.add(detail) }
    }
    let content = json["content", in: delta]
    if !json.isArray(content) {
      if let text = events.text(content, in: json) { events.write(.text(text), as: .text) }
    } else {
      for piece in json.elements(content) { add(piece: piece, in: json, into: &events) }
    }
    if let text = words(json["refusal", in: delta], in: json, of: &events) {
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

  private func words(
    _ node: JSONIndex.Node?, in json: borrowing JSONIndex, of events: inout ReplyAssembler
  ) -> String? {
    guard let node else { return nil }
    return events.piece(node, in: json).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Decodes Mistral's content parts: text, and reasoning that consists of parts itself.
  private func add(
    piece: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    if let text = events.text(json["text", in: piece], in: json) {
      events.write(.text(text), as: .text)
    }
    for thought in json.elements(json["thinking", in: piece]) {
      let text = events.piece(json["text", in: thought], in: json) ?? ""
      events.write(.reasoning(text), as: .reasoning)
    }
  }
}
