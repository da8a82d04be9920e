@testable import EvalStatistics
import Testing
import TestKit

@Suite("Limits of a bounded mean")
struct BoundedMeanTests {
  private func interval(
    _ groups: [[Double]], bounds: ClosedRange<Double> = -1...1, tail: Double = 0.025
  ) throws -> ClosedRange<Double> {
    let totals = try #require(ClusterTotals(groups))
    return try #require(BoundedMean.interval(totals, bounds: bounds, tail: tail))
  }

  /// Transcripts of which some gain, some lose everything, and the others are equal.
  private func table(gains: Int, of gain: Double = 1, losses: Int, ties: Int) -> [[Double]] {
    (Array(repeating: gain, count: gains) + Array(repeating: -1, count: losses)
      + Array(repeating: 0, count: ties)).map { [$0] }
  }

  @Test(
    "for values of two kinds, they are Clopper and Pearson's",
    arguments: [2, 5, 20, 36, 200, 1_000])
  func clopperPearson(trials: Int) throws {
    for successes in Set([0, 1, trials / 5, trials / 2, trials - 1, trials]) {
      let values = (0..<trials).map { [$0 < successes ? 1.0 : 0] }
      let exact = try #require(
        ClopperPearsonInterval.interval(successes: successes, trials: trials))
      #expect(
        isClose(
          try interval(values, bounds: 0...1), exact.lowerBound, exact.upperBound, 1e-9))
    }
  }

  @Test("three kinds of values agree with integrals of the Dirichlet distribution")
  func trinomial() throws {
    // From SciPy: the integral of the density of the losses' weight times the distribution of the gains'.
    #expect(
      isClose(
        try interval(table(gains: 1, of: 1.0 / 3, losses: 0, ties: 19)).lowerBound,
        -0.1563856913306895, 1e-11))
    #expect(
      isClose(
        try interval(table(gains: 5, losses: 3, ties: 42)).lowerBound, -0.09545362714896063, 1e-11))
    #expect(
      isClose(
        try interval(table(gains: 10, of: 0.5, losses: 2, ties: 28)).lowerBound,
        -0.07194459327169982, 1e-11))
  }

  @Test("graded values and unequal clusters agree with exact fractions")
  func fractions() throws {
    // From the partial fractions of distinct weights in rational arithmetic.
    let values = [-0.3, -0.1, 0, 0.1, 0.2, 0.4, 0.7].map { [$0] }
    #expect(isClose(try interval(values).lowerBound, -0.34913606635560424, 1e-11))
    let clusters = zip([4, 1, 3, 2, 2, 1, 1], [0.5, -0.2, -0.7, 0.3, 0.9, 0.4, 0.1]).map {
      Array(repeating: $1 / Double($0), count: $0)
    }
    #expect(isClose(try interval(clusters), -0.4450064099211239, 0.5532894644089321, 1e-11))
  }

  @Test("a small error keeps its precision, as interim looks need it")
  func smallErrors() throws {
    for tail in [1e-4, 1e-7, 1e-12] {
      let values = (0..<30).map { [$0 < 4 ? 1.0 : 0] }
      let exact = try #require(
        ClopperPearsonInterval.interval(successes: 4, trials: 30, level: 1 - 2 * tail))
      #expect(
        isClose(try interval(values, bounds: 0...1, tail: tail).upperBound, exact.upperBound, 1e-6))
    }
  }

  @Test("sides and units can be exchanged")
  func equivariance() throws {
    let values: [[Double]] = [[0.3, 0.1], [-0.4], [0], [0.9, 0.2, -0.1], [0.05]]
    let plain = try interval(values)
    let mirrored = try interval(values.map { $0.map { -$0 } })
    #expect(isClose(mirrored, -plain.upperBound, -plain.lowerBound, 1e-10))
    let scaled = try interval(values.map { $0.map { 5 + 2 * $0 } }, bounds: 3...7)
    #expect(isClose(scaled, 5 + 2 * plain.lowerBound, 5 + 2 * plain.upperBound, 1e-10))
  }

  @Test("values at the bound, or beyond it")
  func bounds() throws {
    try expect(interval([[1], [1], [1]], bounds: 0...1).upperBound, equals: 1)
    try expect(interval([[0], [0]], bounds: 0...1).lowerBound, equals: 0)
    let beyond = try #require(ClusterTotals([[1.5], [0.2]]))
    #expect(BoundedMean.interval(beyond, bounds: 0...1, tail: 0.025) == nil)
    #expect(BoundedMean.lowerLimit(beyond, lowest: 0, tail: 0) == nil)
  }

  @Test("more of the same narrows the limits")
  func scale() throws {
    let totals = try #require(ClusterTotals(table(gains: 2, losses: 1, ties: 17)))
    let doubled = try #require(ClusterTotals(table(gains: 4, losses: 2, ties: 34)))
    let planned = try #require(
      BoundedMean.lowerLimit(totals, lowest: -1, tail: 0.025, scale: 2))
    #expect(
      isClose(
        planned, try #require(BoundedMean.lowerLimit(doubled, lowest: -1, tail: 0.025)), 1e-10))
    let more = try #require(BoundedMean.lowerLimit(totals, lowest: -1, tail: 0.025, scale: 1.3))
    let now = try #require(BoundedMean.lowerLimit(totals, lowest: -1, tail: 0.025))
    #expect(now < more && more < planned)
  }
}
