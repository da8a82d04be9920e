import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Importing JSON Lines")
struct JSONLinesImportTests {
  private let talk = [Message(.user, "I am stuck"), Message(.assistant, "Where?")]

  @Test(
    "the common formats of a chat on a line",
    arguments: [
      #"{"messages":[{"role":"user","content":"I am stuck"},{"role":"assistant","content":"Where?"}]}"#,
      #"{"conversations":[{"from":"human","value":"I am stuck"},{"from":"gpt","value":"Where?"}]}"#,
      #"{"messages":[{"role":"User","content":[{"type":"text","text":"I am stuck"}]},"#
        + #"{"role":"assistant","content":["Where?"]}]}"#,
      #"[{"role":"user","content":"I am stuck"},{"role":"assistant","content":"Where?"}]"#,
      #"{"messages":[{"author":{"role":"user"},"content":{"parts":["I am stuck"]}},"#
        + #"{"author":{"role":"assistant"},"content":{"parts":["Where?"]}}]}"#,
    ])
  func shapes(line: String) {
    let imported = Chats.imported(
      line + "\n\n" + line.replacing("stuck", with: "lost") + "\n", "c.jsonl")
    #expect(imported.diagnostics.isEmpty, "\(imported.diagnostics)")
    #expect(imported.transcripts.count == 2)
    #expect(imported.transcripts.first?.messages == talk)
    #expect(imported.seen == "JSON Lines, one chat a line")
    #expect(imported.transcripts.first?.quality == .unrated)
    #expect(
      imported.transcripts.first?.origin == "imported from c.jsonl (JSON Lines)")
    #expect(imported.transcripts.first?.title == "I am stuck")
  }

  @Test("id, title and tags come from the chat or its metadata, the cluster from a named field")
  func fields() throws {
    let text = #"""
      {"id": 42, "title": "The\n boat", "tags": ["a", "b"], "metadata": {"user": "u1"}, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]}
      {"conversation_id": "Talk 7/b", "metadata": {"title": "M", "tags": "c, d"}, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]}
      """#
    let imported = Chats.imported(text, "c.jsonl") {
      $0.columns = FieldMapping([.cluster: "metadata.user"])
      $0.tags = ["b", "log"]
      $0.idPrefix = "log-"
    }
    let first = try #require(imported.transcripts.first)
    #expect(first.id == "log-42" && first.title == "The boat" && first.cluster == "u1")
    #expect(first.tags == ["a", "b", "log"])
    let second = try #require(imported.transcripts.last)
    #expect(second.id.hasPrefix("log-talk-7-b-") && second.title == "M" && second.cluster == nil)
    #expect(second.tags == ["c", "d", "b", "log"])
  }

  @Test("messages on separate lines are joined, and sorted if possible")
  func messageLines() {
    let text = #"""
      {"conversation_id":"a","role":"assistant","content":"Where?","created_at":"2026-01-01T10:00:05+02:00"}
      {"conversation_id":"b","role":"user","content":"Hi","created_at":"2026-01-01T09:00:00Z"}
      {"conversation_id":"a","role":"user","content":"I am stuck","created_at":"2026-01-01T08:00:01Z"}
      """#
    let imported = Chats.imported(text, "c.jsonl")
    #expect(imported.seen == "JSON Lines, one message a line")
    #expect(imported.transcripts.map(\.id) == ["a"])
    #expect(imported.transcripts.first?.messages == talk)
    #expect(imported.problems == ["import.no-coach 2:1"])
  }

  @Test("left out and joined messages are counted")
  func notes() {
    let text = #"""
      {"messages":[{"role":"system","content":"Be kind"},{"role":"user","content":"a\r\nb "},{"role":"user","content":"c"},{"role":"user","content":"  "},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]},{"role":"tool","content":"22"},{"role":"assistant","content":[{"type":"image_url"},{"type":"text","text":"y"}]}]}
      """#
    let imported = Chats.imported(text, "c.jsonl")
    #expect(
      imported.transcripts.first?.messages == [
        Message(.user, "a\nb\n\nc"), Message(.assistant, "y"),
      ])
    var notes = ImportNotes()
    notes.systemMessages = 1
    notes.joinedMessages = 1
    notes.toolCalls = 2
    notes.emptyMessages = 1
    notes.otherParts = ["image_url": 1]
    notes.unnamedChats = 1
    #expect(imported.notes == notes)
    #expect(imported.notes.lines.count == 6)
    #expect(imported.notes.lines[1].contains("1 message joined"))
  }

  @Test("all errors are reported with their location, and the other chats are kept")
  func mistakes() throws {
    let text = #"""
      {"id":"a","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}
      {"id":"b","messages":[{"role":"user","content":"x"},}
      {"id":"c","messages":[{"role":"user","content":"x"},{"role":"Agent Bo","content":"y"}]}
      {"id":"d","mesages":[]}
      {"id":"e","messages":[{"role":"user","content":7},{"content":"y"}]}
      {"id":"f","messages":[]}
      7
      {"id":"a","messages":[{"role":"user","content":"other"},{"role":"assistant","content":"y"}]}
      {"id":"a","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}
      """#
    let imported = Chats.imported(text, "c.jsonl")
    #expect(
      imported.problems == [
        "import.json 2:53", "import.speaker 3:61", "import.chat 4:1", "import.message 5:48",
        "import.message 5:51", "import.empty 6:1", "import.chat 7:1", "import.duplicate-id 8:1",
      ])
    #expect(imported.transcripts.map(\.id) == ["a"])
    #expect(imported.brokenChats == 7 && imported.notes.repeatedChats == 1)
    let hints = imported.diagnostics.compactMap(\.hint)
    #expect(hints.count == imported.diagnostics.count - 1)
    #expect(hints[1] == "say who that is: --coach 'Agent Bo' or --person-name 'Agent Bo'")
    #expect(hints[2] == "is 'mesages' meant to be 'messages'?")
  }

  @Test("names of speakers can be configured, and a misspelt role is recognised")
  func speakers() {
    let text = #"{"messages":[{"role":"Ines","content":"x"},{"role":"Coach Bo","content":"y"}]}"#
    let imported = Chats.imported(text, "c.jsonl") {
      $0.coachNames = ["coach bo"]
      $0.personNames = ["Ines"]
    }
    #expect(
      imported.transcripts.first?.messages == [Message(.user, "x"), Message(.assistant, "y")])
    let misspelt = Chats.imported(#"{"messages":[{"role":"asistant","content":"y"}]}"#, "c.jsonl")
    #expect(misspelt.diagnostics.first?.hint?.hasPrefix("did you mean 'assistant'?") == true)
  }

  @Test("a chat that may lack a message is left out, since an invalid line can belong to any chat")
  func incomplete() {
    let text = #"""
      {"chat_id":"a","role":"user","content":"1"}
      {"chat_id":"b","role":"user","content":"2"}
      {"chat_id":"b","role"
      {"chat_id":"b","role":"assistant","content":"3"}
      {"chat_id":"c","role":"user"}
      {"chat_id":"a","role":"assistant","content":"4"}
      """#
    let imported = Chats.imported(text, "c.jsonl")
    #expect(imported.transcripts.map(\.id) == ["a"])
    #expect(
      imported.problems == ["import.incomplete 2:1", "import.json 3:22", "import.message 5:1"])
  }

  @Test("the same text has the same id, regardless of the rest of the file")
  func identity() {
    let chat = #""messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}"#
    let first = Chats.imported("{" + chat, "a.jsonl").transcripts
    let second = Chats.imported(#"{"title":"T","# + chat, "b.jsonl").transcripts
    #expect(first.first?.id == second.first?.id)
    #expect(first.first?.id.hasPrefix("chat-") == true)
    let other = Chats.imported("{" + chat.replacing("x", with: "z"), "a.jsonl").transcripts
    #expect(first.first?.id != other.first?.id)
  }

  @Test("only a coach's closing signal makes a conversation complete")
  func ending() {
    func ending(_ last: String) -> Transcript.Ending? {
      let text =
        #"{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":"\#(last)"}]}"#
      return Chats.imported(text, "a.jsonl").transcripts.first?.ending
    }
    #expect(ending("Bye [DISCOVERY_COMPLETE] {}") == .complete)
    #expect(ending("Bye") != .complete)
  }
}
