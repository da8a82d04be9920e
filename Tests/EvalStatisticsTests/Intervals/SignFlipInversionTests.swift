@testable import EvalStatistics
import Testing
import TestKit

@Suite("The interval that the sign-flip test does not reject")
struct SignFlipInversionTests {
  @Test("its ends are where the test's p crosses 5 %, for clusters of any size")
  func inversion() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<20 {
      let clusters = 6 + random.position(below: 5)
      let groups = (0..<clusters).map { _ in
        (0...random.position(below: 3)).map { _ in Double(random.position(below: 1_000_000)) }
      }
      let totals = try #require(ClusterTotals(groups))
      let interval = try #require(SignFlipInversion.interval(totals, seed: 1))
      func p(_ shift: Double) -> Double {
        SignFlipTest.p(zip(totals.sizes, totals.sums).map { $1 - $0 * shift }) ?? 0
      }
      let width = interval.upperBound - interval.lowerBound
      #expect(p(interval.lowerBound + 1e-6 * width) > 0.05)
      #expect(p(interval.lowerBound - 1e-6 * width) <= 0.05)
      #expect(p(interval.upperBound - 1e-6 * width) > 0.05)
      #expect(p(interval.upperBound + 1e-6 * width) <= 0.05)
    }
  }

  @Test("five clusters cannot reject anything")
  func tooFew() {
    let differences = [0.1, 0.2, 0.3, 0.4, 0.5]
    #expect(IntervalMethod.signFlipInversion.estimate(differences.independent)?.interval == nil)
    let six = IntervalMethod.signFlipInversion.estimate((differences + [0.6]).independent)
    // Of 64 sets one may be left out on either side: the ends are the smallest and largest mean.
    #expect(isClose(six?.interval, 0.1, 0.6, 1e-12))
  }

  @Test("beyond twenty clusters random sets stand for all")
  func drawn() throws {
    let mixed = (0..<40).map { $0 * 37 % 41 }
    let values = mixed.map { Double($0) / 41 - 0.4 }
    let totals = try #require(ClusterTotals(values.independent))
    let interval = try #require(SignFlipInversion.interval(totals, seed: 3))
    let student = try #require(ClusteredMean(totals)?.interval(tail: 0.025))
    #expect(abs(interval.lowerBound - student.lowerBound) < 0.02)
    #expect(abs(interval.upperBound - student.upperBound) < 0.02)
    #expect(SignFlipInversion.interval(totals, seed: 3) == interval)
  }
}
