import CoachModel
import Documents
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import ReplyContracts
import SourceFiles
import Testing
import TestKit

@Suite("Cases from tables, JSON Lines and JSON")
struct CaseTableTests {
  private static let prompt = """
    ---
    input:
      schema:
        question: string
        minutes?: number
        urgent?: boolean
        tags_seen?(array): string
        talk?(array):
          speaker: string
          text: string
        mood?(enum): [calm, tense]
    ---
    {{question}} {{minutes}}
    """

  private struct Bench {
    var files: InMemoryFileSystem
    var suite: EvalSuite

    init(_ files: [String: String], cases: String) throws {
      var all = files
      all["P/ask.v1.prompt"] = CaseTableTests.prompt
      self.files = InMemoryFileSystem(all)
      suite = try EvalSuite(
        SourceFile(
          path: "E/s.yaml",
          text: """
            name: s
            cases: \(cases)
            model: test:rule
            variants: [{id: a, prompt: ask@v1}]
            graders: [expected]
            """), files: self.files)
    }

    func tasks() throws -> [TaskCase] {
      let content = EvalContent(
        suite: suite, library: try PromptLibrary(folder: "P", files: files),
        subjects: try EvalSubjects.read(suite, files: files), person: { Person(id: $0) },
        models: [:])
      return try content.readingCells().subjects.compactMap(\.task)
    }
  }

  private func tasks(_ text: String, _ name: String, cases: String? = nil) throws -> [TaskCase] {
    try Bench(["E/\(name)": text], cases: cases ?? name).tasks()
  }

  private func problems(_ text: String, _ name: String, cases: String? = nil) -> [String] {
    do {
      _ = try tasks(text, name, cases: cases)
      return []
    } catch let error as SourceError {
      return error.diagnostics.map {
        "\($0.location.map { "\($0.line):\($0.column) " } ?? "")\($0.message)"
      }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("a row is a case: keys, inputs of their types, and rules")
  func rows() throws {
    let text = """
      id,question,minutes,urgent,tags_seen,tags,cluster,target,expect,mood
      a,"Late, again?",7.5,TRUE,"[""x"", ""y""]","short; work",ada,Asks why,"[{words: text, maximum: 6}]",calm
      b,007,,,,,,,"{""lacks"": ""text"", ""pattern"": ""must"", ""because"": ""no advice""}",

      """
    for (name, prefix) in [("c.csv", ""), ("c.csv", "sep=,\n"), ("c.csv", "\u{FEFF}")] {
      let found = try tasks(prefix + text.replacing("\n", with: "\r\n"), name)
      let first = try #require(found.first)
      #expect(first.id == "a" && first.tags == ["short", "work"] && first.cluster == "ada")
      #expect(first.inputs["question"] == "Late, again?" && first.inputs["minutes"] == 7.5)
      #expect(first.inputs["urgent"] == true && first.inputs["tags_seen"] == ["x", "y"])
      #expect(first.target == "Asks why" && first.expectations.map(\.kind) == ["words"])
      let second = try #require(found.last)
      // A text stays a text, also one of digits.
      #expect(second.inputs["question"] == "007" && second.inputs["minutes"] == nil)
      #expect(second.expectations.map(\.kind) == ["lacks"] && second.cluster == nil)
    }
  }

  @Test("JSON Lines and JSON have the same members, and values with types")
  func json() throws {
    let line =
      #"{"id":1,"question":"Why?","minutes":3,"tags":["a"],"expect":[{"words":"text","maximum":3}]}"#
    let whole = #"{"id":"w","inputs":{"question":"Why?"},"tags":["a"]}"#
    for (text, name) in [
      (line + "\n\n" + whole + "\n", "c.jsonl"), ("[\(line),\n\(whole)]", "c.json"),
      ("{\"cases\": [\(line), \(whole)]}", "c.json"),
    ] {
      let found = try tasks(text, name)
      #expect(found.map(\.id) == ["1", "w"] && found.allSatisfy { $0.tags == ["a"] })
      #expect(found.first?.inputs["minutes"] == 3 && found.first?.expectations.count == 1)
      #expect(found.allSatisfy { $0.inputs["question"] == "Why?" })
    }
    let item = #"{"item":{"question":"Why?","id":"x"}}"#
    #expect(try tasks(item, "c.jsonl").map(\.id) == ["x"])
  }

  @Test("a conversation is read from JSON in two forms and from lines with speakers")
  func conversations() throws {
    let expected: JSONValue = [
      ["speaker": "person", "text": "I am late."],
      ["speaker": "coach", "text": "Why: the bus?\nOr?"],
    ]
    for cell in [
      #"[{""speaker"":""person"",""text"":""I am late.""},{""speaker"":""coach"",""text"":""Why: the bus?\nOr?""}]"#,
      #"[{""role"":""user"",""content"":""I am late.""},{""role"":""assistant"",""content"":""Why: the bus?\nOr?""}]"#,
      "person: I am late.\nCoach: Why: the bus?\nOr?",
    ] {
      let found = try tasks("id,question,talk\na,x,\"\(cell)\"\n", "c.csv")
      #expect(found.first?.inputs["talk"] == expected, "\(cell)")
    }
  }

  @Test("columns with other names are mapped, others are left out by name")
  func mapped() throws {
    let text = "Nr,User question,Ideal,Reviewer\nq1,Why?,Because,Kim\n"
    let cases =
      "{files: c.csv, columns: {id: Nr, question: User question, target: Ideal}, ignore: [Reviewer]}"
    let found = try #require(try tasks(text, "c.csv", cases: cases).first)
    #expect(found.id == "q1" && found.inputs["question"] == "Why?" && found.target == "Because")
    #expect(
      problems(text, "c.csv", cases: "{files: c.csv, columns: {id: Number}}")
        == ["1:1 there is no column 'Number'"])
    #expect(
      problems("- {id: a, inputs: {question: x}}", "c.yaml", cases: "{files: c.yaml, ignore: [x]}")
        == ["1:1 'columns' and 'ignore' are for tables, JSON Lines and JSON"])
  }

