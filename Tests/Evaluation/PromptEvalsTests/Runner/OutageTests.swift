import Documents
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Synchronization
import Testing
import TestKit

@Suite("Outages are not results")
struct OutageTests {
  private static let overloaded = ModelError(.overloaded, "busy", advice: "")

  /// Answers, except for the calls with these numbers.
  private func model(failing numbers: some Collection<Int> & Sendable) -> RuleModel {
    let made = Mutex(0)
    return RuleModel { _ in
      let number = made.withLock { made in
        made += 1
        return made
      }
      return numbers.contains(number) ? .failure(Self.overloaded, after: []) : .reply(["What?"])
    }
  }

  private func bench(_ model: any LanguageModel) throws -> EvalBench {
    var bench = try EvalBench(model: model)
    bench.concurrency = 1
    return bench
  }

  private func failedTurns(_ recorder: MemoryRecorder) throws -> [ModelError.Code?] {
    let run = try #require(recorder.run("r1"))
    var codes: [ModelError.Code?] = []
    recorder.eachSample(of: run) { sample in
      codes += sample.turns.filter { $0.error != nil }.map(\.errorCode)
    }
    return codes
  }

  @Test("an unreachable model ends the run; its failures are repeated later")
  func outage() async throws {
    let recorder = MemoryRecorder()
    let failing = model(failing: 4...1000)
    let error = await #expect(throws: ModelError.self) {
      try await bench(failing).report(into: recorder)
    }
    #expect(
      error?.code == .overloaded && failing.requests.count == 3 + ConsecutiveFailures.maximumInARow)
    let run = try #require(recorder.run("r1"))
    #expect(run.status == .failed)
    #expect(run.note == "8 calls in a row failed at test:rule: busy")
    // Eight references, and the one sample whose two calls were answered.
    #expect(recorder.finishedSamples(of: "r1").count == 9)
    let plan = try bench(model(failing: [])).plan()
    let status = try await EvalRunner(plan, into: recorder).run(
      plan.run(id: "r1", started: "now", suitePath: "s.yaml"), resuming: true)
    #expect(status == .complete && recorder.finishedSamples(of: "r1").count == 24)
    try expectEmpty(failedTurns(recorder))
  }

  @Test("failures between successes are kept, even if the run ends with them")
  func between() async throws {
    let recorder = MemoryRecorder()
    let failing = model(failing: Array(3...9) + Array(11...17) + [31, 32])
    let report = try await bench(failing).report(into: recorder)
    #expect(report.run.status == .complete && recorder.finishedSamples(of: "r1").count == 24)
    try expect(failedTurns(recorder), equals: Array(repeating: .overloaded, count: 16))
  }

  @Test("any other failure is not an outage")
  func other() async throws {
    let recorder = MemoryRecorder()
    let report = try await bench(
      RuleModel { _ in .failure(ModelError(.contentFilter, "no", advice: ""), after: []) }
    ).report(into: recorder)
    #expect(report.run.status == .complete)
    try expect(failedTurns(recorder), equals: Array(repeating: .contentFilter, count: 32))
  }

  @Test("on request, a resumed run repeats samples with temporary failures")
  func retry() async throws {
    let recorder = MemoryRecorder()
    _ = try await bench(model(failing: [1, 6])).report(into: recorder)
    let later = model(failing: [])
    let bench = try bench(later)
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
    #expect(later.requests.isEmpty)
    try expect(failedTurns(recorder).count, equals: 2)
    try await EvalRunner(plan, into: recorder).run(
      bench.newRun(plan), resuming: true, retryFailed: true)
    #expect(later.requests.count == 4)
    try expectEmpty(failedTurns(recorder))
    let run = try #require(recorder.run("r1"))
    var keys: [SampleKey] = []
    recorder.eachSample(of: run) { keys.append($0.key) }
    #expect(keys.count == 24 && Set(keys).count == 24)
  }

  @Test("a judge's outage ends the run, too, and the candidate is not called again")
  func judge() async throws {
    let judge = ModelReference(provider: "test", model: "judge")
    let candidate = RuleModel { _ in .reply(["What?"]) }
    var bench = try EvalBench(
      "turns: [1]", graders: "[{use: judge, id: j, models: [test:judge], rubric: Be kind.}]",
      transcripts: 12, model: candidate)
    bench.suite.comparison.references = []
    bench.concurrency = 1
    bench.models[judge] = NamedModel(
      "judge", RuleModel { _ in .failure(Self.overloaded, after: []) })
    let recorder = MemoryRecorder()
    await #expect(throws: ModelError.self) { try await bench.report(into: recorder) }
    #expect(recorder.finishedSamples(of: "r1").isEmpty && candidate.requests.count == 8)
    bench.models[judge] = NamedModel(
      "judge", RuleModel { _ in .reply([#"{"reasoning": "because", "verdict": "pass"}"#]) })
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
    #expect(candidate.requests.count == 24)
    #expect(recorder.finishedSamples(of: "r1").count == 24)
  }

  @Test("the kind of a failure round-trips as JSON")
  func code() throws {
    var sample = EvalSample(SampleKey(side: "a", transcript: "t"), title: "T", cluster: "c")
    var turn = EvalTurn(number: 1, personBefore: nil)
    turn.error = "busy"
    turn.errorCode = .rateLimit
    sample.turns = [turn]
    #expect(EvalSample(.object(sample.json)) == sample)
    #expect(sample.mayBeRetried)
    sample.turns[0].errorCode = .contentFilter
    #expect(!sample.mayBeRetried)
  }
}

/// A model with its own name.
struct NamedModel: LanguageModel {
  let identity: ModelIdentity
  private let base: RuleModel

  init(_ name: String, _ base: RuleModel) {
    identity = ModelIdentity(provider: "test", model: name)
    self.base = base
  }

  func stream(_ request: ModelRequest) -> ModelStream { base.stream(request) }
}
