import CoachModel
import CoachTranscripts
import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Evaluating a task on cases")
struct TaskRunTests {
  private func verdicts(_ recorder: MemoryRecorder, _ id: String = "r1") throws -> [String: Grade] {
    let run = try #require(recorder.run(id))
    var verdicts: [String: Grade] = [:]
    recorder.eachSample(of: run) { sample in
      for grade in sample.grades {
        verdicts["\(sample.key.side) \(sample.key.transcript) \(grade.grader)"] = grade
      }
    }
    return verdicts
  }

  @Test("versions are compared case by case, by their contract and by what each case expects")
  func comparison() async throws {
    let model = RuleModel(rule: TaskBench.notes)
    let recorder = MemoryRecorder()
    let report = try await TaskBench(model: model).report(into: recorder)
    #expect(report.run.design.replay == .task && model.requests.count == 6)
    let verdicts = try verdicts(recorder)
    for case_ in ["boat", "weather", "open"] {
      #expect(verdicts["a \(case_) contract"]?.verdict == .pass)
    }
    #expect(verdicts["a boat expected"]?.verdict == .pass)
    #expect(verdicts["a weather expected"]?.verdict == .pass)
    // Nothing is expected of the third case, so nobody can meet or miss it.
    #expect(verdicts["a open expected"] == nil)
    let broken = try #require(verdicts["b boat contract"])
    #expect(broken.verdict == .fail && broken.reason?.contains("the maximum is 2") == true)
    let missed = try #require(verdicts["b boat expected"])
    #expect(missed.verdict == .fail && missed.degree == 0.5)
    #expect(verdicts["b weather contract"]?.verdict == .pass)
  }

  @Test("a request holds the inputs, the schema with its limits, and the prompt's own parameters")
  func requests() async throws {
    let model = RuleModel(rule: TaskBench.notes)
    _ = try await TaskBench(model: model).report()
    for request in model.requests {
      #expect(request.parameters.temperature == 0.3)
      #expect(request.messages.last?.text.contains("person: ") == true)
    }
    let two = try #require(model.requests.first { $0.messages[0].text.contains("two") })
    guard case .schema(_, let schema, _) = two.format else {
      Issue.record("the request has no schema")
      return
    }
    #expect(schema["properties"]?["notes"]?["maxItems"] == 2)
  }

  @Test("a suite's parameters override those of the prompt")
  func parameters() async throws {
    let model = RuleModel(rule: TaskBench.notes)
    _ = try await TaskBench("parameters: {temperature: 0}", model: model).report()
    #expect(model.requests.allSatisfy { $0.parameters.temperature == 0 })
  }

  @Test("a reply that is not in the form of the prompt fails its contract and its expectations")
  func malformed() async throws {
    let recorder = MemoryRecorder()
    _ = try await TaskBench(model: RuleModel { _ in .reply(["Here are the notes."]) })
      .report(into: recorder)
    let verdicts = try verdicts(recorder)
    #expect(verdicts["a boat contract"]?.verdict == .fail)
    #expect(verdicts["a boat expected"]?.verdict == .fail)
    #expect(verdicts["a open expected"] == nil)
  }

