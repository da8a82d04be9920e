import CoachModel
import CoachTranscripts
import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Reading a suite file")
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
    #expect(suite.transcripts.paths == ["E/transcripts"])
    #expect(suite.generation.model == ModelReference(provider: "replay", model: "E/r.jsonl"))
    #expect(suite.transcripts.filter.quality == .good && suite.transcripts.filter.tags == ["a"])
    #expect(suite.gate?.margins == [EvalGate.Margin(metric: "one-question", margin: 0.1)])
    #expect(suite.comparison.baseline == "a")
    #expect(suite.generation.parametersNote == ["max_tokens": 5, "temperature": 0.0])
  }

  @Test(
    "errors are located",
    arguments: [
      ("quality: good", "quality: fine", "yaml.choice", 5),
      ("turns: [1, last]", "turns: [0]", "yaml.range", 7),
      ("model: replay:../r.jsonl", "model: ':x'", "suite.model", 8),
      ("temperature: 0}", "temperature: 3}", "yaml.range", 9),
      ("temperature: 0}", "temperature: 0, extra: [1]}", "yaml.type", 9),
      ("temperature: 0}", "temperature: 0, extra: {stream: true}}", "suite.extra", 9),
      ("temperature: 0}", "temperature: 0, service_tier: 2}", "yaml.type", 9),
      ("{id: b,", "{id: a,", "suite.ids", 12),
      ("variants:", "grid: {prompt: [p@v1]}\nvariants:", "suite.variants", 12),
      ("graders:", "references: [{id: w}, {id: b}]\ngraders:", "suite.ids", 13),
      (
        "[one-question]", "[one-question, {use: length, at_most: 9, id: overall}]", "suite.grader",
        13
      ),
      ("graders: [one-question]", "graders: [one-qestion]", "suite.grader", 13),
      ("gate: {grader: one-question", "gate: {grader: x", "suite.grader", 14),
      ("graders: [one-question]", "graders: [{use: length, at_mst: 3}]", "yaml.unknown-key", 13),
      ("graders: [one-question]", "graders: [one-question, one-question]", "suite.ids", 13),
      ("turns: [1, last]", "turns: [3-1]", "suite.turns", 7),
      ("turns: [1, last]", "replay: backwards", "yaml.choice", 7),
      ("turns: [1, last]", "replay: simulated", "suite.person", 1),
      ("turns: [1, last]", "samples: 0", "yaml.range", 7),
      ("turns: [1, last]", "baseline: c", "suite.baseline", 7),
      ("gate: {grader: one-question, margin: 0.1}", "gate: {looks: [0.5]}", "suite.gate", 14),
      ("margin: 0.1}", "margin: 0.1, method: guess}", "suite.method", 14),
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
    "a gate with a method is rejected with the advice to remove it",
    arguments: ["clustered", "bca", "~"])
  func gateMethod(method: String) throws {
    let text = Self.valid.replacing(
      "gate: {grader: one-question, margin: 0.1}",
      with: "gate:\n  grader: one-question\n  margin: 0.1\n  method: \(method)")
    let error = #expect(throws: SourceError.self) { try read(text) }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(error?.diagnostics.count == 1 && diagnostic.code == "suite.method")
    #expect(diagnostic.location?.line == 17 && diagnostic.location?.column == 3)
    #expect(diagnostic.hint?.contains("remove 'method'") == true)
  }

  @Test("a gate cannot require a score to which no grader contributes")
  func emptyGate() {
    let idle = Self.valid.replacing(
      "graders: [one-question]", with: "graders: [{use: one-question, weight: 0}]\npipeline: prompt"
    )
    for metric in ["overall", "passed"] {
      let text = idle.replacing("gate: {grader: one-question", with: "gate: {grader: \(metric)")
      let error = #expect(throws: SourceError.self) { try read(text) }
      #expect(error?.diagnostics.first?.code == "suite.grader")
    }
  }

  @Test(
    "turns are selected by number",
    arguments: [
      (TurnSelection.all, 3, [1, 2, 3]), (.chosen([1, 9], last: true), 4, [1, 4]),
      (.chosen([2], last: false), 1, []), (.chosen([3], last: true), 3, [3]), (.all, 0, []),
    ])
  func turns(selection: TurnSelection, count: Int, numbers: [Int]) {
    #expect(selection.numbers(of: count) == numbers)
  }

  @Test("a suite can set a service tier and further members of requests")
  func members() throws {
    let suite = try read(
      Self.valid.replacing(
        "temperature: 0}", with: "temperature: 0, service_tier: flex, extra: {top_k: 4}}"))
    #expect(suite.generation.parameters.serviceTier == .flex)
    #expect(suite.generation.parameters.extra == ["top_k": 4])
    #expect(suite.generation.parametersNote["service_tier"] == "flex")
  }

  @Test("a grid gives every combination, named by what differs")
  func grid() throws {
    let suite = try read(
      """
      name: s
      description: d
      transcripts: ../transcripts/**/*.yaml
      model: local
      grid:
        prompt: [discovery@v1, discovery@v2]
        model: [local, anthropic:claude-haiku-4-5]
        parameters: [{temperature: 0}, {temperature: 0.7}]
        domain: [career]
        leave_out: [[], [style]]
      baseline: v1 local temperature 0 all
      """)
    #expect(suite.comparison.variants.count == 16)
    let last = try #require(suite.comparison.variants.last)
    #expect(last.id == "v2 anthropic:claude-haiku-4-5 temperature 0.7 without style")
    #expect(last.prompt.description == "discovery@v2" && last.domain == "career")
    #expect(last.parameters.temperature == 0.7 && last.leftOut == ["style"])
    #expect(suite.transcripts.paths == ["E/transcripts/**/*.yaml"])
    #expect(suite.comparison.challengers.count == 15)
  }

  @Test("a use of a grader has options, a weight, a threshold and a selection of messages")
  func graders() throws {
    let suite = try read(
      Self.valid.replacing(
        "graders: [one-question]",
        with: """
          graders:
            - one-question
            - {use: length, id: short, at_most: 60, weight: 2, threshold: 0.9, pass_k: 3, turns: [2-4, last]}
          assertions:
            - {use: text, id: names-her, contains: Amara, turns: 1, transcripts: {ids: [t1]}}
          """))
    let short = suite.grading.graders[1]
    #expect(short.id == "short" && short.weight == 2 && short.threshold == 0.9)
    #expect(short.repeats == 3 && short.turns == .chosen([2, 3, 4], last: true))
    #expect(!short.isRequired && suite.grading.graders[2].isRequired)
    #expect(suite.grading.graders[2].transcripts.ids == ["t1"])
    #expect(short.settings["at_most"] == 60)
  }

  @Test("samples, budget, concurrency and a gate with interim analyses are read")
  func running() throws {
    let suite = try read(
      Self.valid.replacing(
        "gate: {grader: one-question, margin: 0.1}",
        with: """
          samples: 2
          subsets: [{name: close, ids: [x], samples: 5}]
          seed: 9
          budget: {dollars: 2.5, tokens: 1000, minutes: 3, ask_above: 0}
          concurrency: {local: 2}
          gate:
            margins: [{grader: overall, margin: 0.05}]
            at_least: [{grader: passed, share: 0.5}]
            looks: [0.5]
          """))
    #expect(suite.samples.each == 2 && suite.samples.largest == 5 && suite.seed == 9)
    let transcript = Samples.transcript(["Hi?"], id: "x")
    #expect(suite.samples.count(for: transcript) == 5)
    #expect(suite.limits.budget.dollars == 2.5 && suite.limits.budget.askAbove == 0)
    #expect(suite.limits.concurrency == ["local": 2])
    #expect(suite.gate?.looks == [0.5, 1])
    #expect(suite.gate?.levels == [EvalGate.Level(metric: "passed", minimum: 0.5)])
  }

  @Test("a suite overrides the files it includes")
  func include() throws {
    let files = InMemoryFileSystem([
      "E/common/base.yaml": """
      description: from below
      model: replay:r.jsonl
      graders: [one-question]
      include: [deeper.yaml]
      """,
      "E/common/deeper.yaml": "description: deepest\nreplay: conversation",
      "E/suites/s.yaml": """
      include: [../common/base.yaml]
      name: s
      description: mine
      transcripts: T
      variants: [{id: a, prompt: p@v1}]
      graders: [no-advice]
      """,
    ])
    let suite = try EvalSuite(files.read("E/suites/s.yaml"), files: files)
    #expect(suite.description == "mine" && suite.replay == .conversation)
    #expect(suite.grading.graders.map(\.id) == ["one-question", "no-advice", "guardrails"])
    // A path is relative to the file that it stands in.
    #expect(suite.generation.model?.model == "E/common/r.jsonl")
    let alone = try EvalSuite(files.read("E/suites/s.yaml"), files: files).digest
    #expect(suite.digest == alone)
  }

  @Test(
    "an error in an included file is located there",
    arguments: ["include: [gone.yaml]", "include: [s.yaml]", "include: x"])
  func brokenInclude(line: String) throws {
    let text = "name: s\n\(line)\n"
    let files = InMemoryFileSystem(["E/s.yaml": text])
    let error = #expect(throws: SourceError.self) {
      try EvalSuite(files.read("E/s.yaml"), files: files)
    }
    #expect(error?.diagnostics.first?.location?.line == 2)
  }

  @Test("a model that replaces the suite's own also replaces it as a judge")
  func replaceModel() throws {
    var suite = try read(
      Self.valid.replacing(
        "graders: [one-question]",
        with: """
          graders: [one-question, {use: judge, models: ["replay:../r.jsonl", local], rubric: Good.}]
          pairwise: [{id: p, rubric: Better., models: "replay:../r.jsonl"}]
          """))
    let other = ModelReference(provider: "x", model: "y")
    suite.replaceModel(by: other)
    #expect(suite.grading.graders[1].grader.models == [other, ModelReference(provider: "local")])
    #expect(suite.grading.pairwise[0].models == [other] && suite.generation.model == other)
  }

  @Test("the shipped suite is valid")
  func shipped() throws {
    let path = "\(ProjectFolder.path)/Evals/suites/discovery-ab.yaml"
    let suite = try EvalSuite(DiskFileSystem().read(path))
    #expect(suite.comparison.variants.count == 2 && suite.comparison.references.count == 2)
    #expect(suite.gate == nil)
  }
}

@Suite("Reading a transcript file")
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

  @Test("roles, the ending and labels are read")
  func valid() throws {
    let transcript = try Transcript(SourceFile(path: "f/t.yaml", text: Self.valid))
    #expect(transcript.messages == [Message(.assistant, "Hello there?"), Message(.user, "Hi")])
    #expect(transcript.ending == .stopped(reason: "the bus came"))
  }

  @Test(
    "errors are located",
    arguments: [
      ("id: t", "id: u", "transcript.id", 1),

      ("kind: discovery", "kind: coachin", "yaml.choice", 3),
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
