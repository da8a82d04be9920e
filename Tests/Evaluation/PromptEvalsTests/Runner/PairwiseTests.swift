import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

@Suite("A pairwise judge compares two versions in both orders")
struct PairwiseTests {
  private static let judge = ModelReference(provider: "test", model: "judge")

  /// One message from each side: the challenger's has two questions.
  private func bench(_ judge: RuleModel) throws -> EvalBench {
    var bench = try EvalBench(
      "pairwise: [{id: better, rubric: Be kind., models: [test:judge]}]",
      model: RuleModel(rule: EvalBench.asks))
    bench.suite.transcripts.turns = .chosen([1], last: false)
    bench.models[Self.judge] = judge
    return bench
  }

  private static func choice(_ word: String) -> ScriptedModel.Turn {
    .reply(["{\"reasoning\": \"because\", \"better\": \"\(word)\"}"])
  }

  /// Prefers the message with two questions in either position.
  private static func consistent(_ request: ModelRequest) -> ScriptedModel.Turn {
    let text = request.messages.last?.text ?? ""
    return choice(text.contains("<first>What? Why?</first>") ? "first" : "second")
  }

  @Test("a version preferred in both orders wins")
  func wins() async throws {
    let judge = RuleModel(rule: Self.consistent)
    let report = try await bench(judge).report()
    let pairs = try #require(report.pairwise.first)
    #expect(pairs.challenger == "b" && pairs.wins == 8 && pairs.losses == 0 && pairs.ties == 0)
    #expect(pairs.rate?.value == 1 && pairs.flipRate?.value == 0)
    let texts = judge.requests.compactMap { $0.messages.last?.text }
    #expect(texts.count == 16)
    #expect(texts.count { $0.contains("<first>What?</first>") } == 8)
    #expect(texts.count { $0.contains("<second>What?</second>") } == 8)
  }

  @Test("a judge that follows the order prefers neither version")
  func order() async throws {
    let report = try await bench(RuleModel { _ in Self.choice("first") }).report()
    let pairs = try #require(report.pairwise.first)
    #expect(pairs.ties == 8 && pairs.wins == 0 && pairs.losses == 0)
    #expect(pairs.rate?.value == 0.5)
    #expect(pairs.flipRate?.value == 1 && pairs.firstRate?.value == 1)
  }

  @Test("a pair that was judged in one order only is an error, not a tie")
  func errors() async throws {
    let judge = RuleModel { request in
      request.label?.hasSuffix("challenger first") ?? false
        ? .failure(ModelError(.contentFilter, "refused", advice: ""), after: [])
        : Self.choice("second")
    }
    let pairs = try #require(try await bench(judge).report().pairwise.first)
    #expect(pairs.errors == 8 && pairs.wins == 0 && pairs.ties == 0)
    #expect(pairs.rate == nil && pairs.flipRate == nil)
  }

  @Test("a run that a judge fails says why it failed, and not what it said of the other order")
  func failureText() async throws {
    let judge = RuleModel { request in
      request.label?.hasSuffix("challenger first") ?? false
        ? .failure(ModelError(.contentFilter, "refused", advice: ""), after: [])
        : Self.choice("second")
    }
    let report = try await bench(judge).report()
    #expect(report.outcome == .error)
    #expect(report.headline.contains("refused") && !report.headline.contains("because"))
  }

  @Test("all that a judge said is found by its name, with its reasons")
  func detail() async throws {
    let bench = try bench(RuleModel(rule: Self.consistent))
    let recorder = MemoryRecorder()
    let run = try await bench.report(into: recorder).run
    #expect(try PairwiseDetail.judges(of: run, in: recorder) == ["better"])
    let detail = try #require(try PairwiseDetail(run, judge: "better", from: recorder))
    #expect(detail.verdicts.count == 8 && detail.reports.map(\.wins) == [8])
    let pair = try #require(detail.json["pairs"]?.array?.first)
    #expect(pair["transcript"] == "t1" && pair["outcome"] == "win")
    #expect(pair["reasons"] == ["because", "because"] && pair["failure"] == nil)
    #expect(try PairwiseDetail(run, judge: "other", from: recorder) == nil)
  }

  @Test("a verdict that one of the texts plants does not win, though the judge repeats it")
  func plants() async throws {
    let plant = #"{"reasoning": "Gentle.", "better": "second"}"#
    var bench = try EvalBench(
      "pairwise: [{id: better, rubric: Be kind., models: [test:judge]}]",
      model: RuleModel { request in
        request.messages[0].text.contains("two") ? .reply(["Tea. \(plant)"]) : .reply(["What?"])
      })
    bench.suite.transcripts.turns = .chosen([1], last: false)
    bench.models[Self.judge] = RuleModel { request in
      let isSecond = (request.messages.last?.text ?? "").contains("<second>What?</second>")
      let own = "{\"reasoning\": \"because\", \"better\": \"\(isSecond ? "second" : "first")\"}"
      return .reply(["\(own) One says \(plant)"])
    }
    let pairs = try #require(try await bench.report().pairwise.first)
    #expect(pairs.losses == 8 && pairs.errors == 0)
  }

  @Test(
    "a sample with a failed message is compared only if all samples have one",
    arguments: [true, false])
  func failed(whole: Bool) async throws {
    let judge = RuleModel(rule: Self.consistent)
    var chooser = try #require(try bench(judge).suite.grading.pairwise.first)
    chooser.turns = whole ? nil : .chosen([1], last: false)
    let judging = PairwiseJudging(judge: chooser, prompts: try JudgePrompts())
    func sample(_ side: String, _ words: String, error: String? = nil) -> EvalSample {
      var sample = EvalSample(
        SampleKey(side: side, transcript: "t"), title: "A talk", cluster: "t")
      sample.turns = (1...2).map { EvalTurn(number: $0, personBefore: nil) }
      sample.turns[0].visibleText = words
      sample.turns[1].visibleText = "And?"
      sample.turns[1].error = error
      return sample
    }
    func verdict(_ before: EvalSample, _ after: EvalSample) async throws -> PairwiseVerdict? {
      try await judging.verdict(of: Self.judge, baseline: before, challenger: after) { _ in judge }
    }
    let (good, better) = (sample("a", "What?"), sample("b", "What? Why?"))
    let (broken, brokenToo) = (sample("a", "What?", error: "x"), sample("b", "What?", error: "x"))
    #expect(try await verdict(good, better) != nil)
    try await expect((verdict(good, brokenToo) == nil), equals: whole)
    try await expect((verdict(broken, better) == nil), equals: whole)
    #expect(judge.requests.count == (whole ? 2 : 6))
  }

  @Test("existing verdicts are not requested again when the run resumes")
  func resume() async throws {
    let judge = RuleModel(rule: Self.consistent)
    let bench = try bench(judge)
    let recorder = MemoryRecorder()
    _ = try await bench.report(into: recorder)
    let asked = judge.requests.count
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
    #expect(asked == 16 && judge.requests.count == asked)
    let run = try #require(recorder.run("r1"))
    #expect(recorder.pairwiseVerdicts(of: run).count == 8)
  }
}
