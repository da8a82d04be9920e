import EvalStatistics
import Testing
import TestKit

@Suite("Interval of a difference")
struct ClusteredIntervalTests {
  private func interval(
    _ differences: [PairedDifference], within bounds: ClosedRange<Double>? = -1...1
  ) -> ClosedRange<Double>? {
    Estimate.difference(of: differences, within: bounds)?.interval
  }

  @Test("the reference standard error")
  func standardError() {
    let estimate = Estimate.difference(of: ReferenceData.clustered, within: -1...1)
    #expect(isClose(estimate?.standardError, 0.07922150956288687, 1e-12))
    #expect(estimate?.count == 14 && estimate?.clusters == 7)
    #expect(estimate?.method == "clustered")
  }

  @Test("identical differences do not give an interval of width 0")
  func degenerate() throws {
    let zeros = Array(repeating: 0.0, count: 20).independent
    #expect(isClose(interval(zeros), -0.16843347, 0.16843347))
    #expect(interval(zeros, within: nil) == nil)
    let thirds = [2.0 / 3 - 1.0 / 3, 1 - 2.0 / 3, 1.0 / 3]
    let wide = try #require(interval(thirds.independent))
    #expect(wide.upperBound - wide.lowerBound > 0.5)
  }

  @Test("values that are not finite have no mean")
  func undefined() {
    #expect(Estimate.difference(of: [], within: nil) == nil)
    #expect(Estimate.difference(of: [0.1, .nan].independent, within: nil) == nil)
    #expect(Estimate.difference(of: [0.1, .infinity].independent, within: nil) == nil)
    #expect(interval([0.1].independent) == nil)
    // Neither do values whose sum overflows.
    let huge = Array(repeating: 1e308, count: 8).independent
    #expect(Estimate.difference(of: huge, within: nil) == nil)
    let mixed = [1e200, -1e200, 0, 1e200, 2, 3, 4].independent
    #expect(Estimate.difference(of: mixed, within: nil) != nil)
  }

  @Test("the order of transcripts does not matter")
  func order() throws {
    let forward = try #require(interval(ReferenceData.clustered))
    let backward = interval(ReferenceData.clustered.reversed())
    #expect(isClose(backward, forward.lowerBound, forward.upperBound, 1e-9))
  }

  @Test("a shift shifts the interval, a change of sides mirrors it")
  func equivariance() throws {
    let plain = try #require(interval(ReferenceData.clustered, within: nil))
    func changed(_ change: (Double) -> Double) -> ClosedRange<Double>? {
      interval(
        ReferenceData.clustered.map {
          PairedDifference(value: change($0.value), cluster: $0.cluster)
        }, within: nil)
    }
    // Mixed signs remain, so that no widening comes or goes.
    #expect(isClose(changed { $0 + 0.01 }, plain.lowerBound + 0.01, plain.upperBound + 0.01, 1e-9))
    #expect(isClose(changed { -$0 }, -plain.upperBound, -plain.lowerBound, 1e-9))
  }
}
