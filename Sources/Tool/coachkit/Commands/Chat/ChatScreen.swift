import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import CommandLineSupport
import Documents
import LanguageModels
import SafetyRules
import StreamParsing

/// A presentation of a conversation, which also reads what is typed.
protocol ChatScreen: AnyObject {
  /// Shows the model; `isPinned` is true if the user chose the prompt.
  func begin(_ model: ModelIdentity, isPinned: Bool)
  /// Shows the last message of an earlier conversation.
  func recall(_ last: String, unanswered: String?)
  /// Prepares for the coach's message.
  func beginReply()
  /// Shows an event of a turn.
  func show(_ event: TurnEvent)
  /// Says that a session is over and that notes are being taken.
  func beginClosing()
  /// Shows what the end of a session brought.
  func show(_ closing: SessionClosing)
  /// Shows what was noticed, for the person to decide.
  func show(_ proposals: [ProfileItem])
  /// Shows an offer with its two answers.
  func show(_ offer: Offer, question: String, detail: String, accept: String, decline: String)
  /// Shows a note that is not part of the conversation.
  func note(_ text: String)
  /// Prompts for the person's message.
  func awaitMessage()
  /// Reads the person's next message; nil if the person is done.
  func readMessage() -> String?
  /// Shows the end of the conversation.
  func end()
}

extension ChatScreen {
  /// Reads a line; nil at the end of input, and for a blank line.
  fileprivate func readWords() -> String? {
    guard let line = readLine(), line.contains(where: { !$0.isWhitespace }) else { return nil }
    return line
  }
}

/// A presentation for people.
final class TerminalChatScreen: ChatScreen {
  private static let indentation = 6
  private var wrapper = LineWrapper(width: Terminal.width, indentation: indentation)

  func begin(_ model: ModelIdentity, isPinned: Bool) {
    Terminal.print("Talking with \(model).".inked(.dim))
    if let note = model.smallModelNote { self.note(note) }
    Terminal.print(
      "An empty line ends the conversation.\(isPinned ? "" : " /help lists the commands.")"
        .inked(.dim))
  }

  func recall(_ last: String, unanswered: String?) {
    beginReply()
    Terminal.print(wrapper.feed(last.printable) + wrapper.flush() + "\n")
    if unanswered != nil { note("Your last message got no answer; /again sends it once more.") }
    awaitMessage()
  }

  func beginReply() {
    wrapper = LineWrapper(width: Terminal.width, indentation: Self.indentation)
    Terminal.show("\n" + "coach ".inked(.cyan))
  }

  func show(_ event: TurnEvent) {
    switch event {
    case .started: break
    case .notice(let notice): put("◆ \(notice.text)", in: .magenta)
    case .text(let text): Terminal.show(wrapper.feed(text.printable))
    case .replaced(let text):
      put("◆ the text so far was no part of the message, which begins anew", in: .magenta)
      Terminal.show(wrapper.feed(text.printable))
    case .continued(let model): put("◆ the reply broke off; \(model) goes on", in: .magenta)
    case .tag(let tag): show(tag)
    case .finding: break  // Shown below the message, which it would interrupt.
    case .crisisDetected(let notice):
      let categories = notice.assessment.categories.map(\.rawValue).joined(separator: ", ")
      put("◆ crisis_detected: \(categories), \(notice.assessment.severity.rawValue)", in: .magenta)
    case .help(let text): put(text, in: .magenta)
    case .limits(_, let text): if let text { put(text, in: .dim) }
    case .refused(let refusal):
      Terminal.show(wrapper.feed(refusal.text.printable))
      put("◆ refused: \(refusal.reason.word)", in: .magenta)
    case .failed(let failure):
      if failure.keepsText { Terminal.show(wrapper.flush() + "\n      ") }
      Terminal.show(wrapper.feed(failure.text.printable))
      put("✗ \(failure.code.rawValue): \(failure.detail)", in: .red)
    case .done(let outcome):
      for finding in outcome.findings { put("◆ " + finding.line, in: .dim) }
      Terminal.print(wrapper.flush() + "\n" + outcome.summary.inked(.dim) + "\n")
    }
  }

