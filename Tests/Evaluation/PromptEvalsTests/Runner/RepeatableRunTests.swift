import CoachModel
import Documents
import EvalTestKit
import LanguageModels
import PromptEvals
import Testing
import TestKit

@Suite("A run with a script repeats")
struct RepeatableRunTests {
  private static let script = ModelScript(
    [
      .init(
        transcripts: ["t3", "t4"], side: "b", message: 2, replies: [.text("Why? And when?")],
        isRepeated: true),
      .init(transcripts: ["t9"], replies: [.text("One?"), .text("Two? Three?")]),
      .init(
        transcripts: ["t12"], side: "a", message: 1, attempt: 2,
        replies: [.ending(.length, after: ["And so"])], isRepeated: true),
    ],
    loop: [.text("What? And why?"), .text("Mm."), .text("What was it like?"), .text("Ah? Oh? No?")])

  private static let judge = ModelScript(
    [],
    loop: ["pass", "fail", "pass", "unsure", "pass"].map { verdict in
      .text(#"{"reasoning": "It is \#(verdict).", "verdict": "\#(verdict)"}"#)
    })

  private func figures(_ replay: String, workers: Int) async throws -> JSONValue {
    var bench = try EvalBench(
      """
      replay: \(replay)
      samples: 3
      pairwise: [{id: pair, models: test:pair, rubric: Which is better?}]
      """,
      graders: "[one-question, {use: judge, id: j, models: test:judge, rubric: Kind?}]",
      transcripts: 24, model: ScriptedModel(Self.script))
    bench.models[ModelReference(provider: "test", model: "judge")] = ScriptedModel(Self.judge)
    bench.models[ModelReference(provider: "test", model: "pair")] = ScriptedModel(
      ModelScript(
        [],
        loop: ["first", "second", "tie"].map {
          .text(#"{"reasoning": "So.", "better": "\#($0)"}"#)
        }))
    bench.concurrency = workers
    return .object(try await bench.report().json)
  }

  @Test(
    "whatever the number of workers, in the order of the suite and in any other",
    arguments: ["next-turn", "conversation"])
  func workers(replay: String) async throws {
    let alone = try await figures(replay, workers: 1)
    #expect(alone["pairwise"]?.array?.first?["wins"] != nil)
    for count in [8, 64, 64] {
      let figures = try await figures(replay, workers: count)
      #expect(figures.text() == alone.text(), "\(count) workers")
    }
  }

  @Test("a script without places starts anew in each sample, and names the call that it lacks")
  func inOrder() async throws {
    let bench = try EvalBench(transcripts: 5, model: ScriptedModel(replies: ["One?", "Two?"]))
    let report = try await bench.report()
    #expect(report.sides.filter { !$0.isReference }.map(\.samples) == [5, 5])
    let short = try EvalBench(transcripts: 5, model: ScriptedModel(replies: ["One?"]))
    let error = await #expect(throws: ModelError.self) { try await short.report() }
    expect(error?.message ?? "", contains: "has only 1 reply for message 2 of 't")
    expect(error?.message ?? "", contains: "(its call 2)")
    expect(error?.advice ?? "", contains: "loop")
  }

  @Test("a resumed run takes up the script where each sample stopped")
  func resumed() async throws {
    let recorder = MemoryRecorder()
    var bench = try EvalBench(
      "replay: conversation", transcripts: 3, model: ScriptedModel(replies: ["One?"]))
    await #expect(throws: ModelError.self) { try await bench.report(into: recorder) }
    bench.models = [EvalBench.reference: ScriptedModel(replies: ["Other?", "Two?"])]
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder, concurrency: 2).run(
      bench.newRun(plan), resuming: true)
    let run = try #require(recorder.run("r1"))
    var replies: Set<[String]> = []
    recorder.eachSample(of: run) { sample in
      if !sample.isReference { replies.insert(sample.turns.map(\.reply)) }
    }
    #expect(replies.isSubset(of: [["One?", "Two?"], ["Other?", "Two?"]]), "\(replies)")
    #expect(replies.contains(["One?", "Two?"]))
  }

  @Test("the echo repeats what the person said, and has an opening")
  func echo() async throws {
    let recorder = MemoryRecorder()
    let report = try await EvalBench(transcripts: 1, model: EchoModel()).report(into: recorder)
    let sample = try #require(recorder.samples(of: report.run, transcript: "t1").first)
    #expect(sample.turns.map(\.reply) == ["Nothing has been said yet.", "Mm."])
  }

  @Test("a rehearsal finds the call that a script lacks, and is not made with paid models")
  func rehearsal() async throws {
    let short = try EvalBench(model: ScriptedModel(replies: ["One?"])).plan().content
    let rehearsal = try #require(try EvalRehearsal(short))
    await #expect(throws: ModelError.self) { try await rehearsal.run() }
    let whole = try EvalBench(model: ScriptedModel(replies: ["One?", "Two?"])).plan().content
    let report = try await #require(try EvalRehearsal(whole)).run()
    #expect(report.run.status == .complete)
    let paid = try EvalBench(model: RuleModel(rule: EvalBench.asks)).plan().content
    #expect(try EvalRehearsal(paid) == nil)
  }
}