  @Test("a row without an id has one of its content, wherever it stands")
  func identifiers() throws {
    let first = try tasks("question\nWhy?\nHow?\n", "c.csv")
    let second = try tasks("question\nHow?\nWhy?\n", "c.csv")
    #expect(Set(first.map(\.id)) == Set(second.map(\.id)) && first.map(\.id).count == 2)
    #expect(first.allSatisfy { $0.id.hasPrefix("case-") })
  }

  @Test(
    "every mistake has its file, line and column",
    arguments: [
      (
        "id,question,minutes\na,x,3\nb,x,\"3,5\"\n", "c.csv",
        "3:5 'minutes' cannot be read as number"
      ),
      ("id,question,urgent\na,x,maybe\n", "c.csv", "2:5 'urgent' cannot be read as boolean"),
      ("id,question,mood\na,x,angry\n", "c.csv", "2:5 'mood' is no value of the input 'mood'"),
      ("id,question,tags_seen\na,x,one\n", "c.csv", "2:5 'tags_seen' cannot be read as array"),
      (
        "id,question,reviewer\na,x,Kim\nb,y,Lee\n", "c.csv",
        "1:13 'reviewer' is no input of 'ask@v1'"
      ),
      ("id,question\na,x,y\n", "c.csv", "2:1 this row has 3 fields"),
      ("id,question\na,\"x\n", "c.csv", "2:3 this quote is never closed"),
      ("id,question,id\na,x,b\n", "c.csv", "1:13 the column 'id' is here twice"),
      ("id,,question\na,1,x\n", "c.csv", "1:4 column 2 has no name"),
      ("id,question\na/b,x\n", "c.csv", "2:1 'a/b' cannot be the id of a case"),
      ("id,question,expect\na,x,be short\n", "c.csv", "2:5 'expect' has no rules"),
      ("id,question,expect\na,x,[{wrds: text}]\n", "c.csv", "2:5 this rule says nothing"),
      ("id,question,expect\na,x,\"[{words: text\"\n", "c.csv", "2:5 "),
      ("{\"id\":\"a\",\"question\":\"x\"}\n{\"id\":\"b\",}\n", "c.jsonl", "2:"),
      (
        "{\"id\":\"a\",\"question\":\"x\"}\n{\"id\":\"b\",\"minutes\":\"3\"}\n", "c.jsonl",
        "2:21 'minutes' is no value"
      ),
      ("{\"id\":\"a\",\"qestion\":\"x\"}\n", "c.jsonl", "1:11 'qestion' is no input"),
      (
        "[{\"id\":\"a\"},\n {\"id\":\"b\",\"question\":3}]", "c.json", "2:23 'question' is no value"
      ),
      ("id,question\n", "c.csv", "1:1 there is no case"),
      ("3\n", "c.json", "1:1 a file of cases must be a list"),
    ])
  func mistakes(text: String, name: String, begins: String) {
    let found = problems(text, name)
    #expect(found.count == 1 && found.first?.hasPrefix(begins) == true, "\(found)")
  }

  @Test("the mistakes of all rows are reported at once, an unknown column once")
  func all() {
    let found = problems("id,question,minutes,who\na,x,q,Kim\nb,y,r,Lee\n", "c.csv")
    #expect(found.map { $0.prefix(4) } == ["2:5 ", "1:21", "3:5 "])
  }

  @Test("a folder may hold tables beside YAML; another file is refused with what it could be")
  func folders() throws {
    let files = [
      "E/d/a.yaml": "- {id: y, inputs: {question: x}}", "E/d/b.csv": "id,question\nt,x\n",
      "E/d/notes.txt": "nothing",
    ]
    #expect(try Bench(files, cases: "d").tasks().map(\.id) == ["t", "y"])
    #expect(throws: SourceError.self) { try Bench(files, cases: "d/notes.txt").tasks() }
  }
}
