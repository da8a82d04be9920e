import CoachEngine
import Conversations
import LanguageModels
import PromptTemplates
import StreamParsing

/// Where a conversation is shown and typed.
protocol ChatScreen: AnyObject {
  /// Names the model.
  func begin(_ model: ModelIdentity)
  /// Shows more of the coach's message, or a tag.
  func show(_ event: ReplyEvent, _ contract: ReplyContract)
  /// Ends the coach's message; a failure says why it is not whole.
  func endReply(_ reply: ModelReply, failure: ModelError?)
  /// What the person says next; nil when they are done.
  func readMessage() -> String?
  /// Ends the conversation.
  func end()
}

/// A conversation for people.
final class TerminalChatScreen: ChatScreen {
  private static let indentation = 6
  private var wrapper = LineWrapper(width: Terminal.width, indentation: indentation)

  func begin(_ model: ModelIdentity) {
    print("Talking with \(model).".inked(.dim))
    if let note = model.smallModelNote {
      var wrapper = LineWrapper(width: Terminal.width, indentation: 0)
      print((wrapper.feed(note) + wrapper.flush()).inked(.dim))
    }
    print("An empty line ends the conversation.".inked(.dim))
    beginReply()
  }

  func show(_ event: ReplyEvent, _ contract: ReplyContract) {
    switch event {
    case .text(let text): Terminal.show(wrapper.feed(text.printable))
    case .tag(let tag):
      if case .inline(let words, _) = tag.content {
        Terminal.show(wrapper.feed("\(tag.name.lowercased()): \(words.printable)").inked(.yellow))
        Terminal.show(wrapper.flush().inked(.yellow))
      } else {
        Terminal.show(wrapper.flush())
        showSignal(tag, contract)
      }
    }
  }

  private func beginReply() {
    wrapper = LineWrapper(width: Terminal.width, indentation: Self.indentation)
    Terminal.show("\n" + "coach ".inked(.cyan))
  }

  private func showSignal(_ tag: ReplyTag, _ contract: ReplyContract) {
    let problems = contract.problems(with: tag)
    print("\n" + "◆ \(tag.name)".inked(.green))
    for problem in problems { print("  ✗ \(problem)".inked(.red)) }
    guard case .payload(.object(let fields)) = tag.content else { return }
    for (name, value) in fields {
      let text = value.array.map { $0.compactMap(\.string).joined(separator: "; ") }
      print("  \(name.printable): ".inked(.dim) + (text ?? value.string ?? value.text()).printable)
    }
  }

  func endReply(_ reply: ModelReply, failure: ModelError?) {
    var notes: [String] = []
    if failure != nil, !reply.text.isEmpty { notes.append("the reply was cut here") }
    if reply.finish == .length { notes.append("the limit of tokens was reached") }
    if let usage = reply.usage, let input = usage.input, let output = usage.output {
      notes.append("\(input) tokens in, \(output) out")
    }
    print(wrapper.flush() + "\n" + notes.joined(separator: " · ").inked(.dim) + "\n")
  }

  func readMessage() -> String? {
    Terminal.show("you   ".inked(.green))
    guard let line = readLine(), line.contains(where: { !$0.isWhitespace }) else { return nil }
    if !Terminal.isInteractive { print(line) }
    beginReply()
    return line
  }

  func end() {
    print("\nTake care.".inked(.dim))
  }
}

/// A conversation for programs: one JSON object a line.
final class JSONChatScreen: ChatScreen {
  private func put(_ object: JSONValue) {
    Terminal.show(object.text() + "\n")
  }

  func begin(_ model: ModelIdentity) {
    put(["event": "model", "model": .string(model.description)])
  }

  func show(_ event: ReplyEvent, _ contract: ReplyContract) {
    switch event {
    case .text(let text): put(["event": "text", "text": .string(text)])
    case .tag(let tag): put(json(of: tag, problems: contract.problems(with: tag)))
    }
  }

  private func json(of tag: ReplyTag, problems: [String]) -> JSONValue {
    var object: JSONObject = ["event": "tag", "tag": .string(tag.name)]
    switch tag.content {
    case .inline(let words, _): object["text"] = .string(words)
    case .bare: break
    case .payload(let value): object["payload"] = value
    case .malformed(let raw, _): object["raw"] = .string(raw)
    }
    object["problems"] = .array(problems.map { .string($0) })
    return .object(object)
  }

  func endReply(_ reply: ModelReply, failure: ModelError?) {
    if let failure {
      put(failure.json)
      return
    }
    var object: JSONObject = ["event": "done", "finish": .string(reply.finish?.word ?? "unknown")]
    object["usage"] = reply.usage?.json
    put(.object(object))
  }

  func readMessage() -> String? {
    guard let line = readLine(), line.contains(where: { !$0.isWhitespace }) else { return nil }
    put(["event": "person", "text": .string(line)])
    return line
  }

  func end() {}
}
