import Documents
@testable import EvalGraders
@testable import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

@Suite("Statistics of one metric")
struct MetricDetailTests {
  /// One transcript: the score of each sample on either side.
  private struct Row {
    var first: [Double]
    var second: [Double]
    var cluster: String?
  }

  private func run(graders: String = "[one-question]") throws -> EvalRun {
    let bench = try EvalBench(
      graders: graders, transcripts: 1, model: RuleModel(rule: EvalBench.asks))
    return bench.newRun(try bench.plan())
  }

  private func table(_ run: EvalRun, _ rows: [Row]) -> ScoreTable {
    var table = ScoreTable(run)
    for (place, row) in rows.enumerated() {
      for (side, scores) in [("a", row.first), ("b", row.second)] {
        for (attempt, score) in scores.enumerated() {
          let key = SampleKey(side: side, transcript: "t\(place)", attempt: attempt + 1)
          var sample = EvalSample(key, title: "A talk", cluster: row.cluster ?? "t\(place)")
          sample.grades = run.design.graders.map {
            Grade(grader: $0.id, message: 1, verdict: .pass, degree: score)
          }
          table.add(SampleScores(sample, graders: run.design.graders))
        }
      }
    }
    return table
  }

  private func detail(
    _ rows: [Row], metric: String = "one-question", change: (inout EvalRun) -> Void = { _ in }
  ) throws -> MetricDetail {
    var run = try run()
    change(&run)
    return try #require(MetricDetail(run: run, table: table(run, rows), metric: metric))
  }

  /// Rows of one sample per side with these differences around a medium score.
  private func rows(_ differences: [Double], scale: Double) -> [Row] {
    differences.map { Row(first: [0.5], second: [0.5 + $0 / scale]) }
  }

  private func pass(_ first: Double, _ second: Double, times: Int) -> [Row] {
    Array(repeating: Row(first: [first], second: [second]), count: times)
  }

  @Test("tests of shares use the transcripts that only one side passes")
  func shares() throws {
    // Nine pass on the first side only, three on the second only, five on both, three on neither.
    let detail = try detail(
      pass(1, 0, times: 9) + pass(0, 1, times: 3) + pass(1, 1, times: 5) + pass(0, 0, times: 3))
    let comparison = try #require(detail.comparisons.first)
    #expect(comparison.discordant == MetricDetail.Discordant(onlyBaseline: 9, onlyChallenger: 3))
    #expect(isClose(comparison.test(.mcNemarExact)?.p, 0.145996))
    #expect(isClose(comparison.test(.mcNemarMidP)?.p, 0.092285))
    // -6/√12, each transcript a cluster of its own.
    #expect(isClose(comparison.test(.clusteredMcNemar)?.statistic, -1.7320508))
    #expect(isClose(comparison.test(.clusteredMcNemar)?.p, 0.0832645))
    #expect(isClose(comparison.cohensH, -0.6128748))
    #expect(isClose(comparison.oddsRatio?.value, 1.0 / 3))
    #expect(isClose(comparison.oddsRatio?.interval, 0.0580450, 1.3356762))
    let side = try #require(detail.sides.first)
    #expect(side.estimate.value == 0.7 && side.samples == 20 && side.estimate.clusters == 20)
    #expect(isClose(side.wilson?.interval, 0.4810272, 0.8545228))
    #expect(isClose(side.clopperPearson?.interval, 0.4572108, 0.8810684))
    #expect(side.clopperPearson?.method == "clopper-pearson")
  }

