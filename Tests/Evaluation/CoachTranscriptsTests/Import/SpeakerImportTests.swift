import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Identifying the speakers in a log")
struct SpeakerImportTests {
  private let log = """
    Chat,From,Message
    1,Bo,"Hi, how are you?"
    1,Laura,Fine
    2,Ines,Hello
    2,Bo,Hello Ines
    3,Laura,Anybody there?
    """

  @Test("if the coach is named, the only other speaker is the person")
  func persons() {
    let imported = Chats.imported(log, "log.csv") { $0.coachNames = ["bo"] }
    // In the third chat the coach says nothing.
    #expect(imported.problems == ["import.no-coach 6:1"], "\(imported.diagnostics)")
    #expect(
      imported.transcripts.map { $0.messages.map(\.role) } == [
        [.assistant, .user], [.user, .assistant],
      ])
    #expect(
      imported.notes.lines == [
        "'Ines', 'Laura' are taken for the person: no one else speaks with the coach"
      ])
  }

  @Test("if the person is named, the only other speaker is the coach")
  func coaches() {
    let imported = Chats.imported(log, "log.csv") { $0.personNames = ["Laura", "Ines"] }
    #expect(imported.problems == ["import.no-coach 6:1"] && imported.transcripts.count == 2)
    #expect(
      imported.notes.lines == ["'Bo' is taken for the coach: no one else speaks with the person"])
  }

  @Test("of many names three are shown")
  func many() {
    let rows = (0..<9).map { "\($0),Bo,Hello what now?\n\($0),Person\($0),I am fine \($0)" }
    let text = "Chat,From,Message\n" + rows.joined(separator: "\n")
    let imported = Chats.imported(text, "log.csv") { $0.coachNames = ["Bo"] }
    #expect(imported.transcripts.count == 9)
    #expect(
      imported.notes.lines.first?.hasPrefix(
        "'Person0', 'Person1', 'Person2' and 6 more are taken for the person") == true)
  }

  @Test(
    "uncertain speakers are not assigned",
    arguments: [
      // Nobody was named; two others; the person is known; coach or person.
      (["Bo", "Laura"], [], []), (["Bo", "Laura", "Ines"], ["Bo"], []),
      (["Bo", "user", "Laura"], ["Bo"], []), (["Laura"], ["Bo"], ["Ines"]),
    ] as [([String], [String], [String])])
  func uncertain(speakers: [String], coaches: [String], persons: [String]) {
    let rows = speakers.map { "1,\($0),Hello" }.joined(separator: "\n")
    let imported = Chats.imported("Chat,From,Message\n" + rows, "log.csv") {
      $0.coachNames = coaches
      $0.personNames = persons
    }
    #expect(imported.transcripts.isEmpty && imported.brokenChats == 1)
    #expect(imported.errors.allSatisfy { $0.code == "import.speaker" } && !imported.errors.isEmpty)
  }

  @Test("each unknown name is reported once, with its number of occurrences")
  func once() {
    let imported = Chats.imported(log, "log.csv")
    #expect(
      imported.errors.map(\.message) == [
        "who is 'Bo'? (2 messages in 2 chats)", "who is 'Laura'? (2 messages in 2 chats)",
        "who is 'Ines'? (1 message)",
      ])
    #expect(
      imported.problems == ["import.speaker 2:3", "import.speaker 3:3", "import.speaker 4:3"])
    #expect(imported.brokenChats == 3)
  }

  @Test(
    "only a likely typing error counts as a misspelt word",
    arguments: [
      ("asistant", "assistant"), ("Assistnat", "assistant"), ("persom", "person"),
      ("Cliente", "client"), ("Person299", nil), ("Laura", nil), ("Bob", nil), ("Claudia", nil),
      ("Agent Bo", nil), ("usr", "user"), ("Usher", nil), ("Clint", nil), ("al", nil),
    ] as [(String, String?)])
  func hints(word: String, meant: String?) {
    let hint = SpeakerWords().hint(for: word)
    #expect(hint.hasPrefix("did you mean '\(meant ?? "")'?") == (meant != nil), "\(hint)")
    #expect(hint.contains("--coach"))
  }
}
