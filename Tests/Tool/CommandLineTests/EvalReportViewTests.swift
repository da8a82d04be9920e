@testable import coachkit
import CommandLineSupport
import Documents
@testable import EvalCommands
import EvalGraders
import EvalStatistics
@testable import PromptEvals
import Testing
import TestKit

@Suite("The terminal report shows the figures of each side")
struct EvalReportViewTests {
  private func report(
    _ verdicts: [String: Grade.Verdict], repeats: Int? = nil, attempts: Int = 1,
    sharingTranscripts isShared: Bool = true
  ) throws -> EvalReport {
    var role = GraderRole(id: "a-grader-with-a-long-name", summary: "S")
    role.repeats = repeats
    let run = EvalRun(
      id: "r1", suite: "s", suitePath: "s.yaml", question: "q", started: "now",
      design: EvalRun.Design(
        replay: .nextTurn,
        variants: ["v1", "v2", "v3"].map {
          EvalRun.Side(id: $0, prompt: "p@v1", digest: "x", model: "m", parameters: [:])
        },
        baseline: "v1", references: [], graders: [role], parameters: [:], price: nil, gate: nil,
        seed: 1, planned: 1, subjects: 8), configuration: RunConfiguration())
    let recorder = MemoryRecorder()
    recorder.begin(run)
    for number in 0..<8 {
      for (side, verdict) in verdicts {
        for attempt in 1..<(attempts + 1) {
          let transcript = isShared ? "t\(number)" : "\(side)-t\(number)"
          var sample = EvalSample(
            SampleKey(side: side, transcript: transcript, attempt: attempt), title: "T",
            cluster: "c\(number)")
          var turn = EvalTurn(number: 1, personBefore: nil)
          turn.visibleText = "What?"
          turn.effort = CoachMessageEffort(seconds: side == "v1" ? 1 : 2)
          sample.turns = [turn]
          // One transcript contradicts the others, so that differences vary.
          let verdict = number == 0 && verdict == .pass ? .fail : verdict
          sample.grades = [Grade(grader: role.id, message: 1, verdict: verdict)]
          recorder.add(
            FinishedSample(
              sample: sample, scores: SampleScores(sample, graders: run.design.graders), texts: [:]),
            to: run.id)
        }
      }
    }
    return try EvalReport(run, from: recorder)
  }

