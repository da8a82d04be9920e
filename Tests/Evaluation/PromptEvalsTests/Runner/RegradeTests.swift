import CoachTranscripts
import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import Synchronization
import Testing
import TestKit

@Suite("Grading existing replies again")
struct RegradeTests {
  private func grades(_ recorder: MemoryRecorder, _ id: String) throws -> [String: [Grade]] {
    let run = try #require(recorder.run(id))
    var grades: [String: [Grade]] = [:]
    recorder.eachSample(of: run) { grades[$0.key.description] = $0.grades }
    return grades
  }

  @Test(
    "the same graders give the same result without calling the candidate",
    arguments: ["next-turn", "conversation", "recorded"])
  func same(replay: String) async throws {
    let model = RuleModel(rule: EvalBench.asks)
    let bench = try EvalBench(
      "replay: \(replay)",
      graders: "[one-question, completion, {use: own-words, at_least: 1}, no-advice]",
      transcripts: 3, model: model)
    let recorder = MemoryRecorder()
    _ = try await bench.report(into: recorder)
    let asked = model.requests.count
    #expect(asked == (replay == "recorded" ? 0 : 12))
    let plan = try bench.plan()
    let status = try await EvalRunner(plan, into: recorder).grade(
      try #require(recorder.run("r1")), from: recorder, as: bench.newRun(plan, id: "r2"))
    #expect(status == .complete && model.requests.count == asked)
    let first = try grades(recorder, "r1")
    #expect(first.count == 9 && first.values.allSatisfy { !$0.isEmpty })
    try expect(grades(recorder, "r2"), equals: first)
  }

  @Test("a conversation with a simulated person is graded again without the person")
  func simulated() async throws {
    let person = RuleModel { _ in .reply(["I do not know what to say."]) }
    let bench = try PersonBench(person: person)
    let recorder = MemoryRecorder()
    let old = try await bench.run(into: recorder)
    let asked = person.requests.count
    try await EvalRunner(bench.plan, into: recorder).grade(
      old, from: recorder, as: bench.bench.newRun(bench.plan, id: "r2"))
    #expect(asked == 2 && person.requests.count == asked)
    let first = try grades(recorder, "r1")
    #expect(first.count == 1 && first.values.allSatisfy { !$0.isEmpty })
    try expect(grades(recorder, "r2"), equals: first)
    let new = try #require(recorder.run("r2"))
    #expect(
      recorder.samples(of: new, transcript: "ada").first?.personFaults.map(\.kind) == [.repetition])
  }

