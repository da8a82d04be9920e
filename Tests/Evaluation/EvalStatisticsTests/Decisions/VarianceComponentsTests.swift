@testable import EvalStatistics
import Testing
import TestKit

@Suite("Components of the variance of differences")
struct VarianceComponentsTests {
  @Test("by hand: two transcripts with two samples each")
  func hand() throws {
    let components = try #require(
      VarianceComponents([
        .init(first: [0, 0.2], second: [0.5, 0.7]), .init(first: [0.4, 0.4], second: [0.3, 0.5]),
      ]))
    #expect(isClose(components.first, 0.01, 1e-12))
    #expect(isClose(components.second, 0.02, 1e-12))
    // Differences .5 and 0 vary by .125, of which samples explain .005 + .01.
    #expect(isClose(components.transcript, 0.11, 1e-12))
  }

  @Test("a variance is never negative, and one without repetitions is unknown")
  func edges() throws {
    let noise = try #require(
      VarianceComponents([
        .init(first: [0, 1], second: [0, 1]), .init(first: [1, 0], second: [0, 1]),
      ]))
    #expect(noise.transcript == 0)
    let single = try #require(
      VarianceComponents([.init(first: [0], second: [1]), .init(first: [0], second: [0, 1])]))
    #expect(single.first == nil && single.second == 0.5)
    #expect(VarianceComponents([.init(first: [0], second: [1])]) == nil)
    #expect(
      VarianceComponents([.init(first: [0], second: [1]), .init(first: [], second: [1])]) == nil)
    #expect(
      VarianceComponents([.init(first: [0], second: [.nan]), .init(first: [0], second: [1])])
        == nil)
  }

  @Test("known variances are recovered from simulated data")
  func simulated() throws {
    var draw = Draw(seed: 8)
    let transcripts = (0..<8_000).map { _ in
      let difference = draw.normal(0.3)
      return VarianceComponents.Repeated(
        first: (0..<3).map { _ in draw.normal(0.5) },
        second: (0..<2).map { _ in difference + draw.normal(0.7) })
    }
    let components = try #require(VarianceComponents(transcripts))
    #expect(isClose(components.first, 0.25, 0.015))
    #expect(isClose(components.second, 0.49, 0.015))
    #expect(isClose(components.transcript, 0.09, 0.015))
    let plan = components.plan(firstSamples: 3, secondSamples: 2)
    let variance: Double = 0.09 + 0.25 / 3 + 0.49 / 2
    #expect(isClose(plan.differenceVariance, variance, 0.02))
  }

  @Test("correlation within clusters requires more transcripts")
  func designEffect() throws {
    var draw = Draw(seed: 9)
    let differences = (0..<3_000).flatMap { cluster in
      let shared = draw.normal(0.6)
      return (0..<(cluster.isMultiple(of: 2) ? 2 : 6)).map { _ in
        PairedDifference(value: shared + draw.normal(0.8), cluster: "\(cluster)")
      }
    }
    let effect = try #require(DesignEffect(differences))
    #expect(isClose(effect.intraclassCorrelation, 0.36, 0.02))
    // Clusters of 2 and 6: Σn²/T = 5.
    #expect(isClose(effect.value, 1 + 4 * 0.36, 0.08))
    let totals = try #require(ClusterTotals(differences))
    let clustered = try #require(ClusteredMean(totals)?.standardError)
    let independent = try #require(
      ClusterTotals.independent(differences).flatMap(ClusteredMean.init)?.standardError)
    #expect(isClose(clustered * clustered / (independent * independent), effect.value, 0.1))
    #expect(DesignEffect([0.1, 0.2, 0.3].independent) == nil)
    #expect(DesignEffect([1, 1].map { PairedDifference(value: $0, cluster: "a") }) == nil)
  }
}
