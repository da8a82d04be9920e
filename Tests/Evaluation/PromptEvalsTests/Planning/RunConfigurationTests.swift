import CoachDomains
import CoachEngine
import CoachModel
@testable import CoachTranscripts
import Documents
import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("The configuration that determines a run")
struct RunConfigurationTests {
  private let model = RuleModel(rule: EvalBench.asks)

  private func content(_ bench: EvalBench) throws -> EvalContent {
    EvalContent(
      suite: bench.suite,
      library: try PromptLibrary(folder: "P", files: InMemoryFileSystem(EvalBench.prompts)),
      subjects: bench.transcripts.map { EvalSubject($0) }, person: { Person(id: $0) },
      domains: [try domain("Calm.")], models: bench.models)
  }

  private func domain(_ tone: String) throws -> DomainConfig {
    let file = try DiskFileSystem().read("\(ProjectFolder.path)/DomainConfigs/life.yaml")
    var domain = try DomainConfig(file)
    domain.tone = tone
    return domain
  }

  private func changes(_ before: EvalContent, _ after: EvalContent) throws -> [String] {
    try EvalPlan(before).configuration.changes(to: try EvalPlan(after).configuration)
      .map { "\($0.part.rawValue) \($0.name)" }
  }

  @Test("the coach's knowledge of a person and a domain determines the prompt")
  func people() throws {
    let before = try content(try EvalBench(model: model))
    var after = before
    after.person = { id in
      var person = Person(id: id)
      person.name = "Ada"
      return person
    }
    after.domains = [try domain("Brisk.")]
    try expect(
      changes(before, after), equals: ["generation domain file life", "generation profile new"])
  }

  @Test("replayed transcripts do not depend on that knowledge")
  func recorded() throws {
    let before = try content(try EvalBench("replay: recorded", model: model))
    var after = before
    after.domains = [try domain("Brisk.")]
    try expectEmpty(changes(before, after))
  }