  @Test("the generation is described as in the old run, the grading as in the suite")
  func header() async throws {
    var bench = try EvalBench(
      graders: "[one-question]", transcripts: 2, model: RuleModel(rule: EvalBench.asks))
    let recorder = MemoryRecorder()
    let old = try await bench.report(into: recorder).run
    bench.suite.comparison.variants[1].prompt.version = "v1"
    bench.suite.generation.parameters.temperature = 0.5
    bench.suite.replay = .conversation
    bench.suite.grading.graders[0].weight = 3
    bench.suite.grading.graders[0].settings["weight"] = 3
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).grade(
      old, from: recorder, as: bench.newRun(plan, id: "r2"))
    let new = try #require(recorder.run("r2"))
    #expect(new.design.variants == old.design.variants && new.design.replay == .nextTurn)
    #expect(
      new.design.parameters == old.design.parameters && new.design.planned == old.design.planned)
    #expect(new.configuration.generation == old.configuration.generation)
    #expect(old.configuration.changes(to: new.configuration).map(\.name) == ["grader one-question"])
    #expect(new.design.graders.map(\.weight) == [3])
  }

  @Test("a baseline that the old run lacks is ignored")
  func baseline() async throws {
    var bench = try EvalBench(transcripts: 2, model: RuleModel(rule: EvalBench.asks))
    let recorder = MemoryRecorder()
    let old = try await bench.report(into: recorder).run
    bench.suite.comparison.variants[0].id = "x"
    bench.suite.comparison.baseline = "x"
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).grade(
      old, from: recorder, as: bench.newRun(plan, id: "r2"))
    let new = try #require(recorder.run("r2"))
    #expect(new.design.baseline == "a" && new.configuration.grading["baseline"] == "a")
    try expect(grades(recorder, "r2").count, equals: 6)
  }

  @Test("samples missing from an unfinished run stay missing")
  func unfinished() async throws {
    let control = RunControl()
    let model = RuleModel { request in
      if request.label?.hasPrefix("t2") ?? false { control.stop(.interrupted) }
      return EvalBench.asks(request)
    }
    var bench = try EvalBench(transcripts: 3, model: model)
    bench.concurrency = 1
    let recorder = MemoryRecorder()
    let old = try await bench.report(into: recorder, control: control).run
    let plan = try bench.plan()
    let status = try await EvalRunner(plan, into: recorder).grade(
      old, from: recorder, as: bench.newRun(plan, id: "r2"))
    let new = try #require(recorder.run("r2"))
    #expect(status == .interrupted && new.note == old.note && new.design.planned == 9)
    #expect(recorder.finishedSamples(of: "r2") == recorder.finishedSamples(of: "r1"))
  }

  @Test("samples that the suite's filter excludes are left out")
  func filter() async throws {
    var bench = try EvalBench(transcripts: 3, model: RuleModel(rule: EvalBench.asks))
    let recorder = MemoryRecorder()
    let old = try await bench.report(into: recorder).run
    bench.suite.transcripts.filter.ids = ["t2"]
    bench.suite.comparison.references[0].filter.ids = ["t3"]
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).grade(
      old, from: recorder, as: bench.newRun(plan, id: "r2"))
    try expect(grades(recorder, "r2").keys.sorted(), equals: ["a/t2#1", "b/t2#1", "written/t3#1"])
    let new = try #require(recorder.run("r2"))
    #expect(new.design.planned == 3 && new.design.subjects == 1)
  }

  @Test("an interrupted grading resumes, with pairs at its end")
  func stopped() async throws {
    let judge = ModelReference(provider: "test", model: "judge")
    var bench = try EvalBench(
      graders: "[one-question]", transcripts: 3, model: RuleModel(rule: EvalBench.asks))
    let recorder = MemoryRecorder()
    let old = try await bench.report(into: recorder).run
    let control = RunControl()
    let asked = Mutex<[String: Int]>([:])
    bench.models[judge] = RuleModel { request in
      let count = asked.withLock { asked in
        asked[request.label ?? "", default: 0] += 1
        return asked.values.reduce(0, +)
      }
      if count == 5 { control.stop(.interrupted) }
      return (request.label ?? "").hasPrefix("judge")
        ? .reply([#"{"reasoning": "because", "verdict": "pass"}"#])
        : .reply([#"{"reasoning": "because", "better": "tie"}"#])
    }
    bench.suite = try EvalBench.suite(
      "pairwise: [{id: better, rubric: Be kind., models: [test:judge]}]",
      graders: "[{use: judge, id: j, models: [test:judge], rubric: Be kind.}]")
    let plan = try bench.plan()
    let run = bench.newRun(plan, id: "r2")
    let runner = EvalRunner(plan, into: recorder, control: control, concurrency: 2)
    try await expect(runner.grade(old, from: recorder, as: run), equals: .interrupted)
    #expect(recorder.finishedSamples(of: "r2").count < 9)
    let status = try await EvalRunner(plan, into: recorder).grade(
      old, from: recorder, as: run, resuming: true)
    #expect(status == .complete && recorder.finishedSamples(of: "r2").count == 9)
    let new = try #require(recorder.run("r2"))
    #expect(recorder.pairwiseVerdicts(of: new).count == 3)
    // Nine samples of two messages, and three pairs in two orders.
    #expect(asked.withLock { $0.values.reduce(0, +) } == 24)
  }

  @Test("new graders apply, and the run names the source of its replies")
  func new() async throws {
    let model = RuleModel(rule: EvalBench.asks)
    var bench = try EvalBench(graders: "[one-question]", transcripts: 2, model: model)
    let recorder = MemoryRecorder()
    _ = try await bench.report(into: recorder)
    bench.suite.grading = try EvalBench.suite(
      graders: "[{use: question-count, id: two, exactly: 2}]"
    ).grading
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).grade(
      try #require(recorder.run("r1")), from: recorder, as: bench.newRun(plan, id: "r2"))
    let grades = try grades(recorder, "r2")
    #expect(grades["a/t1#1"]?.map(\.grader) == ["two", "two"])
    #expect(grades["a/t1#1"]?.map(\.verdict) == [.fail, .fail])
    #expect(grades["b/t1#1"]?.map(\.verdict) == [.pass, .pass])
    #expect(recorder.run("r2")?.regrades == "r1")
  }
}
