import EvalStatistics
import Testing
import TestKit

@Suite("Wilcoxon's signed-rank test agrees with SciPy's exact values")
struct WilcoxonSignedRankTestTests {
  @Test("without ties")
  func plain() throws {
    #expect(isClose(WilcoxonSignedRankTest(ReferenceData.maize)?.p, 0.0412598))
    let test = try #require(WilcoxonSignedRankTest(ReferenceData.clustered.map(\.value)))
    #expect(isClose(test.p, 0.9515380859375, 1e-12))
  }

  @Test("zeros are dropped, ties share their mean rank, and p is rounded up")
  func ties() throws {
    let mixed = try #require(
      WilcoxonSignedRankTest([0.5, -0.5, 1, 0, 2, -1, 1.5, 0, 3, 0.5, -0.25]))
    #expect(mixed.count == 9)
    #expect(mixed.positiveRanks == 35.5)
    #expect(isClose(mixed.p, 0.1640625, 1e-12))
    #expect(isClose(WilcoxonSignedRankTest([1, 1, 2, -1, 3, 4, 4, 5])?.p, 0.0234375, 1e-12))
    #expect(isClose(WilcoxonSignedRankTest(ReferenceData.sleep)?.p, 0.00390625, 1e-12))
  }

  @Test("swapping the sides changes nothing, and without data p is undefined")
  func edges() {
    let values = ReferenceData.maize
    #expect(WilcoxonSignedRankTest(values)?.p == WilcoxonSignedRankTest(values.map { -$0 })?.p)
    #expect(WilcoxonSignedRankTest([0, 0]) == nil)
    #expect(WilcoxonSignedRankTest([1, .nan]) == nil)
    #expect(WilcoxonSignedRankTest([1, -1])?.p == 1)
  }
}
