@testable import EvalStatistics
import Testing
import TestKit

@Suite("Every method gives an interval or says why not")
struct IntervalMethodTests {
  @Test("reference standard errors by method")
  func standardErrors() {
    let methods: [(IntervalMethod, Double)] = [
      (.clustered, 0.07922150956288687), (.clusteredG, 0.080629517223031),
    ]
    for (method, value) in methods {
      let estimate = method.estimate(ReferenceData.clustered)
      #expect(isClose(estimate?.standardError, value, 1e-12))
      #expect(estimate?.count == 14 && estimate?.clusters == 7)
      #expect(estimate?.method == method.rawValue)
    }
    let independent = IntervalMethod.independent.estimate(ReferenceData.clustered)
    #expect(independent?.clusters == 14)
    #expect(isClose(independent?.interval, -0.17996845912315626, 0.23896845912315626, 1e-11))
  }

  @Test(
    "no method claims certainty when all differences are the same",
    arguments: IntervalMethod.allCases)
  func degenerate(method: IntervalMethod) throws {
    let zeros = Array(repeating: 0.0, count: 20).independent
    #expect(isClose(method.estimate(zeros)?.interval, -0.16843347, 0.16843347))
    #expect(method.estimate(zeros, bounds: nil)?.interval == nil)
    let thirds = [2.0 / 3 - 1.0 / 3, 1 - 2.0 / 3, 1.0 / 3]
    let interval = try #require(method.estimate(thirds.independent)?.interval)
    #expect(interval.upperBound - interval.lowerBound > 0.5)
  }

  @Test("what is no number has no mean", arguments: IntervalMethod.allCases)
  func undefined(method: IntervalMethod) {
    #expect(method.estimate([]) == nil)
    #expect(method.estimate([0.1, .nan].independent) == nil)
    #expect(method.estimate([0.1, .infinity].independent) == nil)
    #expect(method.estimate([0.1].independent)?.interval == nil)
    // Nor has what cannot be added up.
    #expect(method.estimate(Array(repeating: 1e308, count: 8).independent, bounds: nil) == nil)
    let huge = method.estimate([1e200, -1e200, 0, 1e200, 2, 3, 4].independent, bounds: nil)
    #expect(huge != nil)
  }

  @Test("the order of transcripts does not matter", arguments: IntervalMethod.allCases)
  func order(method: IntervalMethod) throws {
    let forward = try #require(method.estimate(ReferenceData.clustered, seed: 9)?.interval)
    let backward = method.estimate(ReferenceData.clustered.reversed(), seed: 9)?.interval
    #expect(isClose(backward, forward.lowerBound, forward.upperBound, 1e-9))
  }

  @Test(
    "a shift shifts the interval, a change of sides mirrors it", arguments: IntervalMethod.allCases)
  func equivariance(method: IntervalMethod) throws {
    let plain = try #require(
      method.estimate(ReferenceData.clustered, bounds: nil, draws: 20_000)?.interval)
    func interval(_ change: (Double) -> Double) -> ClosedRange<Double>? {
      method.estimate(
        ReferenceData.clustered.map {
          PairedDifference(value: change($0.value), cluster: $0.cluster)
        }, bounds: nil, draws: 20_000)?.interval
    }
    // Mixed signs remain, so that no widening comes or goes.
    #expect(isClose(interval { $0 + 0.01 }, plain.lowerBound + 0.01, plain.upperBound + 0.01, 1e-9))
    #expect(isClose(interval { -$0 }, -plain.upperBound, -plain.lowerBound, 0.01))
  }

  @Test("methods that claim too much may not decide a gate")
  func refusals() {
    #expect(IntervalMethod.clustered.isRefusedAsGate(transcripts: 10, clusters: 6) == nil)
    #expect(IntervalMethod.independent.isRefusedAsGate(transcripts: 10, clusters: 10) == nil)
    #expect(IntervalMethod.independent.isRefusedAsGate(transcripts: 10, clusters: 6) != nil)
    #expect(IntervalMethod.clusteredG.isRefusedAsGate(transcripts: 100, clusters: 35) != nil)
    #expect(IntervalMethod.bca.isRefusedAsGate(transcripts: 100, clusters: 100) != nil)
    let percentile = IntervalMethod.percentileBootstrap
    #expect(percentile.isRefusedAsGate(transcripts: 100, clusters: 100) != nil)
    #expect(percentile.isRefusedAsGate(transcripts: 200, clusters: 150) == nil)
    #expect(IntervalMethod.signFlipInversion.isRefusedAsGate(transcripts: 9, clusters: 5) != nil)
    for method in IntervalMethod.allCases {
      #expect(method.isRefusedAsGate(transcripts: 5, clusters: 1) != nil)
      #expect(method.isRefusedAsGate(transcripts: 500, clusters: 500) == nil)
    }
  }

  @Test("what was seen can be a reason, too")
  func refusalsByData() {
    let rare = (Array(repeating: 0.0, count: 40) + [-0.1, 0.1]).independent
    #expect(IntervalMethod.clustered.isRefusedAsGate(rare) == nil)
    #expect(IntervalMethod.signFlipInversion.isRefusedAsGate(rare) != nil)
    let oneSided = (1...9).map { -Double($0) / 20 }
    #expect(IntervalMethod.clustered.isRefusedAsGate(oneSided.independent) == nil)
    #expect(IntervalMethod.independent.isRefusedAsGate(oneSided.independent) != nil)
    #expect(IntervalMethod.independent.isRefusedAsGate((oneSided + [0.1]).independent) == nil)
    let same = Array(repeating: 0.0, count: 40).independent
    #expect(IntervalMethod.independent.isRefusedAsGate(same) == nil)
    #expect(IntervalMethod.clustered.isRefusedAsGate([]) != nil)
  }
}
