import CoachModel
import CoachTranscripts
import Documents
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import ReplyContracts
import SourceFiles
import Testing
import TestKit

@Suite("Reading the cases of a task")
struct TaskCaseTests {
  private func list(_ yaml: String, _ files: [String: String] = [:]) throws -> [TaskCase] {
    try TaskCase.list(
      in: SourceFile(path: "E/cases.yaml", text: yaml), files: InMemoryFileSystem(files))
  }

  @Test("a case has inputs, whose it is, and what is expected")
  func whole() throws {
    let found = try #require(try list(TaskBench.cases).first)
    #expect(found.id == "boat" && found.title == "boat" && found.tags == ["short"])
    #expect(found.cluster == "ada" && found.person == Transcript.unknownPerson)
    #expect(found.inputs["talk"]?.array?.count == 2 && found.domain == nil)
    #expect(found.target == "Notes the boat, and nothing of the coach.")
    #expect(found.expectations.map(\.kind) == ["items", "some"])
    #expect(found.transcript.cluster == "ada" && found.transcript.messages.isEmpty)
  }

  @Test("inputs of a file are shared, and a case overrides some of them")
  func shared() throws {
    let cases = try list(
      """
      - {id: a, from: in/base.yaml}
      - {id: b, from: in/base.yaml, inputs: {day: friday}}
      """, ["E/in/base.yaml": "day: monday\nminutes: 20\n"])
    #expect(cases.map { $0.inputs["day"] } == ["monday", "friday"])
    #expect(cases.allSatisfy { $0.inputs["minutes"] == 20 })
  }

  @Test(
    "a mistake is an error with its place and the way to repair it",
    arguments: [
      ("- {inputs: {}}", 1, "'id' is missing"),
      ("- {id: a}\n- {id: b, inpts: {}}", 2, "inpts"),
      ("- {id: a, inputs: [1]}", 1, "must be a mapping"),
      ("- {id: a, from: missing.yaml}", 1, "missing.yaml"),
      ("- {id: a, from: broken.yaml}", 2, "indentation"),
      ("- {id: ../x}", 1, "cannot be the id"), ("- {id: 'a#2'}", 1, "cannot be the id"),
      ("- {id: a, expect: [{wrds: text, maximum: 3}]}", 1, "says nothing"),
      ("- {id: a, expect: [{words: text}]}", 1, "no limit"),
      ("a: b", 1, "must be a list"),
    ])
  func mistakes(yaml: String, line: Int, words: String) {
    let error = #expect(throws: SourceError.self) {
      try list(yaml, ["E/broken.yaml": "a: b\n c: d\n"])
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.diagnostics.first?.location?.line == line)
  }

  @Test("the mistakes of all cases are reported at once")
  func all() {
    let error = #expect(throws: SourceError.self) { try list("- {}\n- {id: a}\n- {}") }
    #expect(error?.diagnostics.map { $0.location?.line } == [1, 3])
  }

  @Test("a suite takes cases from files, with a filter, or holds them")
  func suites() throws {
    let file = try TaskBench.suite()
    #expect(file.replay == .task && file.transcripts.paths == ["E/cases.yaml"])
    let filtered = try TaskBench.suite(cases: "{files: [a.yaml, b.yaml], tags: [short]}")
    #expect(filtered.transcripts.paths == ["E/a.yaml", "E/b.yaml"])
    #expect(filtered.transcripts.filter.tags == ["short"])
    let inline = try TaskBench.suite(cases: "[more.yaml, {id: a, inputs: {day: friday}}]")
    #expect(inline.transcripts.paths == ["E/more.yaml"])
    #expect(inline.transcripts.cases.map(\.id) == ["a"])
  }

  @Test(
    "what belongs to conversations is refused beside cases",
    arguments: [
      "transcripts: {folder: T}", "turns: [1]", "references: [{id: written}]",
      "person: {model: 'test:rule'}", "closing_max_tokens: 9", "replay: conversation",
    ])
  func conversations(line: String) {
    let error = #expect(throws: SourceError.self) { try TaskBench.suite(line) }
    #expect(error?.diagnostics.first?.code == "suite.cases")
    #expect(error?.diagnostics.first?.hint?.isEmpty == false)
  }

  @Test("a suite of transcripts cannot replay a task")
  func transcripts() {
    let error = #expect(throws: SourceError.self) { try EvalBench.suite("replay: task") }
    #expect(error?.diagnostics.first?.hint == "write cases: in place of transcripts:")
  }

  @Test("two cases with one id are refused")
  func twice() throws {
    let files = InMemoryFileSystem(["E/cases.yaml": "- {id: a}\n- {id: a}"])
    let error = #expect(throws: SourceError.self) {
      try EvalSubjects.read(try TaskBench.suite(), files: files)
    }
    #expect(error?.description.contains("two cases have the id 'a'") == true)
    #expect(error?.diagnostics.first?.location?.description.hasPrefix("E/cases.yaml:2:") == true)
    #expect(error?.diagnostics.first?.hint?.contains("E/cases.yaml:1:") == true)
  }
}
