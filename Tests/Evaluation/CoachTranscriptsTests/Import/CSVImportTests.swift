import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Importing tables")
struct CSVImportTests {
  @Test("quotes, line breaks in fields, CRLF and a byte order mark")
  func quoting() {
    let text =
      "\u{feff}conversation_id,role,content\r\na,user,\"I said \"\"no\"\",\r\nand left\"\r\na,assistant,Why?\r\n"
    let imported = Chats.imported(text, "log.csv")
    #expect(imported.diagnostics.isEmpty, "\(imported.diagnostics)")
    #expect(
      imported.transcripts.first?.messages == [
        Message(.user, "I said \"no\",\nand left"), Message(.assistant, "Why?"),
      ])
    #expect(
      imported.seen
        == "a table separated by commas, text=content, speaker=role, conversation=conversation_id")
  }

  @Test(
    "the separator is detected, even if the file name does not state it",
    arguments: [(";", "semicolons"), ("\t", "tabs"), ("|", "bars"), (",", "commas")])
  func separators(sign: String, name: String) {
    let rows = [["speaker", "text"], ["user", "\"a, b; c\""], ["coach", "d"]]
    let text = rows.map { $0.joined(separator: sign) }.joined(separator: "\n")
    let imported = Chats.imported(text, "log.txt")
    #expect(imported.seen.hasPrefix("a table separated by \(name)"))
    #expect(imported.transcripts.first?.messages.first?.text == "a, b; c")
    #expect(
      imported.notes.remarks == ["no conversation ids: the complete file is treated as one chat"])
  }

  @Test("columns are mapped, rows sorted by number, clusters kept")
  func mapping() throws {
    let text = """
      Nr,Who,Said,Chat,Person
      10,Bo,Where?,a,p1
      9,Ines,I am stuck,a,p1
      1,Ines,Hi,b,p2
      2,Bo,Hello,b,p2
      """
    let columns = try FieldMapping(
      parsing: "text=Said,speaker=who,conversation=Chat,order=Nr,cluster=Person")
    let imported = Chats.imported(text, "log.csv") {
      $0.columns = columns
      $0.coachNames = ["Bo"]
      $0.personNames = ["Ines"]
    }
    #expect(imported.diagnostics.isEmpty, "\(imported.diagnostics)")
    #expect(imported.transcripts.map(\.cluster) == ["p1", "p2"])
    #expect(
      imported.transcripts.first?.messages
        == [Message(.user, "I am stuck"), Message(.assistant, "Where?")])
  }

  @Test("a guessed column that cannot be sorted by is ignored, a named one is an error")
  func order() {
    let text = "time,role,text\n01/02/2026,user,x\n02/01/2026,assistant,y\n"
    let guessed = Chats.imported(text, "a.csv")
    #expect(guessed.transcripts.first?.messages.first?.text == "x")
    #expect(guessed.notes.remarks.contains { $0.hasPrefix("the order is that of the file") })
    let named = Chats.imported(text, "a.csv") { $0.columns = FieldMapping([.order: "time"]) }
    #expect(named.problems == ["import.order 2:1"] && named.transcripts.isEmpty)
  }

  @Test("columns that are not read are named")
  func unused() {
    let text = "Chat,From,Message,Sent,Customer\na,user,Hi,2,x\na,assistant,Yes?,1,x\n"
    let notes = Chats.imported(text, "a.csv").notes.remarks
    #expect(notes == ["not imported: the columns Sent, Customer"])
  }

  @Test("missing columns are reported with the existing ones")
  func columns() {
    let text = "rol,content\nuser,x\n"
    let guessed = Chats.imported(text, "a.csv")
    #expect(guessed.problems == ["import.column 1:1"])
    #expect(
      guessed.diagnostics.first?.hint?.hasPrefix(
        "use --columns speaker=NAME; there are: rol, content (rows with") == true)
    let named = Chats.imported(text, "a.csv") { $0.columns = FieldMapping([.speaker: "role"]) }
    #expect(named.diagnostics.first?.message == "there is no column 'role'")
    #expect(named.diagnostics.first?.hint == "did you mean 'rol'?")
  }

  @Test("all invalid rows are reported, and the chats they may belong to are left out")
  func rows() {
    let text = """
      chat_id,role,text
      a,user,x
      a,assistant,y
      b,user
      c,user,x
      c,,y
      d,user,x, with a comma
      e,user,x
      e,assistant,y
      f,user,x
      f,bot,"y" z
      """
    let imported = Chats.imported(text, "a.csv")
    #expect(imported.transcripts.isEmpty)
    #expect(
      imported.problems == [
        "import.incomplete 2:1", "import.csv 4:1", "import.incomplete 5:1", "import.message 6:3",
        "import.csv 7:1", "import.incomplete 8:1", "import.incomplete 10:1", "import.csv 11:10",
      ])
  }

  @Test("a quote that is never closed is reported at its start")
  func unclosed() {
    let imported = Chats.imported("role,text\nuser,\"x\nuser,y\n", "a.csv")
    #expect(imported.problems.contains("import.csv 2:6"))
  }

  @Test("a chat in two clusters is an error")
  func clusters() {
    let text = "chat_id,role,text,u\na,user,x,1\na,bot,y,2\n"
    let imported = Chats.imported(text, "a.csv") { $0.columns = FieldMapping([.cluster: "u"]) }
    #expect(imported.problems == ["import.cluster 3:1"])
  }

  @Test(
    "invalid mappings are rejected",
    arguments: ["text", "text=", "txt=a", "text=a,text=b"])
  func mistakes(argument: String) {
    #expect(throws: SourceError.self) { try FieldMapping(parsing: argument) }
  }

  @Test(
    "values by which messages can be sorted",
    arguments: [
      ("7", 7), ("-1.5", -1.5), ("1970-01-02", 86_400), ("1970-01-01T00:01:02Z", 62),
      ("1970-01-01 01:00:00.5+01:00", 0.5), ("1970-01-01T00:00+0000", 0), ("01/02/2026", nil),
      ("1970-01-01T25:00", nil), ("1970-13-01", nil), ("soon", nil), ("inf", nil),
      ("1970-01-01T00:00+2", nil),
    ] as [(String, Double?)])
  func moments(text: String, value: Double?) {
    #expect(MessageOrder(text)?.value == value)
  }
}
