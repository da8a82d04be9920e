@testable import EvalStatistics
import Testing
import TestKit

@Suite("Bootstrap intervals agree with published examples")
struct BootstrapTests {
  /// Pearson's correlation, for the law schools only.
  private static func correlation(_ positions: [Int]) -> Double? {
    let x = positions.map { ReferenceData.schoolScores[$0] }
    let y = positions.map { ReferenceData.schoolGrades[$0] }
    let count = Double(positions.count)
    let meanX = x.reduce(0, +) / count
    let meanY = y.reduce(0, +) / count
    let xx = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    let yy = y.reduce(0) { $0 + ($1 - meanY) * ($1 - meanY) }
    let xy = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    return xx * yy > 0 ? xy / (xx * yy).squareRoot() : nil
  }

  @Test("law schools: the correlation and its acceleration")
  func lawSchools() {
    #expect(isClose(Self.correlation(Array(0..<15)), 0.7763745))
    let acceleration = Bootstrap.acceleration(clusters: 15, statistic: Self.correlation)
    #expect(isClose(acceleration, -0.0756716))
  }

  @Test("Efron's spatial variance: acceleration, percentile and BCa intervals at 90 %")
  func spatialVariance() throws {
    let statistic: ([Int]) -> Double? = { ReferenceData.spatial.variance(at: $0) }
    let acceleration = Bootstrap.acceleration(clusters: 26, statistic: statistic)
    #expect(isClose(acceleration, 0.0612401))
    let bootstrap = try #require(
      Bootstrap(clusters: 26, draws: 20_000, seed: 7, statistic: statistic))
    #expect(isClose(bootstrap.percentileInterval(level: 0.9), 98.0, 235.5, 0.015))
    let accelerated = bootstrap.biasCorrectedInterval(acceleration: acceleration, level: 0.9)
    #expect(isClose(accelerated, 115.4, 260.3, 0.015))
  }

  @Test("Darwin's maize: BCa at 95 %")
  func maize() throws {
    let differences = ReferenceData.maize.independent
    let interval = try #require(
      IntervalMethod.bca.interval(differences, bounds: nil, seed: 1, draws: 40_000))
    #expect(abs(interval.lowerBound + 1.67) < 0.5)
    #expect(abs(interval.upperBound - 36.33) < 0.3)
    let percentile = try #require(
      IntervalMethod.percentileBootstrap.interval(differences, bounds: nil, draws: 40_000))
    // SciPy: 1.4 and 38.2.
    #expect(abs(percentile.lowerBound - 1.4) < 0.5 && abs(percentile.upperBound - 38.2) < 0.3)
  }

  @Test("the fast mean and the general statistic use the same draws")
  func meanIsStatistic() throws {
    let totals = try #require(ClusterTotals(ReferenceData.clustered))
    let fast = try #require(Bootstrap(meanOf: totals, draws: 500, seed: 5))
    let general = try #require(
      Bootstrap(clusters: totals.clusters, draws: 500, seed: 5) { drawn in
        drawn.reduce(0) { $0 + totals.sums[$1] } / drawn.reduce(0) { $0 + totals.sizes[$1] }
      })
    #expect(zip(fast.replicates, general.replicates).allSatisfy { abs($0 - $1) < 1e-12 })
    let acceleration = Bootstrap.acceleration(clusters: totals.clusters) { kept in
      kept.reduce(0) { $0 + totals.sums[$1] } / kept.reduce(0) { $0 + totals.sizes[$1] }
    }
    #expect(isClose(Bootstrap.acceleration(ofMean: totals), try #require(acceleration), 1e-12))
  }

  @Test("a draw equal to the observed value counts half")
  func ties() throws {
    let totals = try #require(ClusterTotals([0.0, 1].independent))
    let bootstrap = try #require(Bootstrap(meanOf: totals, draws: 4_000, seed: 2))
    // Half of the draws are the observed mean, a quarter is below it.
    #expect(abs(bootstrap.shareBelow - 0.5) < 0.02)
  }

  @Test("the same seed gives the same interval, another seed another")
  func seeds() {
    func interval(_ seed: UInt64) -> ClosedRange<Double>? {
      IntervalMethod.bca.interval(ReferenceData.clustered, seed: seed)
    }
    #expect(interval(4) != nil)
    #expect(interval(4) == interval(4))
    #expect(interval(4) != interval(5))
  }

  @Test("an undefined statistic has no distribution")
  func undefined() {
    #expect(Bootstrap(clusters: 5, seed: 1, statistic: { _ in nil }) == nil)
    #expect(Bootstrap(clusters: 1, seed: 1, statistic: { _ in 1 }) == nil)
    #expect(Bootstrap(clusters: 5, seed: 1, statistic: { $0[0] == 0 ? 1 : nil }) == nil)
    #expect(Bootstrap.acceleration(leavingOneOut: [1, 1, 1]) == nil)
    #expect(Bootstrap.acceleration(clusters: 3, statistic: { $0[0] == 0 ? 1 : nil }) == nil)
  }
}