  @Test("graded scores have all tests of means and ranks, and none of shares")
  func maize() throws {
    let detail = try detail(rows(ReferenceData.maize, scale: 200))
    let comparison = try #require(detail.comparisons.first)
    // Each transcript a cluster of its own: Student's interval.
    let difference = try #require(comparison.difference)
    #expect(isClose(difference.value, 20.93333 / 200))
    #expect(isClose(difference.standardError, 9.745557 / 200))
    #expect(isClose(difference.interval, 0.03119 / 200, 41.83547 / 200))
    let paired = try #require(comparison.test(.pairedT))
    #expect(isClose(paired.statistic, 2.147987) && paired.degreesOfFreedom == 14)
    #expect(isClose(paired.p, 0.049703))
    #expect(isClose(comparison.test(.clusteredT)?.p, 0.049703))
    #expect(isClose(comparison.test(.signFlip)?.p, 1726.0 / 32768))
    #expect(isClose(comparison.test(.wilcoxon)?.p, 0.0412598))
    #expect(comparison.test(.wilcoxon)?.statistic == 96)
    // t/√15, and times Γ(7)/(√7 Γ(6.5)).
    #expect(isClose(comparison.standardizedDifference, 0.5546079))
    #expect(isClose(comparison.hedgesG, 0.5242640))
    #expect(comparison.discordant == nil && comparison.cohensH == nil)
    #expect(comparison.oddsRatio == nil && comparison.test(.mcNemarExact) == nil)
    #expect(detail.sides.last?.wilson == nil && detail.sides.last?.clopperPearson == nil)
  }

  @Test("pairing is used for shared transcripts, and Welch's test remains without any")
  func sleep() throws {
    let scores = zip(ReferenceData.sleepFirst, ReferenceData.sleepSecond).map {
      ([($0 + 2) / 10], [($1 + 2) / 10])
    }
    let paired = try detail(scores.map { Row(first: $0, second: $1) })
    let comparison = try #require(paired.comparisons.first)
    #expect(isClose(comparison.test(.pairedT)?.statistic, 4.062128))
    #expect(isClose(comparison.test(.pairedT)?.p, 0.00283289))
    #expect(isClose(comparison.test(.signFlip)?.p, 4.0 / 1024))
    #expect(isClose(comparison.test(.welchT)?.p, 0.0794, 1e-4))
    let apart = try detail(
      scores.map { Row(first: $0.0, second: []) } + scores.map { Row(first: [], second: $0.1) })
    let unpaired = try #require(apart.comparisons.first)
    #expect(unpaired.transcripts == 0 && unpaired.difference == nil)
    #expect(isClose(unpaired.test(.welchT)?.p, 0.0794, 1e-4))
    #expect(unpaired.tests.compactMap(\.p).count == 1 && unpaired.transcriptVariance == nil)
  }

  @Test("the difference counts clusters, as the report does")
  func clusters() throws {
    let rows = (0..<20).map { place in
      Row(first: [0], second: [Double(place) / 20], cluster: "\(place % 4)")
    }
    let comparison = try #require(try detail(rows).comparisons.first)
    #expect(comparison.transcripts == 20 && comparison.clusters == 4)
    #expect(isClose(comparison.difference?.value, 9.5 / 20))
    #expect(isClose(comparison.difference?.standardError, 0.6454972 / 20))
    #expect(comparison.difference?.method == "clustered")
  }

  @Test("identical transcripts within a cluster count once")
  func likeness() throws {
    let rows = [0.1, 0.2, 0.6].enumerated().flatMap { place, score in
      Array(repeating: Row(first: [0], second: [score], cluster: "c\(place)"), count: 3)
    }
    let comparison = try #require(try detail(rows).comparisons.first)
    #expect(isClose(comparison.intraclassCorrelation, 1) && isClose(comparison.designEffect, 3))
    // Of eight sets of three signs, two are as large as can be.
    #expect(comparison.test(.signFlip)?.p == 0.25 && comparison.smallestP == 0.25)
  }

