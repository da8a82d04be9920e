import EvalGraders
import EvalStatistics
@testable import PromptEvals
import Testing
import TestKit

@Suite("References of a run that grades what was written")
struct ReferenceComparisonTests {
  /// Twenty transcripts of one reference and thirty of another, of which the second has more failures.
  private func report(_ replay: ReplayMode, shared: Bool = false) throws -> EvalReport {
    var bench = try ReportBench("[one-question, no-advice]")
    bench.run.design.references = ["good", "flawed"]
    bench.run.design.replay = replay
    for number in 1...20 { bench.add("good", number, [.pass, .pass]) }
    for number in 1...30 {
      bench.add("flawed", shared ? number : number + 20, [number <= 18 ? .fail : .pass, .pass])
    }
    return bench.report
  }

  @Test("without a transcript in common they get an unpaired difference, said to show less")
  func unpaired() throws {
    let report = try report(.recorded)
    let own = try #require(report.referenceComparisons.first { $0.metric == "one-question" })
    #expect(own.first == "good" && own.second == "flawed" && !own.isPaired)
    #expect(isClose(own.difference.value, -0.6, 1e-12) && own.difference.count == 50)
    #expect(try #require(own.difference.interval).upperBound < -0.3)
    // Two graders.
    #expect(own.adjustedP == own.p.map { 2 * $0 } && (own.p ?? 1) < 0.001)
    let summary = try #require(report.referenceComparisons.first { $0.metric == "passed" })
    #expect(summary.adjustedP == nil && summary.p != nil)
    let caveat = try #require(report.caveats.first { $0.contains("flawed minus good") })
    expect(caveat, contains: "one-question −60.0 [")
    expect(caveat, contains: "They have no transcript in common: the difference is unpaired")
    expect(caveat, contains: "shows less than a paired comparison")
  }

  @Test("transcripts that both have are compared one by one")
  func paired() throws {
    let report = try report(.recorded, shared: true)
    let own = try #require(report.referenceComparisons.first { $0.metric == "one-question" })
    #expect(own.isPaired && own.difference.count == 20)
    #expect(isClose(own.difference.value, -0.9, 1e-12))
    #expect(report.caveats.contains { $0.contains("Both on the 20 transcripts that they have") })
  }

  @Test("a few common transcripts do not replace all the others")
  func fewCommon() throws {
    for (common, isPaired) in [(1, false), (9, false), (10, true)] {
      var bench = try ReportBench()
      bench.run.design.references = ["first", "second"]
      bench.run.design.replay = .recorded
      for number in 1...20 { bench.add("first", number, [number < 5 ? .fail : .pass]) }
      for number in 1...30 {
        bench.add("second", number + 20 - common, [number < 10 ? .fail : .pass])
      }
      let own = try #require(
        bench.report.referenceComparisons.first { $0.metric == "one-question" })
      #expect(own.isPaired == isPaired)
      #expect(own.difference.count == (isPaired ? common : 50))
      let caveat = try #require(bench.report.caveats.first { $0.contains("second minus first") })
      if isPaired {
        expect(caveat, contains: "Both on the 10 transcripts that they have in common")
      } else {
        let counted = common == 1 ? "1 transcript" : "9 transcripts"
        expect(
          caveat,
          contains:
            "50 transcripts on both sides together. They have only \(counted) in common, fewer than half"
        )
      }
    }
  }

  @Test("where replies are generated, references remain a yardstick")
  func generated() throws {
    #expect(try report(.nextTurn).referenceComparisons.isEmpty)
  }
}
