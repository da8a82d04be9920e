import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Versions that send the same requests")
struct SameRequestsTests {
  private static let head = """
    ---
    input:
      schema:
        message_number?: integer, the number of the message
    ---
    {{role "system"}}one
    """

  /// Two versions that differ in the second message only.
  private func bench(_ more: String = "", model: RuleModel) throws -> EvalBench {
    var bench = try EvalBench(more, graders: "[one-question]", model: model)
    bench.files = [
      "P/p.v1.prompt": "\(Self.head)\n{{history}}",
      "P/p.v2.prompt":
        "\(Self.head){{#ifEquals message_number 2}} two{{/ifEquals}}\n{{history}}",
    ]
    return bench
  }

  private let model = RuleModel { _ in .reply(["What?"]) }

  @Test("they are refused before the first call, with the messages where they differ")
  func refused() async throws {
    let bench = try bench("turns: 1", model: model)
    let recorder = MemoryRecorder()
    let error = await #expect(throws: SourceError.self) { try await bench.report(into: recorder) }
    let problem = try #require(error?.diagnostics.first)
    #expect(problem.message == "b and a send the same 8 requests: there is nothing to compare")
    #expect(problem.hint == "b differs at message 2: write turns: [2]")
    #expect(model.requests.isEmpty && recorder.run("r1") == nil)
  }

  @Test("versions that differ nowhere are refused")
  func nowhere() async throws {
    let first = try bench(model: model).files["P/p.v1.prompt"] ?? ""
    for (second, words) in [
      (first, "the files of p@v1 and p@v2 have the same text"),
      (
        first.replacing("one", with: "one{{#ifEquals message_number 9}} nine{{/ifEquals}}"),
        "prompts diff p@v1 p@v2"
      ),
    ] {
      var bench = try bench("turns: 1", model: model)
      bench.files["P/p.v2.prompt"] = second
      let other = bench
      let error = await #expect(throws: SourceError.self) {
        try await other.plan().checkDifferences()
      }
      let hint = error?.diagnostics.first?.hint ?? ""
      expect(hint, contains: words)
    }
  }

  @Test("one version that is named twice runs, and the report is an error")
  func twice() async throws {
    var bench = try bench("turns: 1", model: model)
    bench.suite.comparison.variants[1].prompt = bench.suite.comparison.variants[0].prompt
    let report = try await bench.report(into: MemoryRecorder())
    #expect(!model.requests.isEmpty)
    #expect(report.outcome == .error)
    #expect(report.verdict == "b and a send the same 8 requests: nothing is compared.")
  }

  @Test("requests that are assembled already are not assembled again")
  func assembled() async throws {
    let (same, other) = (
      try bench("turns: 1", model: model).plan(), try bench("turns: 2", model: model).plan()
    )
    let (without, with) = (
      try #require(await same.requests()), try #require(await other.requests())
    )
    try await same.checkDifferences(in: with)
    await #expect(throws: SourceError.self) { try await other.checkDifferences(in: without) }
  }

  @Test("the search for a difference ends at the first transcript that has one")
  func ending() async throws {
    let plan = try bench("turns: [1, 2]", model: model).plan()
    let found = try #require(await plan.requests(endingAtDifference: true))
    #expect(found.transcripts == 1 && !found.isComplete)
    #expect(found.differences.first?.differing == 1)
  }

  @Test("a version that differs in part says by how much, in every report")
  func diluted() async throws {
    let bench = try bench("turns: [1, 2]", model: model)
    let planned = try #require(try await bench.plan().requests())
    let recorder = MemoryRecorder()
    let report = try await bench.report(into: recorder)
    for difference in [planned.differences.first, report.requestDifferences.first] {
      #expect(difference?.summary == "b differs from a in 8 of 16 requests")
      #expect(difference?.place == "at message 2")
    }
    #expect(report.outcome == .informed)
    #expect(
      report.headline.hasSuffix(
        "b differs from a in 8 of 16 requests: at message 2; the other 8 can show no difference"),
      "\(report.headline)")
    let export = EvalExport(report, from: recorder)
    for format in [EvalExportFormat.markdown, .junit, .html, .json] {
      expect(
        try ExportBench.text(export, format), contains: "b differs from a in 8 of 16 requests")
    }
  }

  @Test("a stored run of the same requests compares nothing")
  func stored() async throws {
    let bench = try bench("turns: 1\ngate: {grader: one-question, margin: 0.5}", model: model)
    let recorder = MemoryRecorder()
    let plan = try bench.plan()
    var runner = EvalRunner(plan, into: recorder)
    runner.checksDifferences = false
    try await runner.run(bench.newRun(plan))
    let run = try #require(recorder.run("r1"))
    let report = try EvalReport(run, from: recorder)
    #expect(report.outcome == .error && report.gateOutcome == .inconclusive)
    #expect(report.verdict == "b and a send the same 8 requests: nothing is compared.")
    expect(report.headline, contains: "error: b and a send the same 8 requests")
  }

  @Test("of a conversation, only the first request is known beforehand")
  func conversation() async throws {
    let bench = try bench("replay: conversation", model: model)
    let planned = try #require(try await bench.plan().requests()?.differences.first)
    #expect(planned.compared == 8 && planned.differing == 0 && planned.unknown == 8)
    let report = try await bench.report()
    #expect(report.requestDifferences.first?.summary == "b differs from a in 8 of 16 requests")
  }

  @Test("variants that ask different models always differ; recorded replies ask nothing")
  func models() async throws {
    let other = ModelReference(provider: "test", model: "other")
    var bench = try bench("turns: 1", model: model)
    bench.models[other] = ScriptedModel([])
    bench.suite.comparison.variants[1].model = other
    let plan = try bench.plan()
    try await plan.checkDifferences()
    #expect(try await plan.requests()?.differences.first?.differing == 8)
    let recorded = try self.bench("replay: recorded", model: model).plan()
    #expect(try await recorded.requests() == nil)
    try await recorded.checkDifferences()
  }

  @Test("a new suite compares the messages where the versions differ")
  func turns() async throws {
    let turns = try #require(
      try await SuiteTurns(of: bench("turns: 1", model: model).plan(), maximumRequests: 100))
    #expect(turns.text == "[2, last]")
    expect(turns.note, contains: "b differs from a in 8 of 16 requests")
    let everywhere = try #require(
      try await SuiteTurns(of: EvalBench(model: model).plan(), maximumRequests: 100))
    #expect(everywhere.text == "[1, 2, last]")
  }
}