  @Test("expectations are checked on what the contract leaves")
  func dropped() async throws {
    // The quote is nobody's, so the note is dropped, and no note is what the case expects.
    let model = RuleModel { _ in
      .reply([#"{"notes": [{"evidence": "Sun at last.", "text": "likes the sun"}]}"#])
    }
    let recorder = MemoryRecorder()
    _ = try await TaskBench(model: model).report(into: recorder)
    let verdicts = try verdicts(recorder)
    #expect(verdicts["a weather expected"]?.verdict == .pass)
    let contract = try #require(verdicts["a weather contract"])
    #expect(contract.verdict == .fail && contract.reason?.contains("dropped") == true)
  }

  @Test("the contract can be that of one version, and can tolerate what a program drops")
  func contracts() async throws {
    let recorder = MemoryRecorder()
    _ = try await TaskBench(
      graders: "[{use: contract, prompt: note@v1}, {use: contract, id: kept, tolerate: true}]",
      model: RuleModel(rule: TaskBench.notes)
    ).report(into: recorder)
    let verdicts = try verdicts(recorder)
    // The first version has no limit on the number of notes.
    #expect(verdicts["b boat contract"]?.verdict == .pass)
    #expect(verdicts["b boat kept"]?.verdict == .fail)
    let invented = MemoryRecorder()
    _ = try await TaskBench(
      graders: "[{use: contract, id: kept, tolerate: true}]",
      model: RuleModel { _ in .reply([#"{"notes": [{"evidence": "No.", "text": "no"}]}"#]) }
    ).report(into: invented)
    try expect(self.verdicts(invented)["a weather kept"]?.verdict, equals: .pass)
  }

  @Test("rules of the suite hold for every version, on the reply as it was written")
  func rules() async throws {
    let rule = #"{lacks: "notes[].text", pattern: "(?i:june)", because: dates go elsewhere}"#
    let recorder = MemoryRecorder()
    _ = try await TaskBench(
      graders: "[{use: rules, id: dates, rules: [\(rule)]}]",
      model: RuleModel(rule: TaskBench.notes)
    ).report(into: recorder)
    let verdicts = try verdicts(recorder)
    #expect(verdicts["a boat dates"]?.reason?.contains("dates go elsewhere") == true)
    #expect(verdicts["b open dates"]?.verdict == .pass)
  }

  @Test(
    "a rule about something that no version returns is refused before the first call",
    arguments: [
      (#"[{use: rules, rules: [{words: "notes[].txt", maximum: 3}]}]"#, "'txt'"),
      (#"[{use: rules, rules: [{quote: "notes[].text", from: chat}]}]"#, "'chat'"),
      (#"[{use: rules, rules: [{words: notes, maximum: 3}]}]"#, "write notes[]"),
    ])
  func unreachable(graders: String, words: String) throws {
    let bench = try TaskBench(graders: graders, model: RuleModel(rule: TaskBench.notes))
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.description.contains(words) == true)
  }

  @Test("an expectation that no version can meet is refused with its place")
  func impossible() throws {
    let cases = "- id: a\n  inputs: {talk: []}\n  expect: [{items: themes, maximum: 1}]"
    let bench = try TaskBench(cases: cases, model: RuleModel(rule: TaskBench.notes))
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.diagnostics.first?.location?.line == 3)
    #expect(error?.description.contains("'themes'") == true)
  }

  @Test("what only conversations have is refused")
  func options() throws {
    let model = RuleModel(rule: TaskBench.notes)
    let pairwise = "pairwise: [{id: better, rubric: Be true., models: [test:rule], turns: [6]}]"
    #expect(throws: SourceError.self) { try TaskBench(pairwise, model: model).plan() }
    var bench = try TaskBench(model: model)
    bench.suite.transcripts.filter.quality = .good
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.diagnostics.first?.message == "cases have no kind and no quality")
  }

  @Test("a conversation is no task")
  func conversation() throws {
    var bench = try TaskBench(model: RuleModel(rule: TaskBench.notes))
    bench.suite.comparison.variants[1].prompt.name = "talk"
    bench.suite.comparison.variants[1].prompt.version = "v1"
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.diagnostics.first?.hint?.contains("coachkit task list") == true)
  }

  @Test("graders of tasks are refused for conversations")
  func transcripts() throws {
    let bench = try EvalBench(
      graders: "[expected]", transcripts: 1, model: RuleModel(rule: EvalBench.asks))
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.diagnostics.first?.hint?.contains("cases:") == true)
  }

  @Test("what is expected of a part that is not there is not met")
  func absent() async throws {
    let cases = #"""
      - id: boat
        inputs: {talk: [{speaker: person, text: The boat.}]}
        expect:
          - {matches: "notes[].text", pattern: boat, because: it is named}
          - {lacks: "notes[].text", pattern: ship, because: nobody said so}
      """#
    let recorder = MemoryRecorder()
    _ = try await TaskBench(cases: cases, model: RuleModel { _ in .reply(["{}"]) })
      .report(into: recorder)
    try expect(self.verdicts(recorder)["a boat expected"]?.verdict, equals: .fail)
  }

  @Test("a case of a domain that does not exist is refused")
  func domain() throws {
    let cases = "- {id: a, domain: nowhere, inputs: {talk: []}}"
    let bench = try TaskBench(cases: cases, model: RuleModel(rule: TaskBench.notes))
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.description.contains("'nowhere'") == true)
  }

  @Test("replies are graded again by other expectations without asking the model")
  func again() async throws {
    let model = RuleModel(rule: TaskBench.notes)
    let bench = try TaskBench(model: model)
    let recorder = MemoryRecorder()
    let old = try await bench.report(into: recorder).run
    let asked = model.requests.count
    let stricter = TaskBench.cases.replacing("pattern: boat", with: "pattern: ship")
    let plan = try TaskBench(cases: stricter, model: model).plan()
    let new = plan.run(id: "r2", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await EvalRunner(plan, into: recorder).grade(old, from: recorder, as: new)
    #expect(model.requests.count == asked)
    let missed = try #require(try verdicts(recorder, "r2")["a boat expected"])
    #expect(missed.verdict == .fail && missed.reason?.contains("it is what she wants") == true)
    let changed = try #require(recorder.run("r2")).configuration
    #expect(old.configuration.changes(to: changed).map(\.name) == ["expectations of cases"])
  }

  @Test("a gate holds for tasks as for conversations")
  func gate() async throws {
    let report = try await TaskBench(
      "gate: {grader: contract, margin: 0.1}", model: RuleModel(rule: TaskBench.notes)
    ).report()
    #expect(report.gateOutcome != .passed)
    #expect(report.gateFindings.first?.figures.contains("3 cases in 3 clusters") == true)
  }

  @Test("judges see the inputs, what a good reply does, and the reply")
  func judged() async throws {
    let judge = RuleModel { _ in .reply([#"{"reasoning": "It does.", "verdict": "pass"}"#]) }
    let chooser = RuleModel { _ in .reply([#"{"reasoning": "Both.", "better": "tie"}"#]) }
    var bench = try TaskBench(
      "pairwise: [{id: better, rubric: Be true., models: [test:chooser]}]",
      graders: "[{use: judge, rubric: Be true., models: \"test:judge\"}]",
      model: RuleModel(rule: TaskBench.notes))
    bench.models[ModelReference(provider: "test", model: "judge")] = judge
    bench.models[ModelReference(provider: "test", model: "chooser")] = chooser
    let report = try await bench.report()
    #expect(judge.requests.count == 6 && chooser.requests.count == 6)
    for request in judge.requests + chooser.requests {
      let text = request.messages.map(\.text).joined(separator: "\n")
      #expect(text.contains("<inputs>") && text.contains("\"notes\""))
      #expect(!text.contains("<conversation>"))
      #expect(text.contains("Notes the boat") == text.contains("by June"))
    }
    #expect(report.pairwise.first?.ties == 3)
  }
}