  @Test("a model of another server is another model")
  func servers() {
    func facts(_ model: String) -> RunConfiguration {
      RunConfiguration(
        generation: ["model of a": model], grading: ["models of g": "echo:echo, \(model)"])
    }
    let (a, b) = (facts("vllm:m at http://a:8000/v1"), facts("vllm:m at http://b:8000/v1"))
    #expect(
      a.changes(to: b).map(\.description) == [
        "model of a: vllm:m at http://a:8000/v1 is now vllm:m at http://b:8000/v1",
        "models of g: echo:echo, vllm:m at http://a:8000/v1 is now echo:echo, vllm:m at"
          + " http://b:8000/v1",
      ])
    #expect(a.changes(to: facts("vllm:m")).allSatisfy { $0.isComparable })
    // Earlier versions named no servers, so what they asked is unknown, and not another one.
    func earlier(_ model: String) -> RunConfiguration {
      var stored = facts(model).json
      stored["versions"] = ["generation": 2, "grading": 2]
      return RunConfiguration(.object(stored))
    }
    let unknown = earlier("vllm:m").changes(to: a)
    #expect(unknown.count == 2 && unknown.allSatisfy { !$0.isComparable })
    #expect(earlier("vllm:n").changes(to: a).allSatisfy { $0.isComparable })
    #expect(earlier("vllm:m").changes(to: facts("vllm:m")).isEmpty)
  }

  @Test("how a simulated person is played")
  func simulated() throws {
    let before = try PersonBench(person: model, checker: model).plan.content
    var after = before
    after.suite.generation.person?.parameters.temperature = 0.5
    after.suite.generation.person?.coachMessages = 5
    after.suite.generation.person?.checker = nil
    try expect(
      changes(before, after),
      equals: [
        "generation person's checker", "generation person's coach messages",
        "generation person's parameters",
      ])
  }

  @Test("how pairs are judged, which version is the baseline, and which references are graded")
  func grading() throws {
    let before = try content(
      try EvalBench(
        "pairwise: [{id: better, rubric: Be kind., models: [test:rule]}]", model: model))
    var after = before
    after.suite.grading.pairwise[0].turns = .chosen([1], last: false)
    after.suite.comparison.baseline = "b"
    after.suite.comparison.references[0].filter.ids = ["t1"]
    try expect(
      changes(before, after),
      equals: [
        "grading baseline", "grading pairwise better", "grading reference written",
      ])
    after = before
    after.suite.grading.pairwise[0].parameters.temperature = 0.5
    try expect(changes(before, after), equals: ["grading pairwise better"])
  }

  @Test("a judge that is replaced by another model")
  func judges() throws {
    let other = ModelReference(provider: "test", model: "other")
    var bench = try EvalBench(
      graders: "[{use: judge, id: j, models: [test:rule], rubric: Be kind.}]", model: model)
    bench.models[other] = NamedModel("other", model)
    let before = try content(bench)
    var after = before
    let judge = before.suite.grading.graders[0].grader
    after.suite.grading.graders[0].grader = judge.asking([other])
    try expect(changes(before, after), equals: ["grading models of j"])
    #expect(after.suite.grading.graders[0].summary == "Judged by test:other: Be kind.")
    let facts = try EvalPlan(before).configuration.grading
    #expect(facts["prompt of j"]?.hasPrefix("judge@v1 ") ?? false)
  }

  @Test("the number of samples of each of many transcripts")
  func many() throws {
    var before = try content(try EvalBench(transcripts: 1001, model: model))
    before.suite.comparison.references = []
    var after = before
    after.suite.samples.subsets = [
      .init(name: "close", filter: TranscriptFilter(ids: ["t7"]), samples: 2)
    ]
    try expect(changes(before, after), equals: ["generation transcripts"])
  }

  @Test("a grader program of the suite that changed is a different grader")
  func program() throws {
    let folder = try TemporaryFolder()
    try folder.write("print(1)", to: "grade.py")
    var bench = try EvalBench(model: model)
    bench.suite.grading.graders = try GraderSamples.uses(
      "- {use: command, id: own, run: [python3, grade.py, --strict]}", folder: folder.path)
    let content = try content(bench)
    let before = try EvalPlan(content).configuration
    #expect(before.grading["program of own"]?.hasPrefix("grade.py ") ?? false)
    try folder.write("print(2)", to: "grade.py")
    let changes = before.changes(to: try EvalPlan(content).configuration)
    #expect(changes.map(\.name) == ["program of own"])
  }

  @Test(
    "structured facts are canonical JSON or digests of it, independent of type and property names"
  )
  func canonical() throws {
    var content = try content(
      try EvalBench(
        """
        turns: [1, last]
        pairwise: [{id: better, rubric: Be kind., models: [test:rule], turns: [2]}]
        """, model: model))
    var domain = content.domains[0]
    for field in [\DomainConfig.name, \.description, \.methodology, \.personality, \.promptSection]
    {
      domain[keyPath: field] = "Text."
    }
    domain.guardrails = ["Rule."]
    content.domains = [domain]
    let facts = try EvalPlan(content).configuration
    #expect(facts.generation["turns"] == #"[1,"last"]"#)
    expect(facts.grading["pairwise better"] ?? "", contains: ", turns [2], ")
    #expect(facts.generation["profile new"] == "e62955dcad40")
    #expect(facts.generation["domain file life"] == "6bf543bb5b60")
    let card = try EvalPlan(PersonBench(person: model).plan.content).configuration
    #expect(card.generation["transcript ada"]?.prefix(19) == "sha256:7a0788c8f671")
  }

  @Test(
    "facts of version 1 are readable, and those derived from Swift's descriptions are not compared")
  func earlier() {
    let before = RunConfiguration([
      "generation": [
        "turns": "chosen([1, 8], last: true)", "profile ada": "1", "domain file life": "1",
        "transcript t": "1",
      ],
      "grading": [
        "pairwise p": "m judge-pair@v1 1, rubric 2, turns chosen([], last: false), parameters {}"
      ],
    ])
    #expect(before.generation["turns"] == #"[1,8,"last"]"#)
    #expect(
      before.grading["pairwise p"] == "m judge-pair@v1 1, rubric 2, turns [], parameters {}")
    let after = RunConfiguration(generation: [
      "turns": #"[1,8,"last"]"#, "profile ada": "2", "domain file life": "2", "transcript t": "2",
    ])
    func unknown(_ first: RunConfiguration, _ second: RunConfiguration) -> [String] {
      first.changes(to: second).filter { !$0.isComparable }.map(\.name)
    }
    #expect(unknown(before, after) == ["domain file life", "profile ada"])
    #expect(unknown(after, before) == ["domain file life", "profile ada"])
    #expect(unknown(RunConfiguration(JSONValue.object(after.json)), after).isEmpty)
    var played = before
    played.generation["person"] = "m"
    #expect(unknown(played, after) == ["domain file life", "profile ada", "transcript t"])
  }
}
