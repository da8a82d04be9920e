import CoachModel
@testable import CoachTranscripts
import Documents
import SourceFiles
import Testing
import TestKit

@Suite("Joining requests that repeat a part of the conversation")
struct WindowedHistoryTests {
  /// A conversation as an application logs it: the last messages with each request.
  private static func log(_ messages: [Message], window: Int, shuffledBy random: inout SplitMix)
    -> String
  {
    var lines: [String] = []
    for (index, message) in messages.enumerated() where message.role == .user {
      let request = messages[...index].suffix(window).map { message -> JSONValue in
        ["role": .string(message.role.rawValue), "content": .string(message.text)]
      }
      let reply = messages[(index + 1)...].first?.text ?? ""
      let line: JSONValue = [
        "id": .string("t\(index)"), "sessionId": "s", "timestamp": .integer(1000 + index),
        "input": .array([["role": "system", "content": "Be kind."]] + request),
        "output": ["role": "assistant", "content": .string(reply)],
      ]
      lines.append(line.text())
    }
    return lines.shuffled(using: &random).joined(separator: "\n") + "\n"
  }

  private static func traces(_ exchanges: [(input: [String], output: String)]) -> String {
    exchanges.enumerated().map { number, exchange in
      let input = exchange.input.map { message -> JSONValue in
        let role = message.hasPrefix("a") ? "assistant" : "user"
        return ["role": .string(role), "content": .string(message)]
      }
      let line: JSONValue = [
        "id": .string("t\(number)"), "sessionId": "s", "timestamp": .integer(number),
        "input": .array(input), "output": .string(exchange.output),
      ]
      return line.text()
    }.joined(separator: "\n")
  }

  private func said(_ file: ImportedFile) -> [String] {
    file.transcripts.first?.messages.map(\.text) ?? []
  }

  @Test("requests without any id that repeat messages are counted in a warning")
  func unnamed() {
    let talk = ["I cannot sleep at night.", "Since when is it so?", "Since the move in May."]
    func line(_ messages: [String], _ reply: String) -> String {
      let input = (messages + [reply]).enumerated().map { number, text -> JSONValue in
        ["role": number.isMultiple(of: 2) ? "user" : "assistant", "content": .string(text)]
      }
      return JSONValue.object(["messages": .array(input)]).text()
    }
    let lines = [
      line([talk[0]], talk[1]), line(talk, "What changed with it?"),
      line(["My boss shouts at me."], "What do you do then?"),
    ]
    let file = Chats.imported(lines.joined(separator: "\n"), "c.jsonl")
    #expect(file.transcripts.count == 3)
    #expect(file.diagnostics.map(\.severity) == [.warning])
    expect(
      file.diagnostics.first?.message ?? "",
      contains: "2 chats without an id repeat messages of others")
    #expect(Chats.imported(lines[1...].joined(separator: "\n"), "c.jsonl").diagnostics.isEmpty)
  }

