import CoachModel
import CoachTranscripts
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("A run is planned before the first call")
struct EvalPlanTests {
  private let model = RuleModel(rule: EvalBench.asks)

  private func day() throws -> CalendarDay {
    try #require(CalendarDay(year: 2026, month: 3, day: 31))
  }

  @Test(
    "the replay mode determines the candidate's calls",
    arguments: [("next-turn", [16, 16]), ("conversation", [16, 16]), ("recorded", [])])
  func calls(replay: String, calls: [Int]) throws {
    let plan = try EvalBench("replay: \(replay)", model: model).plan()
    let estimate = try plan.estimate(day: day())
    #expect(estimate.shares.map(\.calls) == calls && estimate.samples == 16)
    #expect(model.requests.isEmpty)
  }

  @Test("a simulated person is called in addition to the candidate")
  func simulated() throws {
    let plan = try PersonBench(person: RuleModel { _ in .reply(["Hm."]) }).plan
    let shares = try plan.estimate(day: day()).shares
    #expect(shares.first { $0.role == "candidate" }?.calls == 3)
    let person = try #require(shares.first { $0.role == "person" })
    // The last message is not answered; one call more is a safe estimate.
    #expect(2...3 ~= person.calls)
  }

  @Test("a pairwise judge is called twice per pair")
  func pairs() throws {
    let plan = try EvalBench(
      "pairwise: [{id: better, rubric: Be kind., models: [test:rule]}]", model: model
    ).plan()
    let shares = try plan.estimate(day: day()).shares
    #expect(shares.first { $0.role == "pairwise better" }?.calls == 16)
  }

  @Test("a judge is called for the messages that it grades")
  func judged() throws {
    func calls(_ options: String) throws -> Int? {
      let judge = "[{use: judge, rubric: Be kind., models: \"test:rule\"\(options)}]"
      var bench = try EvalBench("turns: [1, 2]", graders: judge, model: model)
      bench.suite.comparison.references = []
      return try bench.plan().estimate(day: day()).shares.first { $0.role == "judge judge" }?.calls
    }
    try expect(calls(""), equals: 32)
    try expect(calls(", turns: 1"), equals: 16)
    try expect(calls(", turns: 9"), equals: 0)
    try expect(calls(", transcripts: {ids: [t1]}"), equals: 4)
  }

  @Test("the provider with the lowest concurrency determines the duration")
  func time() throws {
    let estimate = try EvalBench("concurrency: {test: 2}", model: model).plan()
      .estimate(day: day())
    let paces = ["test:rule": CallPace(secondsPerCall: 4, source: "measured")]
    for (concurrency, seconds) in [(1, 32.0 * 4), (2, 16 * 4), (16, 16 * 4)] {
      let duration = estimate.duration(concurrency: concurrency, paces: paces)
      #expect(duration == PlanDuration(seconds: seconds, unknown: []))
    }
    #expect(estimate.duration(concurrency: 1, paces: [:]).unknown == ["test:rule"])
  }

  @Test("an unknown transcript name is an error at any place")
  func names() throws {
    var bench = try EvalBench(
      "subsets: [{name: close, ids: [t99], samples: 2}]",
      graders: "[{use: one-question, transcripts: {ids: [t10, t1]}}]", model: model)
    bench.suite.transcripts.filter.ids = ["t2", "x"]
    let other = bench
    let error = #expect(throws: SourceError.self) { try other.plan() }
    let messages = error?.diagnostics.map(\.message) ?? []
    #expect(messages.count == 3)
    #expect(messages.first == "'transcripts' names a transcript 'x' that does not exist")
    #expect(
      messages.last == "the grader 'one-question' names a transcript 't10' that does not exist")
  }

  @Test("probable mistakes are noted")
  func notes() throws {
    try expectEmpty(EvalBench(model: model).plan().notes)
    let bench = try EvalBench(
      "turns: [2, 9]\nconcurrency: {tset: 2}", graders: "[{use: one-question, turns: 7}]",
      model: model)
    let notes = try bench.plan().notes
    #expect(notes.count == 3)
    #expect(notes.first == "8 of 8 transcripts have no message 9")
    let recorded = try EvalBench("replay: recorded", model: model).plan().notes
    #expect(recorded.count == 1)
  }

  @Test("a gate on differences needs at least two clusters")
  func gate() throws {
    let gate = "gate: {grader: one-question, margin: 0.1}"
    let bench = try EvalBench(gate, transcripts: 1, model: model)
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    #expect(error?.diagnostics.map(\.code) == ["suite.gate"])
    _ = try EvalBench(gate, transcripts: 2, model: model).plan()
  }

  @Test("leaving out a section that no prompt has is an error")
  func section() throws {
    var bench = try EvalBench(model: model)
    bench.suite.comparison.variants[1].leftOut = ["nowhere"]
    let other = bench
    let error = #expect(throws: SourceError.self) { try other.plan() }
    #expect(error?.diagnostics.map(\.code) == ["prompt.section"])
  }

  @Test("an unknown domain is an error")
  func domain() throws {
    var bench = try EvalBench(model: model)
    bench.suite.comparison.variants[1].domain = "nowhere"
    let other = bench
    let error = #expect(throws: SourceError.self) { try other.plan() }
    #expect(error?.diagnostics.map(\.code) == ["suite.domain"])
  }

  @Test("the order is by attempt, then transcript, then version")
  func order() throws {
    let plan = try EvalBench(
      "subsets: [{name: close, ids: [t2], samples: 2}]", transcripts: 3, model: model
    ).plan()
    let first = plan.subjects.map(\.transcript.id).flatMap { ["a/\($0)#1", "b/\($0)#1"] }
    #expect(plan.cases.map(\.key.description) == first + ["a/t2#2", "b/t2#2"])
    #expect(plan.cases.count == 8 && plan.sampleCount == 11)
    #expect(Set(plan.subjects.map(\.transcript.id)) == ["t1", "t2", "t3"])
  }
}
