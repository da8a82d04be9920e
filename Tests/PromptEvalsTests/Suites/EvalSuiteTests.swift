import Conversations
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("A suite's file is read strictly")
struct EvalSuiteTests {
  private static let valid = """
    name: s
    description: d
    transcripts:
      folder: ../transcripts
      quality: good
      tags: [a]
    turns: [1, last]
    model: replay:../r.jsonl
    parameters: {max_tokens: 5, temperature: 0}
    variants:
      - {id: a, prompt: discovery@v1}
      - {id: b, prompt: discovery@v2}
    graders: [one-question]
    gate: {grader: one-question, margin: 0.1}
    """

  private func read(_ text: String) throws -> EvalSuite {
    try EvalSuite(SourceFile(path: "E/suites/s.yaml", text: text))
  }

  @Test("paths are relative to the suite")
  func valid() throws {
    let suite = try read(Self.valid)
    #expect(suite.transcriptFolder == "E/transcripts")
    #expect(suite.model == ModelReference(provider: "replay", model: "E/r.jsonl"))
    #expect(suite.filter.quality == .good && suite.filter.tags == ["a"])
    #expect(suite.gate?.margin == 0.1)
    #expect(suite.parametersNote == ["max_tokens": 5, "temperature": 0.0])
  }

  @Test(
    "mistakes are located",
    arguments: [
      ("quality: good", "quality: fine", "yaml.choice", 5),
      ("turns: [1, last]", "turns: [0]", "yaml.range", 7),
      ("model: replay:../r.jsonl", "model: ':x'", "suite.model", 8),
      ("temperature: 0}", "temperature: 3}", "yaml.range", 9),
      ("{id: b,", "{id: a,", "suite.variants", 11),
      ("graders: [one-question]", "graders: [one-qestion]", "suite.grader", 13),
      ("gate: {grader: one-question", "gate: {grader: x", "suite.grader", 14),
      ("name: s", "nam: s", "yaml.missing", 1),
      ("discovery@v2", "'@v2'", "suite.prompt", 12),
    ])
  func mistakes(good: String, bad: String, code: String, line: Int) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    let error = #expect(throws: SourceError.self) { try read(parts.joined(separator: bad)) }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
  }

  @Test(
    "turns are chosen by number",
    arguments: [
      (TurnSelection.all, 3, [1, 2, 3]), (.chosen([1, 9], last: true), 4, [1, 4]),
      (.chosen([2], last: false), 1, []), (.chosen([3], last: true), 3, [3]), (.all, 0, []),
    ])
  func turns(selection: TurnSelection, count: Int, numbers: [Int]) {
    #expect(selection.numbers(of: count) == numbers)
  }

  @Test("the shipped suite can be read")
  func shipped() throws {
    let path = "\(Samples.root)/Evals/suites/discovery-ab.yaml"
    let suite = try EvalSuite(LocalFileSystem().read(path))
    #expect(suite.variants.count == 2 && suite.references.count == 2)
    #expect(suite.gate == nil)
  }
}

@Suite("A transcript's file is read strictly")
struct TranscriptFileTests {
  private static let valid = """
    id: t
    title: T
    kind: discovery
    origin: written
    quality: good
    domain: life
    language: en
    person: new
    about: someone
    tags: [x]
    ends: stopped
    stop_reason: the bus came
    messages:
      - coach: Hello there?
      - person: Hi
    """

  @Test("roles, ending and labels")
  func valid() throws {
    let transcript = try Transcript(SourceFile(path: "f/t.yaml", text: Self.valid))
    #expect(transcript.messages == [Message(.assistant, "Hello there?"), Message(.user, "Hi")])
    #expect(transcript.ending == .stopped(reason: "the bus came"))
  }

  @Test(
    "mistakes are located",
    arguments: [
      ("id: t", "id: u", "transcript.id", 1), ("kind: discovery", "kind: chat", "yaml.choice", 3),
      ("ends: stopped", "ends: complete", "transcript.ending", 1),
      ("- person: Hi", "- person: 3", "yaml.type", 15),
      ("- person: Hi", "- persn: Hi", "transcript.message", 15),
      ("- person: Hi", "- {person: Hi, coach: x}", "transcript.message", 15),
      ("title: T", "title: T\nflaw: []", "yaml.unknown-key", 3),
    ])
  func mistakes(good: String, bad: String, code: String, line: Int) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    let error = #expect(throws: SourceError.self) {
      try Transcript(SourceFile(path: "f/t.yaml", text: parts.joined(separator: bad)))
    }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
  }
}
