import CoachModel
@testable import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

@Suite("What a run ends with")
struct FindingTests {
  private static let assertion = "assertions: [{use: forbidden, id: never, words: [why]}]"

  private func report(
    _ more: String = "", graders: String = "[one-question]",
    rule: @escaping @Sendable (ModelRequest) -> ScriptedModel.Turn = EvalBench.asks
  ) async throws -> EvalReport {
    try await EvalBench(more, graders: graders, model: RuleModel(rule: rule)).report()
  }

  @Test("without a gate and an assertion nothing is demanded")
  func informed() async throws {
    let report = try await report()
    #expect(report.outcome == .informed && report.findings.isEmpty)
    #expect(report.headline.hasPrefix("nothing was demanded"))
  }

  @Test("an assertion that a sample fails makes the run fail, and names the samples")
  func assertion() async throws {
    let report = try await report(Self.assertion)
    #expect(report.outcome == .failed)
    let findings = report.findings
    #expect(findings.map(\.side) == ["a", "b"] && findings.map(\.outcome) == [.passed, .failed])
    #expect(findings[1].samples.count == 8 && findings[1].samples.first.count == 8)
    #expect(findings[1].samples.first.map(\.transcript) == (1..<9).map { "t\($0)" })
    #expect(findings[1].example?.sample.transcript == "t1" && findings[1].example?.message == 1)
    #expect(report.headline == "failed: assertion never on b: 8 of 8 samples failed")
    #expect(findings[1].samples.names == "t1, t2, t3, t4, t5 and 3 more")
  }

  @Test("the baseline has to pass, too: an assertion is about every sample")
  func baseline() async throws {
    let report = try await report(
      "baseline: b\n\(Self.assertion)", rule: EvalBench.asks)
    #expect(report.outcome == .failed && report.headline.contains("on b"))
  }

