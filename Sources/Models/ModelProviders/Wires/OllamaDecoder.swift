import CoachModel
import Documents
import LanguageModels

/// Decodes the lines of Ollama's `/api/chat`. The last one says `done`; if it states neither a reason nor counts, the
/// model was stopped from outside and the reply is incomplete.
struct OllamaDecoder: ReplyDecoder {
  private var finishWord: String?
  private var callCount = 0

  var isDone: Bool { finishWord != nil }

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    if json["error"] != nil, let problem = ProviderProblem(json) { throw problem }
    if !events.isStarted { events.start(model: json.string(json["model"])) }
    let message = json["message"]
    if let text = events.piece(json["thinking", in: message], in: json) {
      events.write(.reasoning(text), as: .reasoning)
    }
    if let text = events.text(json["content", in: message], in: json) {
      events.write(.text(text), as: .text)
    }
    for call in json.elements(json["tool_calls", in: message]) {
      add(call, in: json, into: &events)
    }
    guard json.bool(json["done"]) == true else { return }
    let output = json.count(json["eval_count"])
    events.use(
      ReportedUsage(TokenUsage(input: json.count(json["prompt_eval_count"]), output: output)))
    let word = json.string(json["done_reason"]) ?? ""
    if !word.isEmpty { finishWord = word } else if output != nil { finishWord = "stop" }
    if finishWord != nil { events.noteReason() }
  }

  /// Adds a tool call, which always arrives complete.
  private mutating func add(
    _ call: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    callCount += 1
    let function = json["function", in: call]
    let kind = ModelPartKind.toolCall(
      id: json.string(json["id", in: call])
        ?? events.newCallID(json.string(json["created_at"])),
      name: json.string(json["name", in: function]) ?? "")
    let arguments = json.source(json["arguments", in: function]) ?? ""
    events.write(whole: kind, .arguments(arguments))
  }

  mutating func finish(into events: inout ReplyAssembler) {
    guard let finishWord else { return }
    let reason: FinishReason =
      switch finishWord {
      case "stop": callCount > 0 ? .toolCalls : .stop
      case "length": .length
      default: .other(finishWord)
      }
    events.finish(reason)
  }
}
