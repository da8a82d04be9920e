import CoachModel
@testable import PromptEvals
@testable import CoachBenchmarks
import SourceFiles
import Testing
import TestKit

@Suite("Reading labelled data")
struct LabelledTableTests {
  private func read(
    _ files: [String: String], at path: String = "data", _ columns: TableColumns = TableColumns(),
    labels: [String] = TableColumns.usualLabels
  ) throws(SourceError) -> LabelledTable {
    try LabelledTable(path, columns: columns, labels: labels, files: InMemoryFileSystem(files))
  }

  private func problem(
    _ files: [String: String], at path: String = "data", _ columns: TableColumns = TableColumns()
  ) -> Diagnostic? {
    do throws(SourceError) {
      _ = try read(files, at: path, columns)
      return nil
    } catch {
      return error.diagnostics.first
    }
  }

  @Test(
    "a table has text, label, group and language, with any separator",
    arguments: [
      ("data/a.csv", "id,Sentence,domain,kind,language\n7,\"one, two\",work,short,en\n"),
      ("data/a.csv", "id;sentence;domain;kind;language\n7;\"one, two\";work;short;en\n"),
      ("data/a.tsv", "id\tsentence\tdomain\tkind\tlanguage\n7\tone, two\twork\tshort\ten\n"),
      (
        "data/a.jsonl",
        #"{"id":7,"sentence":"one, two","domain":"work","kind":"short","language":"en"}"#
      ),
    ])
  func shapes(path: String, content: String) throws {
    let row = try #require(try read([path: content]).rows.first)
    #expect(row.text == "one, two" && row.label == "work")
    #expect(row.group == "short" && row.language == "en" && row.place.id == "7")
    #expect(row.place.row == 1 && row.place.location.file == path)
  }

  @Test("of several possible columns, the more specific one is used")
  func preference() throws {
    let header = "Source,message,text,label,domain,top_label\n"
    let row = try #require(try read(["data/a.csv": header + "s,m,t,l,d,p\n"]).rows.first)
    // An exact name takes precedence over another spelling.
    #expect(row.text == "t" && row.label == "l" && row.group == "p")
    let named = TableColumns(text: "Message", label: "domain", group: "Source")
    let other = try #require(try read(["data/a.csv": header + "s,m,t,l,d,p\n"], named).rows.first)
    #expect(other.text == "m" && other.label == "d" && other.group == "s")
  }

  @Test("a filter keeps rows with one of its values in every column")
  func filters() throws {
    let table = "text,split,who\na,dev,x\nb,dev,y\nc,test,x\nd,train,x\n"
    let columns = TableColumns(
      filters: try ["split=dev", "split=test", "who=x"].map { text in
        try TableColumns.Filter(parsing: text)
      })
    let rows = try read(["data/a.csv": table], columns).rows
    #expect(rows.map(\.text) == ["a", "c"] && rows.map(\.place.row) == [1, 3])
  }

  @Test("a line of JSON with turns is a conversation")
  func sessions() throws {
    let line = """
      {"id": "s", "persona_risk": "High", "persona": "p", "turns": [
      {"role": "system", "text": "Be kind."}, {"speaker": "client", "content": "hi", "label": "none"},
      {"role": "therapist", "text": "Hello."}, {"role": "user", "text": "work", "label": "career",
      "switch": true}]}
      """.split(separator: "\n").joined(separator: " ")
    let table = try read(["data/a.jsonl": line])
    let session = try #require(table.sessions.first)
    #expect(session.label == "High" && session.group == "p" && session.place.id == "s")
    #expect(session.turns.map(\.message.role) == [.user, .assistant, .user])
    #expect(session.turns.map(\.label) == ["none", nil, "career"])
    #expect(session.turns.map(\.isSwitch) == [false, false, true] && table.rows.isEmpty)
  }

  @Test("a history consists of the person's earlier messages, or of turns")
  func history() throws {
    let lines = """
      {"text": "c", "history": ["a", "b"]}
      {"text": "c", "history": [{"role": "user", "text": "a"}, {"role": "coach", "text": "b"}]}
      """
    let rows = try read(["data/a.jsonl": lines]).rows
    #expect(rows.first?.history == [Message(.user, "a"), Message(.user, "b")])
    #expect(rows.last?.history == [Message(.user, "a"), Message(.assistant, "b")])
  }

