import Conversations
import LanguageModels
@testable import PromptEvals
import Testing

@Suite("Replies that are there are graded again")
struct RegradeTests {
  private func grades(_ recorder: MemoryRecorder, _ id: String) throws -> [String: [Grade]] {
    let run = try #require(recorder.run(id))
    var grades: [String: [Grade]] = [:]
    recorder.eachSample(of: run) { grades[$0.key.description] = $0.grades }
    return grades
  }

  @Test(
    "the same graders find the same, and the candidate is not asked",
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
    #expect(try grades(recorder, "r2") == first)
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
    #expect(try grades(recorder, "r2") == first)
    let new = try #require(recorder.run("r2"))
    #expect(
      recorder.samples(of: new, transcript: "ada").first?.personFaults.map(\.kind) == [.repetition])
  }

  @Test("graders that are new apply, and the run says whose replies it grades")
  func new() async throws {
    let model = RuleModel(rule: EvalBench.asks)
    var bench = try EvalBench(graders: "[one-question]", transcripts: 2, model: model)
    let recorder = MemoryRecorder()
    _ = try await bench.report(into: recorder)
    bench.suite.graders = try EvalBench.suite(
      graders: "[{use: question-count, id: two, exactly: 2}]"
    ).graders
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
