import CoachEngine
import CoachModel
import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
import ModelLayers
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import StreamParsing
import Synchronization
import Testing
import TestKit

@Suite("Generating, grading and comparing a suite")
struct EvalRunnerTests {
  @Test("a version that asks twice is worse on that grader only")
  func regression() async throws {
    let report = try await EvalBench(model: RuleModel(rule: EvalBench.asks)).report()
    let metric = try #require(report.metric("one-question"))
    #expect(metric.values["a"]?.estimate.value == 1 && metric.values["b"]?.estimate.value == 0)
    #expect(metric.values["written"]?.estimate.value == 1)
    let comparison = try #require(metric.comparisons["b"])
    #expect(comparison.difference.value == -1)
    #expect(comparison.p == 2.0 / 256)
    #expect(comparison.isShown)
    #expect(report.verdict.contains("b is worse on one-question (−100.0) than a"))
    #expect(report.verdict.contains("no difference shown on the other grader"))
    let completion = try #require(report.metric("completion"))
    #expect(completion.comparisons.isEmpty && completion.values.isEmpty)
  }

  @Test("two equal versions show no difference")
  func noDifference() async throws {
    let report = try await EvalBench(model: RuleModel { _ in .reply(["What?"]) }).report()
    #expect(report.verdict.hasPrefix("No difference shown between a and b: every transcript has"))
    #expect(report.verdict.contains("8 transcripts; on none of 2 graders"))
    #expect(report.gateOutcome == nil)
  }

  @Test(
    "a gate passes, fails, or is inconclusive",
    arguments: [
      ("What?", 40, EvalReport.Outcome.passed), ("What? Why?", 12, .failed),
      ("What?", 5, .inconclusive),
    ])
  func gate(reply: String, count: Int, outcome: EvalReport.Outcome) async throws {
    let model = RuleModel { request in
      .reply([request.messages[0].text.contains("two") ? reply : "What?"])
    }
    let bench = try EvalBench(
      "gate: {grader: one-question, margin: 0.1}", transcripts: count, model: model)
    try await expect(bench.report().gateOutcome, equals: outcome)
  }