  @Test("any conversation is restored from windows of two messages or more")
  func restored() {
    var random = SplitMix(seed: 20_261)
    for round in 0..<400 {
      // Few different words, so that many windows look alike.
      let words = ["ok", "mm", "yes", "go on", "no"].prefix(Int.random(in: 2...5, using: &random))
      var messages: [Message] = []
      if Bool.random(using: &random) { messages.append(Message(.assistant, "Welcome.")) }
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        messages.append(Message(.user, words.randomElement(using: &random) ?? "ok"))
        messages.append(Message(.assistant, words.randomElement(using: &random) ?? "ok"))
      }
      let window = Int.random(in: 2...8, using: &random)
      let log = Self.log(messages, window: window, shuffledBy: &random)
      let file = Chats.imported(log, "t.jsonl")
      #expect(file.diagnostics.isEmpty, "\(file.diagnostics)")
      #expect(
        file.transcripts.map(\.messages) == [messages], "round \(round), window \(window): \(log)")
      #expect(file.notes.systemMessages == 1)
    }
  }

  @Test("a summary in place of the beginning is named, and nothing is there twice")
  func summary() {
    let start = [(["u1"], "a1"), (["u1", "a1", "u2"], "a2"), (["u2", "a2", "u3"], "a3")]
    let alone = Chats.imported(
      Self.traces(start + [(["u summary", "u4"], "a4")]), "t.jsonl")
    #expect(said(alone) == ["u1", "a1", "u2", "a2", "u3", "a3", "u summary\n\nu4", "a4"])
    let notes = alone.notes.lines.joined(separator: "\n")
    expect(notes, contains: "'s': t.jsonl:4:1: a request repeats nothing of what was said before")
    let beside = Chats.imported(
      Self.traces(start + [(["u summary", "u3", "a3", "u4"], "a4")]), "t.jsonl")
    #expect(said(beside) == ["u1", "a1", "u2", "a2", "u3", "a3", "u4", "a4"])
    expect(
      beside.notes.lines.joined(separator: "\n"), contains: "t.jsonl:4:1: 1 message left out")
  }

  @Test("a gap is named with its place, and all messages are kept")
  func gap() {
    let file = Chats.imported(
      Self.traces([(["u1"], "a1"), (["a4", "u5"], "a5"), (["a5", "u6"], "a6")]), "t.jsonl")
    #expect(said(file) == ["u1", "a1\n\na4", "u5", "a5", "u6", "a6"])
    expect(file.notes.lines.joined(separator: "\n"), contains: "t.jsonl:2:1: a request repeats")
  }

  @Test("a reply that was given again replaces the first one; a whole branch is kept")
  func branches() {
    let again = Chats.imported(
      Self.traces([(["u1"], "a1"), (["u1", "a1b", "u2"], "a2")]), "t.jsonl")
    #expect(said(again) == ["u1", "a1b", "u2", "a2"])
    expect(again.notes.lines.joined(), contains: "t.jsonl:2:1: 1 reply left out")
    let retried = Chats.imported(
      Self.traces([(["u1"], "a1"), (["u1", "a1", "u2"], "a2"), (["u1", "a1", "u2"], "a2b")]),
      "t.jsonl")
    #expect(said(retried) == ["u1", "a1", "u2", "a2b"])
    let twice = Chats.imported(
      Self.traces([(["u1"], "a1"), (["u1"], "a1"), (["u1", "a1", "u2"], "a2")]), "t.jsonl")
    #expect(said(twice) == ["u1", "a1", "u2", "a2"] && twice.notes.remarks.isEmpty)
    let edited = Chats.imported(
      Self.traces([
        (["u1"], "a1"), (["u1", "a1", "u2"], "a2"), (["u1", "a1", "u2b"], "a2b"),
      ]), "t.jsonl")
    #expect(said(edited) == ["u1", "a1", "u2", "a2", "u2b", "a2b"])
    expect(edited.notes.lines.joined(), contains: "goes on after message 2")
  }

  @Test("requests without history are appended, also those that say the same")
  func single() {
    let file = Chats.imported(
      Self.traces([(["u ok"], "a1"), (["u ok"], "a2"), (["u ok"], "a1")]), "t.jsonl")
    #expect(said(file) == ["u ok", "a1", "u ok", "a2", "u ok", "a1"])
    #expect(file.notes.remarks.isEmpty)
  }

  @Test("rows of a table that have a history are joined as well")
  func rows() {
    let text = """
      question,reply,history,session_id
      u1,a1,[],s
      u2,a2,"[{""role"":""user"",""content"":""u1""},{""role"":""assistant"",""content"":""a1""}]",s
      u3,a3,"[{""role"":""assistant"",""content"":""a2""}]",s

      """
    let file = Chats.imported(text, "e.csv") {
      $0.columns = FieldMapping([.text: "question", .reply: "reply"])
    }
    #expect(said(file) == ["u1", "a1", "u2", "a2", "u3", "a3"], "\(file.diagnostics)")
  }

  @Test("requests that name their conversation are joined in other logs, too")
  func threads() {
    func line(_ id: String, _ texts: [String]) -> String {
      let messages = texts.map { text -> JSONValue in
        ["role": text.hasPrefix("a") ? "assistant" : "user", "content": .string(text)]
      }
      let value: JSONValue = [
        "id": .string(id), "metadata": ["thread_id": "th", "user_id": "someone@example.org"],
        "messages": .array(messages),
      ]
      return value.text()
    }
    let log = [
      line("r1", ["u1", "a1"]), line("r2", ["a1", "u2", "a2"]), line("r3", ["a2", "u3", "a3"]),
    ].joined(separator: "\n")
    let file = Chats.imported(log, "c.jsonl")
    #expect(file.transcripts.map(\.id) == ["th"])
    #expect(said(file) == ["u1", "a1", "u2", "a2", "u3", "a3"])
    let one = Chats.imported(line("r1", ["u1", "a1"]), "c.jsonl")
    #expect(one.transcripts.map(\.id) == ["r1"])
  }
}