  @Test("in a folder, files without labels are left out if others have some")
  func unlabelledFiles() throws {
    let files = [
      "data/labelled.csv": "text,label\na,x\nb,\n", "data/rubric.tsv": "question\tanswer\nq\tno\n",
      "data/other.csv": "name,size\nn,1\n", "data/read.me": "no table",
    ]
    let table = try read(files)
    #expect(table.rows.map(\.text) == ["a", "b"] && table.rows.map(\.label) == ["x", nil])
    #expect(
      table.notes == [
        "left out other.csv: which column holds the text?",
        "left out rubric.tsv: it has none of the measured labels, and other files do",
      ])
    try expect(read(files, at: "data/rubric.tsv").rows.map(\.text), equals: ["q"])
    try expect(read(["data/a.csv": "text\na\n", "data/b.csv": "text\nb\n"]).rows.count, equals: 2)
  }

  @Test("a list of labels counts as labels, even if it is empty")
  func lists() throws {
    let files = [
      "data/a.jsonl": #"{"text": "a", "checks": []}"#,
      "data/b.jsonl": #"{"text": "b", "expect": "flag"}"#,
    ]
    try expect(read(files, labels: ["checks"]).rows.map(\.text), equals: ["a"])
    try expect(read(files).rows.map(\.text), equals: ["b"])
  }

  @Test("rows without text are left out and counted")
  func blank() throws {
    let table = try read(["data/a.csv": "text,label\na,x\n  ,x\n\"\",y\n"])
    #expect(table.rows.count == 1 && table.notes == ["left out 2 rows of a.csv without text"])
  }

  @Test(
    "an error contains the location, the existing columns and the closest match",
    arguments: [
      (
        "said,label\nhm,x\n", TableColumns(), "data/a.csv:1:1", "which column holds the text?",
        "use --text-column NAME; there are: said, label"
      ),
      (
        "text,label\nhm,x\n", TableColumns(label: "lable"), "data/a.csv:1:1",
        "there is no column 'lable'", "did you mean 'label'? there are: text, label"
      ),
      (
        "text,label\nhm,x\n", TableColumns(label: "text"), "data/a.csv:1:1",
        "'text' is the column with the text, and no label", nil
      ),
      (
        "text,label\nhm\n", TableColumns(), "data/a.csv:2:1",
        "this row has 1 field, and there are 2 columns",
        "a text with a separator or a line break in it needs quotes"
      ),
      (
        "text,label\n\"hm,x\n", TableColumns(), "data/a.csv:2:1", "this quote is never closed",
        "close it, or write a quote inside a text twice: \"\""
      ),
      (
        "text,note\nhm,\"A sentence of some length, as nobody would use it for a label here.\"\n",
        TableColumns(label: "note"), "data/a.csv:2:4",
        "'note' holds a text of 67 characters, which is not a label",
        "name another column with --label-column"
      ),
      (
        "text,who\nhm,client\n",
        TableColumns(filters: [TableColumns.Filter(column: "who", value: "clinet")]), nil,
        "no row of data/a.csv has 'clinet' in 'who'", "did you mean 'client'?"
      ),
    ] as [(String, TableColumns, String?, String, String?)])
  func mistakes(
    content: String, columns: TableColumns, place: String?, message: String, hint: String?
  ) throws {
    let found = try #require(problem(["data/a.csv": content], at: "data/a.csv", columns))
    #expect(found.location?.description == place && found.message == message)
    #expect(found.hint == hint && found.excerpt == nil)
  }

  @Test(
    "so does an error in JSON Lines",
    arguments: [
      (#"{"text": "a"}"# + "\n{", "a.jsonl:2:2", "this line is not JSON"),
      ("[1]", "a.jsonl:1:1", "a line must be an object"),
      (#"{"text": "a"}"# + "\n" + #"{"label": "x"}"#, "a.jsonl:2:1", "this line has no text"),
      (
        #"{"turns": [{"role": "user", "text": "a"}, {"text": "b"}]}"#, "a.jsonl:1:43",
        "the turn does not say who speaks"
      ),
      (
        #"{"turns": [{"role": "dog", "text": "a"}]}"#, "a.jsonl:1:21",
        "unknown speaker 'dog'"
      ),
      (#"{"turns": [{"role": "user"}]}"#, "a.jsonl:1:12", "the turn has no text"),
    ])
  func mistakesInLines(content: String, place: String, message: String) throws {
    let found = try #require(problem(["a.jsonl": content], at: "a.jsonl"))
    #expect(found.location?.description == place && found.message.hasPrefix(message))
    #expect(found.excerpt == nil)
  }

  @Test("notes about a table never quote its texts")
  func discretion() throws {
    // A table without column names has a text in their place.
    let text = "this is what somebody wrote in a message of more than eight words"
    let headless = try #require(problem(["data/a.csv": "\(text),x\nhm,x\n"]))
    #expect(headless.description.contains("there are: …, x"))
    let filter = TableColumns(filters: [TableColumns.Filter(column: "text", value: "short")])
    let texts = try #require(problem(["data/a.csv": "text,label\nshirt,x\n"], filter))
    #expect(texts.hint == nil)
    let many = (0...100).map { "t,word\($0)\n" }.joined()
    let labels = try #require(problem(["data/a.csv": "text,label\n" + many]))
    #expect(labels.message == "there are 101 different labels in 'data'")
  }

  @Test("a table without data is reported")
  func nothing() {
    #expect(problem(["data/a.json": "{}"])?.code == "measure.empty")
    #expect(problem(["data/a.json": "{}"], at: "data/a.json")?.code == "measure.format")
    #expect(problem(["data/a.csv": "text,label\n"])?.code == "measure.empty")
    #expect(problem(["data/a.csv": ""])?.code == "measure.empty")
    #expect(problem(["data/a.jsonl": "\n\n"])?.code == "measure.empty")
    #expect(problem([:], at: "elsewhere.csv")?.code == "file.missing")
  }

  @Test("an invalid filter is rejected")
  func noFilter() {
    for text in ["split", "=dev"] {
      #expect(throws: SourceError.self) { try TableColumns.Filter(parsing: text) }
    }
  }
}
