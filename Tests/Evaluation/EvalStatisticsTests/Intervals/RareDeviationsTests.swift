@testable import EvalStatistics
import Testing
import TestKit

@Suite("Intervals for rare or one-sided deviations")
struct RareDeviationsTests {
  private func estimate(_ values: [Double]) throws -> Estimate {
    try #require(Estimate.difference(of: values.independent, within: -1...1))
  }

  @Test(
    "with equal weights, the limits are those of Clopper and Pearson", arguments: [0, 1, 3, 10, 20])
  func clopperPearson(successes: Int) throws {
    let exact = try #require(ClopperPearsonInterval.interval(successes: successes, trials: 20))
    let limits = try #require(
      WeightedBinomial(
        Array(repeating: 0.25, count: successes), clusters: 20, tail: 0.025, largest: 0.25))
    #expect(isClose(limits.low, exact.lowerBound * 5, 1e-9))
    // With all of 20 there is no twenty-first; the limit is then rather too low by a little.
    #expect(isClose(limits.high, exact.upperBound * 5, successes == 20 ? 0.05 : 1e-9))
  }

  @Test("a single small difference in thirty leaves room for several more")
  func single() throws {
    let values = Array(repeating: 0.0, count: 29) + [-0.125]
    let interval = try #require(try estimate(values).interval)
    // One in thirty: up to .1722 of them (Clopper and Pearson), and .1157 to the other side.
    let up = ((1.0 / 30 - 0.000844) * (1.0 / 30 - 0.000844) + 0.1157 * 0.1157).squareRoot()
    #expect(isClose(interval.lowerBound, -0.1722 * 0.125, 2e-5))
    #expect(isClose(interval.upperBound, (up - 1.0 / 30) * 0.125, 2e-5))
    let student = try #require(IntervalMethod.independent.interval(values.independent))
    #expect(interval.lowerBound < 1.5 * student.lowerBound)
  }

  @Test("the values of others do not matter as long as most are the same")
  func base() throws {
    let scores = Array(repeating: 1.0, count: 17) + [0.5, 0.75, 0.875]
    let interval = try #require(Estimate.mean(of: scores, within: 0...1)?.interval)
    let mirrored = try #require(
      Estimate.mean(of: scores.map { 1 - $0 }, within: 0...1)?.interval)
    #expect(isClose(interval.lowerBound, 1 - mirrored.upperBound, 1e-12))
    #expect(isClose(interval.upperBound, 1 - mirrored.lowerBound, 1e-12))
    #expect(interval.upperBound == 1)
  }

  @Test("differences in one direction move only the far bound")
  func oneSided() throws {
    let values = [-0.1, -0.02, -0.3, -0.05, -0.01, -0.2, -0.04, -0.03, -0.15, -0.06, -0.02, -0.25]
    let interval = try #require(try estimate(values).interval)
    let student = try #require(IntervalMethod.independent.interval(values.independent))
    #expect(interval.lowerBound < student.lowerBound - 0.003)
    #expect(interval.upperBound == student.upperBound)
    let opposite = try #require(try estimate(values.map { -$0 }).interval)
    #expect(isClose(opposite.upperBound, -interval.lowerBound, 1e-12))
  }

  @Test("a single difference in the other direction restores Student's interval")
  func mixed() throws {
    let values = [-0.1, 0.02, -0.3, -0.05, -0.01, -0.2, -0.04, -0.03, -0.15, -0.06, -0.02, -0.25]
    let student = IntervalMethod.independent.interval(values.independent)
    try expect(estimate(values).interval, equals: student)
  }

  @Test("intervals stay within the bounds of the metric")
  func bounds() throws {
    let interval = try #require(try estimate([1, -1, 1]).interval)
    #expect(interval == -1...1)
    for count in 2...12 {
      let interval = try #require(try estimate(Array(repeating: -1, count: count)).interval)
      #expect(interval.lowerBound == -1 && interval.upperBound < 1)
    }
  }
}
