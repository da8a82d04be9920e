import CoachModel
import CommandLineSupport
import Documents
import LanguageModels
import StreamParsing

/// A presentation of the reply to one question.
protocol AskScreen {
  mutating func show(_ event: ModelEvent)
  /// Shows an event on the way to a value, whose text is not shown.
  mutating func note(_ event: ModelEvent)
  /// Shows that the model is asked for the value again, or in another way.
  func note(_ progress: StructuredProgress)
  /// Shows the value received so far.
  func show(partial: JSONValue)
  /// Shows the validated value, and the repairs that its text needed.
  func show(value: JSONValue, repairs: [JSONRepair])
  /// Shows the end of a complete reply.
  mutating func end(_ reply: ModelReply)
  /// Shows that the call failed.
  mutating func fail(_ error: ModelError)
  /// Shows that there is no valid value.
  mutating func fail(_ error: StructuredOutputError)
}

/// A presentation for people: the words on standard output, everything else on standard error.
struct TerminalAskScreen: AskScreen {
  let showsThoughts: Bool
  private var isInLine = false
  private var isThinking = false

  init(showsThoughts: Bool) {
    self.showsThoughts = showsThoughts
  }

  mutating func show(_ event: ModelEvent) {
    switch event {
    case .partStarted(_, .reasoning) where showsThoughts: isThinking = true
    case .partStarted(_, .toolCall(_, let name)):
      endLine()
      write("→ \(name.printable) ".inked(.green))
    case .partDelta(_, .text(let text)), .partDelta(_, .refusal(let text)),
      .partDelta(_, .arguments(let text)):
      write(text.printable)
    case .partDelta(_, .reasoning(let text)) where showsThoughts: write(text.printable.inked(.dim))
    case .partEnded where isThinking:
      isThinking = false
      endLine()
    case .partReclassified(_, .reasoning):
      endLine()
      Terminal.printError("note: the text so far was reasoning; what follows is the reply")
    case .continued(let part):
      endLine()
      Terminal.printError(
        "note: \(part.failed) broke off (\(part.failure.rawValue)); \(part.next) goes on")
    case .warning(let warning):
      endLine()
      Terminal.printError("note: \(warning)")
    default: break
    }
  }

  func show(partial: JSONValue) {}

  mutating func end(_ reply: ModelReply) {
    endLine()
    if let remark = reply.finish.flatMap(Self.remark) { Terminal.printError("note: \(remark)") }
  }

  mutating func fail(_ error: ModelError) {
    let hadWords = isInLine
    endLine()
    if hadWords { Terminal.printError("note: the reply was cut here") }
    Terminal.printError("error: \(error)")
  }

  mutating func note(_ event: ModelEvent) {
    switch event {
    case .warning: show(event)
    case .partStarted(_, .reasoning), .partDelta(_, .reasoning): show(event)
    default: break
    }
  }

  func note(_ progress: StructuredProgress) {
    switch progress {
    case .event: break
    case .retry(let problems):
      Terminal.printError("note: the reply does not fit its schema; it is sent back")
      for problem in problems { Terminal.printError("  ✗ \(problem)") }
    case .toldInWords(let error):
      Terminal.printError("note: the schema is sent in words, since \(error.message)")
    }
  }

  func show(value: JSONValue, repairs: [JSONRepair]) {
    Terminal.show(value.printed() + "\n")
    guard !repairs.isEmpty else { return }
    let names = repairs.map(\.rawValue).joined(separator: ", ")
    Terminal.printError("note: the reply's JSON was repaired (\(names))")
  }

  mutating func fail(_ error: StructuredOutputError) {
    endLine()
    Terminal.printError("error: \(error)")
  }

  /// Returns a remark on an unusual finish reason; nil for the usual ones.
  private static func remark(_ reason: FinishReason) -> String? {
    switch reason {
    case .stop, .toolCalls: nil
    case .length: "the limit of tokens was reached (--max-tokens)"
    case .contentFilter: "the provider withheld the rest"
    case .refusal: "the model declined"
    case .pause: "the provider has paused; the reply goes on when it is sent back"
    case .contextFull: "the conversation fills the model's context window"
    case .other(let word): "the provider ended the reply with '\(word)'"
    }
  }

  private mutating func write(_ text: String) {
    guard !text.isEmpty else { return }
    Terminal.show(text)
    isInLine = !text.hasSuffix("\n")
  }

  private mutating func endLine() {
    if isInLine { Terminal.show("\n") }
    isInLine = false
  }
}

/// A presentation for programs: one JSON object per line.
struct JSONAskScreen: AskScreen {
  private func put(_ object: JSONValue) {
    Terminal.show(object.printed() + "\n")
  }

  func show(_ event: ModelEvent) { put(event.json) }

  func show(partial: JSONValue) { put(["event": "partial_value", "value": partial]) }

  func end(_ reply: ModelReply) {}

  func fail(_ error: ModelError) { put(error.json) }

  func note(_ event: ModelEvent) { put(event.json) }

  func note(_ progress: StructuredProgress) {
    switch progress {
    case .event: break
    case .retry(let problems): put(["event": "retry", "problems": list(problems)])
    case .toldInWords(let error):
      put(["event": "told_in_words", "message": .string(error.message)])
    }
  }

  func show(value: JSONValue, repairs: [JSONRepair]) {
    put(["event": "value", "value": value, "repairs": list(repairs.map(\.rawValue))])
  }

  func fail(_ error: StructuredOutputError) {
    guard var object = error.cause.json.object else { return }
    if !error.problems.isEmpty { object["problems"] = list(error.problems) }
    object["usage"] = error.usage.json
    put(.object(object))
  }

  private func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
