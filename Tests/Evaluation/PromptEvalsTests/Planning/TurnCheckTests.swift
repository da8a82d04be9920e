import CoachModel
import EvalGraders
import EvalTestKit
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Messages that a suite chooses, and that transcripts do not have")
struct TurnCheckTests {
  private let model = RuleModel(rule: EvalBench.asks)

  private func problem(_ more: String) throws -> Diagnostic? {
    let bench = try EvalBench(more, model: model)
    let error = #expect(throws: SourceError.self) { try bench.plan() }
    return error?.diagnostics.first
  }

  @Test("a choice of messages that no transcript has is an error")
  func none() throws {
    let found = try #require(try problem("turns: [19, 20]"))
    #expect(
      found.message
        == "'turns' selects no message: none of the 8 transcripts has messages 19 and 20")
    #expect(found.hint == "they have up to 2 messages of the coach: choose among these")
  }

  @Test("transcripts without a chosen message do not take part, and are named")
  func some() throws {
    var bench = try EvalBench("turns: 2", model: model)
    bench.transcripts[0] = Samples.transcript(["Hi?"], id: "t1", ending: .stopped(reason: "x"))
    let plan = try bench.plan()
    #expect(plan.subjects.count == 7 && plan.cases.count == 14)
    #expect(plan.referenceSubjects.count == 7)
    #expect(
      plan.notes == [
        "1 of 8 transcripts has no message 2",
        "1 transcript without a chosen message is left out: t1",
      ])
    bench.suite.transcripts.turns = .chosen([2], last: true)
    let all = try bench.plan()
    #expect(all.subjects.count == 8 && all.notes == ["1 of 8 transcripts has no message 2"])
  }

  @Test("a judge of pairs that compares messages which are not generated is an error")
  func pairs() throws {
    let judge = "pairwise: [{id: softer, rubric: Be kind., models: [test:rule], turns: [1]}]"
    let found = try #require(try problem("turns: 2\n\(judge)"))
    #expect(
      found.message == "the judge 'softer' compares message 1, and the samples have message 2")
    _ = try EvalBench("turns: [1, 2]\n\(judge)", model: model).plan()
    _ = try EvalBench("turns: 2\n\(judge.replacing("[1]", with: "last"))", model: model).plan()
  }
}
