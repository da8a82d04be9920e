@testable import EvalStatistics
import Testing
import TestKit

@Suite("Accuracy of a grader")
struct GraderAccuracyTests {
  /// 8 true positives, 2 false positives, 4 false negatives, 26 true negatives.
  private func items(_ cluster: (Int) -> String) -> [GraderAccuracy.Item] {
    (0..<40).map {
      GraderAccuracy.Item(
        isPositive: $0 < 8 || (10..<14).contains($0), isCalledPositive: $0 < 10,
        cluster: cluster($0))
    }
  }

  @Test("shares of independent items get Wilson's interval")
  func independent() throws {
    let accuracy = GraderAccuracy(items { String($0) }, seed: 1)
    #expect(accuracy.counts.truePositives == 8 && accuracy.counts.falsePositives == 2)
    #expect(accuracy.counts.falseNegatives == 4 && accuracy.counts.trueNegatives == 26)
    #expect(isClose(accuracy.precision?.value, 0.8, 1e-12))
    #expect(isClose(accuracy.precision?.interval, 0.49016247153664183, 0.9433178485456247, 1e-12))
    #expect(isClose(accuracy.recall?.value, 2.0 / 3, 1e-12))
    #expect(isClose(accuracy.f1?.value, 16.0 / 22, 1e-12))
    let f1 = try #require(accuracy.f1?.interval)
    #expect(f1.lowerBound < 0.6 && f1.upperBound > 0.8)
  }

  @Test("items of one transcript get a cluster bootstrap interval")
  func clustered() throws {
    let accuracy = GraderAccuracy(items { String($0 % 20) }, seed: 1)
    #expect(accuracy.recall?.method == "cluster bootstrap")
    #expect(accuracy.recall?.clusters == 20)
    let interval = try #require(accuracy.recall?.interval)
    #expect(interval.contains(2.0 / 3) && interval.upperBound <= 1)
  }

  @Test("a share of nothing is undefined")
  func undefined() {
    let accuracy = GraderAccuracy(
      [.init(isPositive: false, isCalledPositive: false, cluster: "a")], seed: 1)
    #expect(accuracy.precision == nil && accuracy.recall == nil && accuracy.f1 == nil)
    #expect(accuracy.counts.trueNegatives == 1)
    #expect(accuracy.counts.precision == nil && accuracy.counts.f1 == nil)
    #expect(GraderAccuracy([], seed: 1).recall == nil)
  }
}
