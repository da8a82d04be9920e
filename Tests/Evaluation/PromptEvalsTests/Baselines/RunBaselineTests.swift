import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("A run as a file")
struct RunBaselineTests {
  /// A run whose versions differ in every text.
  private func run(
    _ id: String, into recorder: MemoryRecorder,
    _ rule: @escaping @Sendable (ModelRequest) -> ScriptedModel.Turn = EvalBench.asks
  ) async throws -> EvalRun {
    let bench = try EvalBench(model: RuleModel(rule: rule))
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: id))
    return try #require(recorder.run(id))
  }

  @Test("the same run makes the same bytes, and they are read as the same run")
  func bytes() async throws {
    let recorder = MemoryRecorder()
    let first = try RunBaseline(await run("r1", into: recorder), from: recorder)
    let other = MemoryRecorder()
    let again = try RunBaseline(await run("r1", into: other), from: other)
    expect(first.text, equals: again.text)
    let read = try RunBaseline(SourceFile(path: "b.jsonl", text: first.text))
    expect(read.text, equals: first.text)
    expect(read.run.design, equals: first.run.design)
    expect(read.run.configuration, equals: first.run.configuration)
    expect(read.run.status, equals: .complete)
  }

  @Test("an unresolved merge conflict in the file is named")
  func conflict() async throws {
    let recorder = MemoryRecorder()
    let text = try RunBaseline(await run("r1", into: recorder), from: recorder).text
    let lines = text.split(separator: "\n")
    let merged =
      [lines[0], "<<<<<<< HEAD", lines[1], "=======", lines[2], ">>>>>>> other"] + lines[3...]
    let error = #expect(throws: SourceError.self) {
      try RunBaseline(SourceFile(path: "b.jsonl", text: merged.joined(separator: "\n")))
    }
    #expect(error?.diagnostics.map(\.code) == ["file.conflict"])
    #expect(error?.diagnostics.first?.location?.line == 2)
  }

  @Test("a line for each fact and each sample, in order, without a text")
  func lines() async throws {
    let recorder = MemoryRecorder()
    let run = try await run("r1", into: recorder) { _ in .reply(["A secret? Or two secrets?"]) }
    let text = try RunBaseline(run, from: recorder).text
    let lines = text.split(separator: "\n").map(String.init)
    let samples = lines.filter { $0.contains("\"transcript\"") }
    // Eight transcripts of two versions, and as they were written.
    expect(samples.count, equals: 24)
    expect(samples, equals: samples.sorted { Self.key($0) < Self.key($1) })
    let facts = lines.filter { $0.contains("\"fact\"") }
    for part in ["generation", "grading"] {
      let names = facts.filter { $0.contains("\"part\":\"\(part)\"") }
      #expect(!names.isEmpty && names == names.sorted())
    }
    expect(1 + facts.count + samples.count, equals: lines.count)
    for word in ["secret", "Hi?", "And 3?"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("\"reply\":\"sha256:"))
    #expect(text.contains("\"verdict\":\"fail\""))
  }

  @Test("neither what a tool was called with nor the machine is in it")
  func toolCalls() async throws {
    var run = PlantedRun()
    func add(_ side: String, _ arguments: String, id: String) {
      run.add(side, 0, [.pass]) {
        $0.turns[0].toolCalls = [ToolCall(id: id, name: "note", arguments: arguments)]
      }
    }
    add("a", "{\"text\": \"a secret\"}", id: "call-one")
    add("b", "{\"text\": \"another one\"}", id: "call-two")
    var stored = try run.report.run
    stored.owner = .current
    let text = RunBaseline(stored, samples: run.samples.map(\.withoutTexts)).text
    #expect(!text.contains("secret") && !text.contains("another") && !text.contains("call-"))
    #expect(!text.contains("\"owner\"") && text.contains("\"name\":\"note\""))
    let read = try RunBaseline(SourceFile(path: "b.jsonl", text: text))
    let calls = read.samples.compactMap { $0.turns[0].toolCalls?.first?.arguments }
    #expect(Set(calls).count == 2 && calls.allSatisfy { $0.hasPrefix("sha256:") })
  }

  private static func key(_ line: String) -> String {
    let part = { (name: String) in
      line.split(separator: "\"\(name)\":\"").last.map { String($0.prefix { $0 != "\"" }) } ?? ""
    }
    return part("transcript") + " " + part("side")
  }

  @Test("a comparison with the file is that with the run")
  func comparison() async throws {
    let recorder = MemoryRecorder()
    let first = try await run("r1", into: recorder) { _ in .reply(["What?"]) }
    let second = try await run("r2", into: recorder)
    let baseline = try RunBaseline(
      SourceFile(path: "b.jsonl", text: RunBaseline(first, from: recorder).text))
    let alone = MemoryRecorder()
    let later = try await run("r2", into: alone)
    let expected = try RunComparison(
      first: first, second: second, before: nil, after: nil, from: recorder
    ).report
    let found = try RunComparison(
      first: baseline.run, second: later, before: nil, after: nil,
      from: BaselineReader(baseline, beside: alone)
    ).report
    for metric in expected.metrics where metric.role.kind == .grader {
      let other = try #require(found.metric(metric.role.id))
      expect(other.values, equals: metric.values)
      expect(
        other.comparisons.mapValues(\.difference),
        equals: metric.comparisons.mapValues(\.difference))
    }
    expect(found.outcome, equals: expected.outcome)
    #expect(found.metric("one-question")?.comparisons["b of r2"]?.difference.value == -1)
  }

  @Test("a file that is damaged names its line")
  func damaged() async throws {
    let recorder = MemoryRecorder()
    let text = try RunBaseline(await run("r1", into: recorder), from: recorder).text
    let lines = text.split(separator: "\n").map(String.init)
    let last = try #require(lines.last)
    for (broken, line, words) in [
      ("", nil, "does not describe a run"),
      ("[1]\n", 1, "this is no baseline"),
      (
        lines[0].replacing("\"baseline_version\":1", with: "\"baseline_version\":9"), 1, "version 9"
      ),
      (lines[0] + "\n<<<<<<< HEAD\n", 2, "a merge conflict"),
      (lines[0] + "\n{\"side\":\"a\"}\n", 2, "neither a fact nor a sample"),
      (text + last + "\n", nil, "a sample twice"),
    ] as [(String, Int?, String)] {
      let error = #expect(throws: SourceError.self) {
        try RunBaseline(SourceFile(path: "b.jsonl", text: broken))
      }
      let problem = try #require(error?.diagnostics.first)
      #expect(problem.location?.line == line && problem.message.contains(words), "\(problem)")
    }
  }

  @Test("the margin of a single version is decided by the comparison alone")
  func single() async throws {
    let recorder = MemoryRecorder()
    let margin = "gate: {grader: one-question, margin: 0.4}"
    func run(_ id: String, _ reply: String) async throws -> EvalRun {
      var bench = try EvalBench(margin, transcripts: 12, model: RuleModel { _ in .reply([reply]) })
      bench.suite.comparison.variants.removeLast()
      let plan = try bench.plan()
      #expect(plan.notes.contains { $0.contains("--baseline") })
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: id))
      return try #require(recorder.run(id))
    }
    let first = try await run("r1", "What?")
    let second = try await run("r2", "What? Why?")
    for (later, outcome) in [(second, EvalReport.Outcome.failed), (first, .passed)] {
      let baseline = try RunBaseline(first, from: recorder)
      var earlier = baseline.run
      earlier.id = "r0"
      let report = try EvalReport(later, from: recorder)
      expect(report.outcome, equals: .inconclusive)
      expect(report.headline, contains: "no earlier run was named")
      let renamed = RunBaseline(earlier, samples: baseline.samples)
      let comparison = try RunComparison(
        first: earlier, second: later, before: nil, after: nil,
        from: BaselineReader(renamed, beside: recorder)
      ).report
      expect(report.outcome(comparedIn: comparison), equals: outcome, "\(comparison.headline)")
    }
  }
}