  @Test("a level is demanded of the challenger only")
  func level() async throws {
    let bench = try EvalBench(
      "gate: {at_least: [{grader: one-question, share: 0.5}]}", transcripts: 20,
      model: RuleModel(rule: EvalBench.asks))
    let report = try await bench.report()
    #expect(report.gateOutcome == .failed)
    #expect(
      report.gateFindings.first?.text.hasPrefix("gate: b on one-question at least 50.0 %") ?? false)
  }

  @Test("a truncated reply is kept, and the messages before it are graded")
  func cut() async throws {
    let model = RuleModel { request in
      request.label?.hasSuffix("02") ?? false
        ? .failure(ModelError(.truncated, "cut", advice: ""), after: ["Wh"]) : .reply(["What?"])
    }
    let recorder = MemoryRecorder()
    let report = try await EvalBench(transcripts: 1, model: model).report(into: recorder)
    let sample = try #require(recorder.samples(of: report.run, transcript: "t1").first)
    #expect(sample.turns.map(\.error) == [nil, "cut"])
    #expect(sample.turns[1].reply == "Wh")
    #expect(sample.grades.map(\.message) == [1, 1])
    #expect(report.sides.first?.failedTurns == 1)
    #expect(report.metric("passed")?.values["a"] == nil)
  }

  @Test("a failure that every call would have ends the run; complete samples are kept")
  func fatal() async throws {
    let model = RuleModel { request in
      (request.label ?? "").hasPrefix("t8")
        ? .failure(ModelError(.authentication, "no", advice: ""), after: []) : .reply(["What?"])
    }
    let recorder = MemoryRecorder()
    var bench = try EvalBench(model: model)
    bench.concurrency = 1
    let error = await #expect(throws: ModelError.self) { try await bench.report(into: recorder) }
    #expect(error?.code == .authentication)
    let run = try #require(recorder.run("r1"))
    #expect(run.status == .failed && run.note == "no")
    #expect(!recorder.finishedSamples(of: "r1").isEmpty)
  }

  @Test("an invalid prompt is found before the first call")
  func broken() throws {
    let model = RuleModel(rule: EvalBench.asks)
    var bench = try EvalBench(model: model)
    bench.suite.comparison.variants[1].prompt.version = "v9"
    #expect(throws: SourceError.self) { try bench.plan() }
    #expect(model.requests.isEmpty)
  }

  @Test("several samples of a case have their own seeds and labels, the same for all variants")
  func attempts() async throws {
    let model = RuleModel(rule: EvalBench.asks)
    var bench = try EvalBench("samples: 3", transcripts: 1, model: model)
    bench.suite.transcripts.turns = .chosen([1], last: false)
    let report = try await bench.report()
    let seeds = Dictionary(grouping: model.requests) { $0.messages[0].text }
      .mapValues { Set($0.compactMap(\.parameters.seed)) }
    #expect(seeds.count == 2)
    #expect(Set(seeds.values).count == 1 && seeds.values.first?.count == 3)
    #expect(Set(model.requests.compactMap(\.label)).count == 6)
    #expect(report.sides.first?.samples == 3)
  }

  @Test("the probability that all of several samples pass is reported per case")
  func repeats() async throws {
    let model = RuleModel { request in
      .reply([request.label?.contains("attempt 2") ?? false ? "What? Why?" : "What?"])
    }
    var bench = try EvalBench(
      "samples: 4", graders: "[{use: one-question, pass_k: 2}]", transcripts: 3, model: model)
    bench.suite.transcripts.turns = .chosen([1], last: false)
    let value = try await bench.report().metric("one-question")?.values["a"]
    #expect(value?.estimate.value == 0.75)
    // Three of four pass: C(3, 2)/C(4, 2).
    #expect(value?.repeats == 0.5)
  }

  @Test("in a generated conversation, the coach's own replies are its history")
  func conversation() async throws {
    let model = RuleModel { request in .reply(["Reply \(request.messages.count)?"]) }
    let recorder = MemoryRecorder()
    let report = try await EvalBench("replay: conversation", transcripts: 1, model: model)
      .report(into: recorder)
    let last = try #require(model.requests.first { $0.label?.contains("· a · 02") ?? false })
    #expect(last.messages.map(\.text) == ["one\n", "Reply 1?", "Mm."])
    let sample = try #require(
      recorder.samples(of: report.run, transcript: "t1").first { $0.key.side == "a" })
    #expect(sample.turns.map(\.visibleText) == ["Reply 1?", "Reply 3?"])
  }

  @Test("a conversation ends with the coach's closing signal")
  func closing() async throws {
    var bench = try EvalBench(
      "replay: conversation", transcripts: 1, model: RuleModel { _ in .reply(["Bye. [DONE]"]) })
    bench.suite.comparison.variants = [bench.suite.comparison.variants[0]]
    let files = [
      "P/p.v1.prompt":
        "---\ncoachkit.contract:\n  tags:\n    DONE: {form: signal}\n---\n{{role \"system\"}}one\n{{history}}"
    ]
    let content = EvalContent(
      suite: bench.suite, library: try PromptLibrary(folder: "P", files: InMemoryFileSystem(files)),
      subjects: bench.transcripts.map { EvalSubject($0) }, person: { Person(id: $0) },
      models: bench.models)
    let plan = try EvalPlan(content)
    let recorder = MemoryRecorder()
    try await EvalRunner(plan, into: recorder).run(bench.newRun(plan))
    let run = try #require(recorder.run("r1"))
    let sample = recorder.samples(of: run, transcript: "t1").first { !$0.isReference }
    #expect(sample?.turns.count == 1)
  }

  @Test("an evaluation replays to identical grades")
  func replay() async throws {
    let kept = Mutex<[RecordedReply]>([])
    let live = RuleModel(rule: EvalBench.asks).with(
      RecordingLayer { reply in kept.withLock { $0.append(reply) } })
    let first = MemoryRecorder()
    _ = try await EvalBench(model: live).report(into: first)
    let header = RecordingHeader(provider: "test", model: "rule", parameters: [:], recorded: "x")
    let lines = Recording.lines(header: header, replies: kept.withLock { $0 })
    let recording = try Recording(parsing: Array(lines.joined(separator: "\n").utf8), path: "r")
    let second = MemoryRecorder()
    _ = try await EvalBench(model: ReplayModel(recording, path: "r")).report(into: second)
    #expect(grades(first) == grades(second) && !grades(first).isEmpty)
  }

  private func grades(_ recorder: MemoryRecorder) -> [String: [Grade]] {
    guard let run = recorder.run("r1") else { return [:] }
    var grades: [String: [Grade]] = [:]
    recorder.eachSample(of: run) { grades[$0.key.description] = $0.grades }
    return grades
  }

  @Test("a replayed or cached reply has no latency; a fresh one has")
  func latency() async throws {
    let live = try await EvalBench(model: RuleModel(rule: EvalBench.asks)).report()
    #expect(live.sides.first?.seconds?.count == 8)
    let cache = ResponseCache(in: MemoryResponseStore())
    let model = RuleModel(rule: EvalBench.asks).with(cache)
    _ = try await EvalBench(model: model).report()
    let cached = try await EvalBench(model: model).report()
    #expect(cached.sides.first?.seconds == nil)
    #expect(cached.metric("one-question")?.values["a"]?.estimate.value == 1)
  }
}