  private func show(_ tag: CheckedTag) {
    guard let words = tag.tag.words else { return showSignal(tag) }
    Terminal.show(wrapper.feed("\(tag.name.lowercased()): \(words.printable)").inked(.yellow))
    Terminal.show(wrapper.flush().inked(.yellow))
  }

  /// Shows a signal below the text so far.
  private func showSignal(_ tag: CheckedTag) {
    put("◆ \(tag.name)", in: .green)
    for repair in tag.repairs { Terminal.print("  repaired: \(repair.printable)".inked(.dim)) }
    for problem in tag.problems { Terminal.print("  ✗ \(problem.printable)".inked(.red)) }
    for (name, value) in tag.payload?.object ?? [:] {
      let text = value.array.map { $0.compactMap(\.string).joined(separator: "; ") }
      Terminal.print(
        "  \(name.printable): ".inked(.dim) + (text ?? value.string ?? value.text()).printable)
    }
  }

  /// Prints a line of its own.
  private func put(_ text: String, in ink: String.Ink) {
    Terminal.print(wrapper.flush() + "\n" + text.printable.inked(ink))
  }

  func beginClosing() { note("The session is over; taking notes …") }

  func show(_ closing: SessionClosing) {
    let session = closing.outcome.session
    var head = "session \(closing.outcome.number)"
    if let title = session.title { head += ": \(title)" }
    put(head, in: .green)
    if let summary = session.summary { note("notes: \(summary)") }
    if let question = session.openQuestion { note("left open: \(question)") }
    for event in closing.outcome.events { note("coming up: \(event.day), \(event.text)") }
    for problem in closing.problems { note("✗ \(problem)") }
  }

  func show(_ proposals: [ProfileItem]) {
    put("What I noticed. Nothing of it is used unless you keep it:", in: .green)
    for (number, item) in proposals.enumerated() {
      note("\(number + 1)  \(LearnedKnowledge.Item(item).line)")
    }
    note("/keep 1 2 or /keep all; /drop 1 throws one away, for good")
  }

  func show(_ offer: Offer, question: String, detail: String, accept: String, decline: String) {
    put(question, in: .green)
    note(detail)
    let command = offer == .remember ? "/remember" : "/checkin"
    note("\(command) yes: \(accept) · \(command) no: \(decline)")
  }

  func note(_ text: String) {
    for line in text.split(separator: "\n") {
      var wrapper = LineWrapper(width: Terminal.width, indentation: 0)
      Terminal.print((wrapper.feed(String(line).printable) + wrapper.flush()).inked(.dim))
    }
  }

  func awaitMessage() { Terminal.show("you   ".inked(.green)) }

  func readMessage() -> String? {
    guard let line = readWords() else { return nil }
    if !Terminal.isInteractive { Terminal.print(line) }
    return line
  }

  func end() {
    Terminal.print("\nTake care.".inked(.dim))
  }
}

/// A presentation for programs: one JSON object per line.
final class JSONChatScreen: ChatScreen {
  private func put(_ object: JSONValue) {
    Terminal.show(object.printed() + "\n")
  }

  func begin(_ model: ModelIdentity, isPinned: Bool) {
    put(["event": "model", "model": .string(model.description)])
  }

  func recall(_ last: String, unanswered: String?) {
    var object: JSONObject = ["event": "resumed", "last": .string(last)]
    object["unanswered"] = unanswered.map { .string($0) }
    put(.object(object))
  }

  func beginReply() {}

  func show(_ event: TurnEvent) { put(event.json) }

  func beginClosing() {}

  func show(_ closing: SessionClosing) {
    put([
      "event": "session_closed", "outcome": closing.outcome.json,
      "problems": .array(closing.problems.map { .string($0) }),
    ])
  }

  func show(_ proposals: [ProfileItem]) {
    put(["event": "proposals", "items": .array(proposals.map(\.json))])
  }

  func show(_ offer: Offer, question: String, detail: String, accept: String, decline: String) {
    put([
      "event": "offer", "offer": .string(offer.rawValue), "question": .string(question),
      "detail": .string(detail), "accept": .string(accept), "decline": .string(decline),
    ])
  }

  func note(_ text: String) { put(["event": "note", "text": .string(text)]) }

  func awaitMessage() {}

  func readMessage() -> String? {
    guard let line = readWords() else { return nil }
    put(["event": "person", "text": .string(line)])
    return line
  }

  func end() {}
}
