import Conversations
import LanguageModels

/// Where one question's reply is shown.
protocol AskScreen {
  mutating func show(_ event: ModelEvent)
  /// The reply's value as far as it has been written.
  func show(partial: JSONValue)
  /// The reply is whole.
  mutating func end(_ reply: ModelReply)
  /// The call failed.
  mutating func fail(_ error: ModelError)
  /// The reply is whole and does not fit its schema.
  func refuse(_ problems: [String])
}

/// For people: the words on standard output, everything else on standard error.
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

  func refuse(_ problems: [String]) {
    Terminal.printError("error: the reply does not fit its schema")
    for problem in problems { Terminal.printError("  ✗ \(problem)") }
    Terminal.printError("  → ask again, say more in the instructions, or ask a stronger model")
  }

  /// What a reader should know of an end that is not the usual one.
  private static func remark(_ reason: FinishReason) -> String? {
    switch reason {
    case .stop, .toolCalls: nil
    case .length: "the limit of tokens was reached (--max-tokens)"
    case .contentFilter: "the provider withheld the rest"
    case .refusal: "the model declined"
    case .pause: "the provider has paused; the reply goes on when it is sent back"
    case .contextFull: "the conversation fills all that the model can read"
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

/// For programs: one JSON object a line.
struct JSONAskScreen: AskScreen {
  private func put(_ object: JSONValue) {
    Terminal.show(object.text() + "\n")
  }

  func show(_ event: ModelEvent) { put(event.json) }

  func show(partial: JSONValue) { put(["event": "partial_value", "value": partial]) }

  func end(_ reply: ModelReply) {}

  func fail(_ error: ModelError) { put(error.json) }

  func refuse(_ problems: [String]) {
    put(["event": "invalid", "problems": .array(problems.map { .string($0) })])
  }
}