  @Test("the variance of differences is split into transcripts and samples")
  func variance() throws {
    let comparison = try #require(
      try detail([
        Row(first: [0, 1], second: [1, 1]), Row(first: [1, 1], second: [0, 0]),
      ]).comparisons.first)
    // Differences of 1/2 and -1 have a variance of 9/8, to which samples of the first side, pooled
    // 1/4, add an eighth.
    #expect(isClose(comparison.transcriptVariance, 1))
    #expect(comparison.baselineVariance == 0.25 && comparison.challengerVariance == 0)
    let single = try #require(
      try detail(pass(0, 1, times: 2) + pass(1, 1, times: 1)).comparisons.first)
    #expect(single.baselineVariance == nil && single.challengerVariance == nil)
    #expect(isClose(single.transcriptVariance, 1.0 / 3))
  }

  @Test("pass^k is computed up to the number of samples of every transcript, at most five")
  func repeats() throws {
    let five = Row(first: [1, 0, 1, 0, 1], second: [1, 1, 1, 1, 1, 0])
    let alone = try detail([five]).sides
    #expect(alone.map { $0.repeats.map(\.count) } == [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]])
    let chances = try #require(alone.first?.repeats)
    #expect(isClose(chances[1].all, 0.3) && isClose(chances[1].atLeastOne, 0.9))
    #expect(chances[3].all == 0 && chances[3].atLeastOne == 1)
    let together = try detail([five, Row(first: [1, 1], second: [1])]).sides
    #expect(together.map(\.repeats.count) == [2, 1])
    #expect(isClose(together.first?.repeats.last?.all, 0.65))
    #expect(together.first?.samples == 7 && together.first?.wilson == nil)
  }

  @Test("a threshold below 1 is the one that pass^k uses")
  func threshold() throws {
    let detail = try detail([Row(first: [0.6, 0.4], second: [0.5, 0.7])]) {
      $0.design.graders[0].threshold = 0.5
    }
    #expect(detail.threshold == 0.5)
    #expect(detail.sides.map { $0.repeats.map(\.all) } == [[0.5, 0], [1, 1]])
  }

  @Test("one transcript has a difference, but no interval or test")
  func single() throws {
    let comparison = try #require(
      try detail([Row(first: [0.25], second: [0.75])]).comparisons.first)
    #expect(comparison.difference?.value == 0.5 && comparison.difference?.interval == nil)
    #expect(comparison.test(.pairedT)?.p == nil && comparison.test(.welchT)?.p == nil)
    #expect(comparison.test(.signFlip)?.p == 1 && comparison.smallestP == 1)
    #expect(comparison.standardizedDifference == nil && comparison.designEffect == nil)
    #expect(comparison.transcriptVariance == nil)
  }

  @Test("without variance there is neither a statistic nor certainty")
  func constant() throws {
    let comparison = try #require(try detail(pass(1, 1, times: 10)).comparisons.first)
    #expect(comparison.test(.clusteredT)?.p == nil && comparison.test(.wilcoxon)?.p == nil)
    #expect(comparison.test(.clusteredMcNemar)?.p == nil)
    #expect(comparison.test(.mcNemarExact)?.p == 1 && comparison.cohensH == 0)
    #expect(comparison.oddsRatio == nil && comparison.hedgesG == nil)
    #expect(try #require(comparison.difference?.interval).lowerBound < -0.1)
  }

  @Test("differences that vary in their last bit only count as constant")
  func rounding() throws {
    let comparison = try #require(
      try detail([
        Row(first: [1.0 / 3], second: [2.0 / 3]), Row(first: [2.0 / 3], second: [1]),
        Row(first: [1.0 / 3], second: [2.0 / 3]),
      ]).comparisons.first)
    #expect(comparison.standardizedDifference == nil && comparison.designEffect == nil)
    #expect(comparison.test(.pairedT)?.statistic == nil)
    // All share the middle rank.
    #expect(comparison.test(.wilcoxon)?.statistic == 6 && comparison.test(.wilcoxon)?.p == 0.25)
  }

  @Test("Wilcoxon's test is left out with a note if it would take too long")
  func manyRanks() throws {
    let rows = (0..<(MetricDetail.maximumRanks + 1)).map { place in
      Row(first: [0.5], second: [place % 3 == 0 ? 0.25 : 0.75], cluster: "\(place % 2)")
    }
    let all = try #require(try detail(rows).comparisons.first?.test(.wilcoxon))
    #expect(all.p == nil && all.note?.contains("301") == true)
    let fewer = try #require(
      try detail(rows.dropLast() + pass(0.5, 0.5, times: 5)).comparisons.first?.test(.wilcoxon))
    #expect(fewer.p != nil && fewer.note == nil)
  }

  @Test("the decisive figures are named: the gate's demands and the adjusted p")
  func gate() throws {
    var gated = try run(graders: "[one-question, forbidden.clinical]")
    gated.design.gate = EvalGate(
      margins: [EvalGate.Margin(metric: "one-question", margin: 0.05)],
      levels: [EvalGate.Level(metric: "passed", minimum: 0.9)])
    let table = table(gated, rows(ReferenceData.maize, scale: 200))
    let detail = try #require(MetricDetail(run: gated, table: table, metric: "one-question"))
    #expect(detail.gateMargin == 0.05 && detail.gateLevel == nil)
    let comparison = try #require(detail.comparisons.first)
    // Two graders with the same scores: Holm doubles the smaller p.
    #expect(isClose(comparison.adjustedP, 2 * 1726.0 / 32768))
    #expect(comparison.gateDifference?.method == "gaffke")
    #expect(comparison.gateDifference?.value == comparison.difference?.value)
    let passed = try #require(MetricDetail(run: gated, table: table, metric: "passed"))
    #expect(passed.gateMargin == nil && passed.gateLevel == 0.9)
    #expect(passed.comparisons.first?.test(.signFlip)?.p != nil)
    #expect(passed.comparisons.first?.adjustedP == nil)
  }

  @Test("a metric without bounds has intervals, and no shares")
  func seconds() async throws {
    let recorder = MemoryRecorder()
    let bench = try EvalBench(model: RuleModel(rule: EvalBench.asks))
    _ = try await bench.report(into: recorder)
    let run = try #require(recorder.run("r1"))
    let dollars = try #require(try MetricDetail(run, metric: "dollars", from: recorder))
    #expect(dollars.threshold == nil)
    #expect(dollars.sides.allSatisfy { $0.repeats.isEmpty && $0.wilson == nil })
    #expect(dollars.comparisons.allSatisfy { $0.discordant == nil })
    let questions = try #require(try MetricDetail(run, metric: "one-question", from: recorder))
    #expect(questions.sides.map(\.id) == ["a", "b", "written"])
    #expect(questions.sides.map(\.isReference) == [false, false, true])
    #expect(questions.comparisons.map(\.challenger) == ["b"])
    #expect(questions.comparisons.first?.difference?.value == -1)
  }

  @Test("a metric or challenger that the run does not have has no detail")
  func unknown() throws {
    let run = try run()
    let table = table(run, pass(0, 1, times: 2))
    #expect(MetricDetail.metrics(of: run) == ["one-question", "passed", "seconds", "dollars"])
    #expect(MetricDetail(run: run, table: table, metric: "one-questions") == nil)
    #expect(MetricDetail(run: run, table: table, metric: "passed", challenger: "a") == nil)
    let named = MetricDetail(run: run, table: table, metric: "passed", challenger: "b")
    #expect(named?.comparisons.map(\.challenger) == ["b"])
    let empty = try #require(MetricDetail(run: run, table: table, metric: "seconds"))
    #expect(empty.sides.isEmpty && empty.comparisons.isEmpty)
  }

  @Test("in JSON, unknown values are null")
  func json() throws {
    let json = try detail([Row(first: [0.25], second: [0.75])]).json
    #expect(json["id"] == "one-question" && json["sides"]?.array?.count == 2)
    let comparison = try #require(json["comparisons"]?.array?.first)
    #expect(comparison["challenger"] == "b" && comparison["transcripts"] == 1)
    #expect(json["gate"]?["method"] == "gaffke")
    let intervals = try #require(comparison["intervals"]?.array)
    #expect(intervals.count == 1 && intervals[0]["method"] == "clustered")
    #expect(intervals[0]["difference"]?["value"] == 0.5 && intervals[0]["standard_error"] == .null)
    #expect(comparison["effect_sizes"]?["hedges_g"] == .null)
    #expect(comparison["discordant"] == .null && comparison["adjusted_p"] == 1)
    let names = comparison["tests"]?.array?.compactMap { $0["test"]?.string }
    #expect(names == ["sign_flip", "clustered_t", "paired_t", "welch_t", "wilcoxon"])
  }
}

extension MetricDetail.Comparison {
  /// A test by its kind.
  fileprivate func test(_ kind: MetricDetail.Test.Kind) -> MetricDetail.Test? {
    tests.first { $0.kind == kind }
  }
}