  private func rows(_ text: String, _ start: String) -> [[Substring]] {
    text.split(separator: "\n").filter { $0.hasPrefix(start) }.map {
      $0.split(separator: "  ").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
  }

  @Test("the legend says what n counts, paired or not")
  func legend() throws {
    for (isShared, words) in [
      (true, "n: transcripts that both have;"), (false, "n: transcripts of both sides together;"),
    ] {
      let report = try report(["v1": .fail, "v2": .pass], sharingTranscripts: isShared)
      expect(EvalReportView(report: report, width: nil).text, contains: words)
    }
  }

  @Test("without an adjusted p, none is shown, and effect sizes appear next to the differences")
  func comparisons() throws {
    let report = try report(["v1": .fail, "v2": .pass, "v3": .fail])
    let text = EvalReportView(report: report, width: nil).text
    #expect(text.contains("p adj.") && text.contains("  g  "))
    let row = try #require(rows(text, "a-grader").first)
    let size = try #require(report.metrics[0].comparisons["v2"]?.effectSize)
    #expect(row.contains("+\(Figures.decimal(size, places: 2))"))
    // The seconds differ in every transcript, without an adjusted p.
    let seconds = try #require(rows(text, "seconds").first)
    #expect(report.metric("seconds")?.comparisons["v2"]?.p.map { $0 < 0.05 } == true)
    #expect(seconds.contains("–") && !seconds.contains("0.008"))
  }

  @Test("the challenger with a finding is answered first, above what the answer rests on")
  func answer() throws {
    let report = try report(["v1": .fail, "v2": .fail, "v3": .pass])
    let lines = EvalReportView(report: report, width: nil).text.split(separator: "\n")
    func place(_ start: String) throws -> Int {
      try #require(lines.firstIndex { $0.hasPrefix(start) }, "\(start)")
    }
    let finding = try place("v3 is better on a-grader-with-a-long-name (+87.5) than v1.")
    #expect(lines[finding + 1].hasPrefix("  8 transcripts; 1 of 1 grader could show a difference"))
    try #expect(place("No difference shown between v1 and v2") > finding)
    #expect(lines.contains { $0.contains("p adj.: the probability of such a difference") })
  }

  @Test("a breakdown shows its groups with its caution, and a frontier its places")
  func groups() throws {
    let report = try report(["v1": .fail, "v2": .pass, "v3": .fail])
    func estimate(_ value: Double, _ interval: ClosedRange<Double>? = nil) -> Estimate {
      Estimate(value: value, interval: interval, count: 4, clusters: 4, method: "m")
    }
    let group = Breakdown.Group(
      name: "work", transcripts: 4, clusters: 4, values: ["v1": estimate(0), "v2": estimate(0.5)],
      differences: ["v2": estimate(0.5)])
    let breakdown = Breakdown(
      dimension: .tag, metric: "a-grader-with-a-long-name", groups: [group])
    let text = EvalBreakdownView(
      report: report, breakdowns: [try #require(breakdown)], width: nil
    ).text
    #expect(text.contains(Breakdown.caution))
    #expect(
      rows(text, "work").first == [
        "work", "4", "4", "0.0 %", "50.0 %", "–", "+50.0", "too few clusters", "–", "–",
      ])
    var frontier = Frontier(
      metric: "overall",
      points: [
        .init(
          side: "v1", prompt: "p@v1", model: "m", score: estimate(0.5),
          dollars: estimate(0.000_4, 0.000_3...0.000_5)),
        .init(
          side: "v2", prompt: "p@v2", model: "m", score: estimate(0.4), dollars: estimate(0.002)),
      ], unplaced: ["v3"])
    frontier.findDominated()
    let table = EvalFrontierView(frontier: frontier).table.lines(within: nil)
      .joined(separator: "\n")
    #expect(
      rows(table, "v1").first == [
        "v1", "m", "50.0 %", "–", "$0.00040", "[$0.00030, $0.00050]", "on the frontier",
      ])
    #expect(rows(table, "v2").first?.last == "dominated by v1, within the intervals")
    #expect(rows(table, "v3").first?.contains("unknown") == true)
  }

  @Test("errors and inconclusive verdicts are counted per side")
  func ungraded() throws {
    let report = try report(["v1": .pass, "v2": .error, "v3": .inconclusive])
    let text = EvalReportView(report: report, width: nil).text
    let row = rows(text, "a-grader").last
    #expect(text.contains("not graded"))
    #expect(row == ["a-grader-with-a-long-name", "–", "8 errors", "8 inconclusive"])
    let clean = try self.report(["v1": .pass, "v2": .pass, "v3": .pass])
    #expect(!EvalReportView(report: clean, width: nil).text.contains("not graded"))
    let outside = try self.report(["v1": .pass, "v2": .pass, "v3": .notApplicable])
    let last = rows(EvalReportView(report: outside, width: nil).text, "a-grader").last
    #expect(last == ["a-grader-with-a-long-name", "–", "–", "8 not applicable"])
  }

  @Test("pass^k states k and has one column per side")
  func repeats() throws {
    let report = try report(["v1": .fail, "v2": .pass, "v3": .pass], repeats: 2, attempts: 2)
    let text = EvalReportView(report: report, width: nil).text
    #expect(rows(text, "pass^k").first == ["pass^k", "k", "v1", "v2", "v3"])
    #expect(
      rows(text, "a-grader").last == [
        "a-grader-with-a-long-name", "2", "0.0 %", "87.5 %", "87.5 %",
      ])
  }

  @Test("if the table is too wide, each challenger gets its own")
  func narrow() throws {
    let report = try report(["v1": .fail, "v2": .pass, "v3": .fail])
    let wide = EvalReportView(report: report, width: nil).text
    #expect(rows(wide, "a-grader").count == 1 && !wide.contains("\nv2 − v1\n"))
    let text = EvalReportView(report: report, width: 80).text
    #expect(rows(text, "a-grader").count == 3)
    #expect(text.contains("\nv2 − v1\n") && text.contains("\nv3 − v1\n"))
    for line in text.split(separator: "\n") where line.contains("│") || line.contains("%") {
      #expect(line.count <= 80, "\(line)")
    }
  }
}