  @Test("an assertion that only informs fails nothing, on its own or for the whole suite")
  func informs() async throws {
    let own = Self.assertion.replacing("]}]", with: "], informs: true}]")
    for suite in [own, "informs: true\n\(Self.assertion)"] {
      let report = try await report(suite)
      #expect(report.outcome == .informed)
      #expect(report.headline.contains("assertion never on b, which informs only: 8 of 8"))
    }
    #expect(throws: (any Error).self) {
      try EvalBench.suite(graders: "[{use: one-question, informs: true}]")
    }
  }

  @Test(
    "a judge whose verdicts are all the same is remarked on, from twenty on",
    arguments: [("pass", 8, true), ("fail", 8, true), ("pass", 2, false), ("mixed", 8, false)])
  func uniformJudge(word: String, transcripts: Int, isRemarked: Bool) async throws {
    var bench = try EvalBench(
      graders: "[{use: judge, id: kind, models: [test:judge], rubric: Be kind.}]",
      transcripts: transcripts, model: RuleModel(rule: EvalBench.asks))
    bench.models[ModelReference(provider: "test", model: "judge")] = RuleModel { request in
      let isPass =
        word == "mixed" ? request.messages.last?.text.contains("Why?") == true : word == "pass"
      return .reply(["{\"reasoning\": \"r\", \"verdict\": \"\(isPass ? "pass" : "fail")\"}"])
    }
    let remarks = try await bench.report().caveats.filter { $0.contains("may measure nothing") }
    #expect(remarks.count == (isRemarked ? 1 : 0))
    if isRemarked {
      #expect(remarks[0].contains("the judge kind is a \(word == "pass" ? "pass" : "failure")"))
      #expect(remarks[0].contains("eval calibrate"))
    }
  }

  @Test("verdicts that a judge could not give, and samples that do not count, are not among them")
  func undecidedJudge() throws {
    func remarks(excluded: Bool) throws -> [String] {
      var run = PlantedRun()
      run.graders[0].isJudge = true
      for number in 0..<30 {
        run.add("a", number, [number < 10 ? .pass : .inconclusive])
        run.add("b", number, [number < 10 ? .pass : .error]) { sample in
          guard excluded, number == 0 else { return }
          sample.personFaults = [PersonFault(.roleBreak, after: 0, reason: "r")]
        }
      }
      return try run.report.judgeCaveats
    }
    let found = try remarks(excluded: false)
    let words = "Every pass-or-fail verdict of the judge g is a pass"
    #expect(found.count == 1 && found[0].hasPrefix(words))
    #expect(try remarks(excluded: true).isEmpty)
  }

  @Test("pairs whose verdict changed with the order are not ties of the judge")
  func undecidedPairs() throws {
    func remarks(ties: Int) throws -> [String] {
      var run = PlantedRun()
      for number in 0..<30 { run.add(number, .pass, .pass) }
      let verdicts = (0..<30).map { number in
        PairwiseVerdict(
          judge: "j", model: "m", sample: SampleKey(side: "b", transcript: "t\(number)"),
          baselineFirst: number < ties ? .tie : .first,
          challengerFirst: number < ties ? .tie : .first, reasons: [])
      }
      return try ExportBench.report(
        run.samples, variants: run.variants, graders: run.graders, pairwise: verdicts
      ).report.judgeCaveats
    }
    let found = try remarks(ties: 22)
    #expect(found.count == 1 && found[0].hasPrefix("The judge j called all 22 pairs a tie"))
    #expect(try remarks(ties: 18).isEmpty)
  }

  @Test("an assertion that applies to nothing is not passed")
  func nothing() async throws {
    let report = try await report(
      "assertions: [{use: forbidden, id: never, words: [why], turns: 9}]")
    #expect(report.outcome == .inconclusive && report.headline.contains("applied to no sample"))
  }

  @Test(
    "a grader that fails on more than the tolerated share of samples is an error of the run",
    arguments: [(0, EvalReport.Outcome.informed), (1, .error), (4, .error), (8, .error)])
  func grader(failing: Int, outcome: EvalReport.Outcome) async throws {
    let report = try await judged(failing: failing)
    #expect(report.outcome == outcome, "\(report.headline)")
    if outcome == .error {
      expect(report.headline, contains: "the grader j failed on \(failing) of 8 samples of a: t")
      expect(
        report.headline, contains: "do not fit what was asked for: there is no JSON in the reply")
      #expect(report.findings.first { $0.side == "a" }?.example?.reply == "No idea.")
    }
  }

  @Test("the suite sets the tolerated share, but a grader that always fails is an error")
  func tolerated() async throws {
    #expect(try await judged(failing: 4, "grader_failures: 0.5").outcome == .informed)
    #expect(try await judged(failing: 5, "grader_failures: 0.5").outcome == .error)
    #expect(try await judged(failing: 8, "grader_failures: 1").outcome == .error)
  }

  /// A run whose judge fails on the first transcripts of side a.
  private func judged(failing: Int, _ more: String = "") async throws -> EvalReport {
    let judge = "{use: judge, id: j, models: test:judge, rubric: Kind?, turns: 1}"
    var bench = try EvalBench(
      more, graders: "[\(judge)]", model: RuleModel { _ in .reply(["What?"]) })
    bench.models[ModelReference(provider: "test", model: "judge")] = OriginModel { origin in
      let number = Int(origin.transcript.dropFirst()) ?? 0
      return origin.side == "a" && number <= failing
        ? "No idea." : #"{"reasoning": "Yes.", "verdict": "pass"}"#
    }
    return try await bench.report()
  }

  @Test("if no reply is complete, or all are cut, or nothing is left, the run has an error")
  func replies() async throws {
    let failing = try await report { request in
      request.messages[0].text.contains("two")
        ? .failure(ModelError(.truncated, "cut off", advice: ""), after: []) : .reply(["What?"])
    }
    expect(failing.headline, equals: "error: no reply of b is complete: t1, message 1: cut off")
    let cut = try await report { _ in .ending(.length, after: ["What is"]) }
    #expect(cut.outcome == .error && cut.findings.count == 2)
    expect(cut.headline, contains: "every reply of a ended at the token limit: raise 'max_tokens'")
  }

  @Test("the headline counts what could show a difference, and names the rest by its own word")
  func headline() async throws {
    let report = try await report(
      Self.assertion, graders: "[one-question, forbidden.clinical, no-advice]")
    let text = report.verdict
    expect(text, contains: "b is worse on one-question")
    expect(text, contains: "no difference shown on the other 2 graders")
    expect(text, contains: "1 of 3 graders could show a difference, the only test")
    expect(text, contains: "Assertions are not tested: never −100.0")
  }

  @Test("recorded messages are the same on all sides, and the headline says so")
  func recorded() async throws {
    let report = try await report("replay: recorded\ngate: {grader: one-question, margin: 0.9}")
    expect(report.verdict, contains: "a and b are the same texts, as they were written")
    #expect(report.outcome == .inconclusive)
    expect(report.headline, contains: "both are the same texts")
  }

  @Test("an assertion that looks at some of the samples says at how many")
  func partly() async throws {
    let report = try await report(
      "assertions: [{use: forbidden, id: never, words: [whale], transcripts: {ids: [t1, t2]}}]")
    #expect(report.outcome == .passed)
    expect(
      report.findings[0].figures,
      equals: "passed in the 2 samples of 8 that have what it looks at")
  }

  @Test("a run that is not complete is not decided, whatever it has found so far")
  func incomplete() async throws {
    let recorder = MemoryRecorder()
    let complete = try await EvalBench(
      "gate: {at_least: [{grader: one-question, share: 0.1}]}", graders: "[one-question]",
      model: RuleModel { _ in .reply(["What?"]) }
    ).report(into: recorder)
    #expect(complete.outcome == .passed)
    var run = complete.run
    run.status = .budget
    run.note = "the budget is used up"
    let report = try EvalReport(run, from: recorder)
    #expect(report.outcome == .inconclusive && report.gateOutcome == .inconclusive)
    expect(report.headline, contains: "the run is not complete: the budget is used up")
  }

  @Test("a tally lists the first samples, in whatever order they are added")
  func tally() {
    let keys = (0..<50).map {
      SampleKey(side: "a", transcript: "t\($0 % 25)", attempt: $0 / 25 + 1)
    }
    var first = SampleTally()
    var second = SampleTally()
    for key in keys { first.add(key) }
    for key in keys.reversed() { second.add(key) }
    #expect(first == second && first.count == 50 && first.first.count == 20)
    #expect(first.first == Array(keys.sorted().prefix(20)))
  }
}

/// A model that answers by the place of the call in the run.
private struct OriginModel: LanguageModel {
  let identity = ModelIdentity(provider: "test", model: "judge")
  let answer: @Sendable (RequestOrigin) -> String

  func stream(_ request: ModelRequest) -> ModelStream {
    let text = request.origin.map(answer) ?? "no origin"
    return ScriptedModel(replies: [text]).stream(ModelRequest(messages: []))
  }
}
