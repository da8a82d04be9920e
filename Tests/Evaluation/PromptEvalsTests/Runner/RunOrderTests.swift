import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("A resumed run keeps its order")
struct RunOrderTests {
  private func kept(_ bench: EvalBench) async throws -> MemoryRecorder {
    let recorder = MemoryRecorder()
    _ = try await bench.report(into: recorder)
    return recorder
  }

  private func problem(_ recorder: MemoryRecorder, _ bench: EvalBench) async -> Diagnostic? {
    do {
      let plan = try bench.plan()
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
      return nil
    } catch {
      return (error as? SourceError)?.diagnostics.first
    }
  }

  @Test("reordered variants and graders are reported, and nothing is written")
  func places() async throws {
    let model = RuleModel { _ in .reply(["What?"]) }
    let bench = try EvalBench(transcripts: 2, model: model)
    let recorder = try await kept(bench)
    let asked = model.requests.count
    var other = bench
    other.suite.comparison.variants.reverse()
    var found = await problem(recorder, other)
    #expect(found?.code == "run.order")
    #expect(found?.message == "the run 'r1' has the variants a, b, and the suite now has b, a")
    other = bench
    other.suite.grading.graders.reverse()
    found = await problem(recorder, other)
    #expect(found?.message.contains("has the graders one-question, forbidden.clinical") ?? false)
    other = bench
    other.suite.grading.graders.removeFirst()
    await expect(problem(recorder, other)?.code, equals: "run.order")
    #expect(model.requests.count == asked && recorder.run("r1")?.design.variants.first?.id == "a")
  }

  @Test("new ones follow the existing ones")
  func new() async throws {
    let model = RuleModel { _ in .reply(["What?"]) }
    var bench = try EvalBench(graders: "[one-question]", transcripts: 2, model: model)
    bench.suite.comparison.references = []
    let recorder = try await kept(bench)
    var third = bench.suite.comparison.variants[1]
    third.id = "c"
    bench.suite.comparison.variants.append(third)
    await expect(problem(recorder, bench), equals: nil)
    #expect(recorder.finishedSamples(of: "r1").count == 6)
  }

  @Test("a run with references accepts no further variants")
  func references() async throws {
    var bench = try EvalBench(transcripts: 2, model: RuleModel { _ in .reply(["What?"]) })
    let recorder = try await kept(bench)
    var third = bench.suite.comparison.variants[1]
    third.id = "c"
    bench.suite.comparison.variants.append(third)
    let found = await problem(recorder, bench)
    #expect(found?.code == "run.order" && found?.message.contains("written") ?? false)
    #expect(found?.message.hasSuffix(": c") ?? false)
  }

  #if Evals
    @Test("the database accepts samples of a new variant")
    func database() async throws {
      try await EvalStoreTests.inStore { store, _ in
        var bench = try EvalBench(transcripts: 2, model: RuleModel { _ in .reply(["What?"]) })
        bench.suite.comparison.references = []
        let plan = try bench.plan()
        try await EvalRunner(plan, into: store).run(bench.newRun(plan))
        var third = bench.suite.comparison.variants[1]
        third.id = "c"
        bench.suite.comparison.variants.append(third)
        let later = try bench.plan()
        try await EvalRunner(later, into: store).run(bench.newRun(later), resuming: true)
        try await expect(store.finishedSamples(of: "r1").count, equals: 6)
      }
    }

    @Test("the database replaces a sample, and drops verdicts on the old one")
    func replacing() async throws {
      try await EvalStoreTests.inStore { store, _ in
        let run = EvalStoreTests.run("r1")
        try await store.begin(run)
        try await store.add(EvalStoreTests.finished(EvalStoreTests.sample(), of: run), to: "r1")
        let pair = PairwiseVerdict(
          judge: "j", model: "m", sample: SampleKey(side: "b", transcript: "t"),
          baselineFirst: .first, challengerFirst: .second, reasons: [])
        try await store.add([pair], to: "r1")
        var other = EvalStoreTests.sample()
        other.turns.removeLast()
        try await store.replace(EvalStoreTests.finished(other, of: run), in: "r1")
        try expect(store.samples(of: run, transcript: "t"), equals: [other])
        try expectEmpty(store.pairwiseVerdicts(of: run))
      }
    }
  #endif
}
