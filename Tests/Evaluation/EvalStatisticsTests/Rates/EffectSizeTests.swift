@testable import EvalStatistics
import Testing
import TestKit

@Suite("Effect sizes")
struct EffectSizeTests {
  @Test("d_z is t divided by the root of n, and Hedges' correction reduces it")
  func standardized() throws {
    let size = try #require(StandardizedDifference(ReferenceData.sleep))
    #expect(isClose(size.value, -4.062127683 / 10.0.squareRoot(), 1e-8))
    // J(9), computed with SciPy's gamma function.
    #expect(isClose(size.corrected / size.value, 0.9138748917925523, 1e-12))
    #expect(isClose(StandardizedDifference.correction(degreesOfFreedom: 1e4), 1 - 0.75e-4, 1e-8))
  }

  @Test("without variance, the effect size is undefined")
  func undefined() {
    #expect(StandardizedDifference([1, 1, 1]) == nil)
    #expect(StandardizedDifference([1, 2]) == nil)
    #expect(ArcsineDifference.value(first: -0.1, second: 0.5) == nil)
    #expect(MatchedOddsRatio(onlyFirst: 0, onlySecond: 3) == nil)
  }

  @Test("Cohen's h")
  func arcsine() {
    #expect(isClose(ArcsineDifference.value(first: 0.5, second: 0.5), 0, 1e-12))
    #expect(isClose(ArcsineDifference.value(first: 0, second: 1), Double.pi, 1e-12))
    #expect(isClose(ArcsineDifference.value(first: 0.5, second: 0.7), 0.4115168461, 1e-9))
  }

  @Test("the odds ratio of discordant transcripts with its exact interval")
  func odds() throws {
    let ratio = try #require(MatchedOddsRatio(onlyFirst: 2, onlySecond: 8))
    #expect(ratio.value == 4)
    // Clopper and Pearson for 8 of 10, as odds.
    #expect(
      isClose(
        ratio.interval, 0.4439045376923585 / 0.5560954623076415,
        0.9747892736731666 / 0.0252107263268334, 1e-9))
    #expect(MatchedOddsRatio(onlyFirst: 3, onlySecond: 0)?.interval?.lowerBound == 0)
  }
}
