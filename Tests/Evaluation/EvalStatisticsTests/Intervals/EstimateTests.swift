import EvalStatistics
import Testing
import TestKit

@Suite("Interval of an estimate")
struct EstimateTests {
  @Test("independent values get Student's interval")
  func student() throws {
    let estimate = try #require(Estimate.mean(of: ReferenceData.maize, within: -100...100))
    #expect(isClose(estimate.value, 20.93333333))
    #expect(isClose(estimate.standardError, 9.745557))
    #expect(isClose(estimate.interval, 0.03119, 41.83547, 1e-5))
    #expect(estimate.count == 15 && estimate.clusters == 15)
    let digits = try #require(Estimate.mean(of: (0..<10).map(Double.init), within: 0...20))
    #expect(isClose(digits.standardError, 0.9574271))
  }

  @Test("with equal observations, the bound is that of 0 in n")
  func degenerate() throws {
    let zeros = try #require(Estimate.mean(of: Array(repeating: 0, count: 20), within: -1...1))
    // The upper Clopper-Pearson bound of 0 in 20 at 97.5 %.
    #expect(isClose(zeros.interval, -0.16843347, 0.16843347))
    #expect(zeros.standardError == nil)
    let ones = try #require(Estimate.mean(of: Array(repeating: 1, count: 20), within: 0...1))
    #expect(isClose(ones.interval, 1 - 0.16843347, 1))
  }

  @Test("an undefined interval is nil")
  func undefined() {
    #expect(Estimate.mean(of: [Double](), within: 0...1) == nil)
    #expect(Estimate.mean(of: [0.5, .nan], within: 0...1) == nil)
    #expect(Estimate.mean(of: [1], within: 0...1)?.interval == nil)
    #expect(Estimate.mean(of: [1, 1].independent, within: nil)?.interval == nil)
    #expect(Estimate.mean(of: [1, 2].independent, within: nil)?.interval != nil)
  }

  @Test("transcripts of one person widen the interval")
  func clusters() throws {
    let scores = [0.9, 0.8, 0.9, 0.1, 0.2, 0.1]
    let alone = try #require(Estimate.mean(of: scores.independent, within: 0...1)?.interval)
    let members = zip(scores, ["a", "a", "a", "b", "b", "b"]).map {
      PairedDifference(value: $0, cluster: $1)
    }
    let estimate = try #require(Estimate.mean(of: members, within: 0...1))
    let together = try #require(estimate.interval)
    #expect(estimate.count == 6 && estimate.clusters == 2)
    #expect(together.lowerBound < alone.lowerBound && together.upperBound > alone.upperBound)
  }

  @Test("close to a bound of the metric, only the far bound of the interval exceeds Student's")
  func ceiling() throws {
    let scores = [1, 0.98, 0.95, 0.99, 0.97, 1, 0.96, 0.99, 0.7, 0.98, 1, 0.97]
    let near = try #require(Estimate.mean(of: scores, within: 0...1)?.interval)
    let student = try #require(Estimate.mean(of: scores, within: -10...10)?.interval)
    #expect(near.lowerBound < student.lowerBound - 0.005)
    #expect(near.upperBound == min(1, student.upperBound))
  }
}
