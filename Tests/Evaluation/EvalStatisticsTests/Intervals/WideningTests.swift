@testable import EvalStatistics
import Testing
import TestKit

@Suite("Intervals for rare or one-sided deviations")
struct WideningTests {
  private func interval(_ values: [Double]) throws -> ClosedRange<Double> {
    try #require(Estimate.difference(of: values.independent, within: -1...1)?.interval)
  }

  private func student(_ values: [Double]) throws -> ClosedRange<Double> {
    try #require(IntervalMethod.independent.interval(values.independent))
  }

  @Test("if most are the same, one good value does not hide the losses that none showed")
  func single() throws {
    let tie = try interval(Array(repeating: 0, count: 20))
    let noisy = try interval(Array(repeating: 0, count: 19) + [1.0 / 3])
    #expect(isClose(tie.lowerBound, -0.16843347))
    #expect(isClose(noisy.lowerBound, -0.1563856913, 1e-8))
    #expect(noisy.upperBound > tie.upperBound)
  }

  @Test("the values of others do not matter as long as most are the same")
  func base() throws {
    let scores = Array(repeating: 1.0, count: 17) + [0.5, 0.75, 0.875]
    let interval = try #require(Estimate.mean(of: scores, within: 0...1)?.interval)
    let mirrored = try #require(
      Estimate.mean(of: scores.map { 1 - $0 }, within: 0...1)?.interval)
    #expect(isClose(interval.lowerBound, 1 - mirrored.upperBound, 1e-12))
    #expect(isClose(interval.upperBound, 1 - mirrored.lowerBound, 1e-12))
  }

  @Test("differences in one direction move only the far bound")
  func oneSided() throws {
    let values = [-0.1, -0.02, -0.3, -0.05, -0.01, -0.2, -0.04, -0.03, -0.15, -0.06, -0.02, -0.25]
    let own = try interval(values)
    let usual = try student(values)
    #expect(own.lowerBound < usual.lowerBound - 0.003)
    #expect(own.upperBound == usual.upperBound)
    let opposite = try interval(values.map { -$0 })
    #expect(isClose(opposite.upperBound, -own.lowerBound, 1e-10))
  }

  @Test("a single difference in the other direction restores Student's interval")
  func mixed() throws {
    let values = [-0.1, 0.02, -0.3, -0.05, -0.01, -0.2, -0.04, -0.03, -0.15, -0.06, -0.02, -0.25]
    try expect(interval(values), equals: student(values))
  }

  @Test("intervals stay within the bounds of the metric")
  func bounds() throws {
    try expect(interval([1, -1, 1]), equals: -1...1)
    for count in 2...12 {
      let interval = try interval(Array(repeating: -1, count: count))
      #expect(interval.lowerBound == -1 && interval.upperBound < 1)
    }
  }
}
