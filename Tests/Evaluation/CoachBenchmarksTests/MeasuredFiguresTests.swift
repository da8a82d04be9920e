@testable import CoachBenchmarks
import Documents
@testable import PromptEvals
import Testing
import TestKit

@Suite("Measured figures")
struct MeasuredFiguresTests {
  @Test("a share has Wilson's interval, and an empty one is undefined")
  func share() {
    let share = MeasuredShare(8, of: 10)
    #expect(share.share == 0.8)
    #expect(isClose(share.interval, 0.49016247153664183, 0.9433178485456247, 1e-12))
    let none = MeasuredShare(0, of: 0)
    #expect(none.share == nil && none.interval == nil && none.json["share"] == .null)
  }

  @Test("data in clusters has a wider interval")
  func clusters() throws {
    let verdicts = (0..<40).map { (isSo: $0 < 20, cluster: String($0 / 5)) }
    let share = MeasuredShare(verdicts)
    #expect(share.count == 20 && share.total == 40)
    let clustered = try #require(share.interval)
    let independent = try #require(MeasuredShare(20, of: 40).interval)
    #expect(clustered.lowerBound < independent.lowerBound)
    #expect(clustered.upperBound > independent.upperBound)
  }

  @Test(
    "a quantile is the smallest value that a given share does not exceed",
    arguments: [(0.5, 2), (0.9, 4), (0.75, 3), (0.76, 4), (0, 1), (1, 4)])
  func quantile(share: Double, value: Int) {
    #expect([1, 2, 3, 4].quantile(share) == value)
  }

  @Test("without values there is no quantile")
  func noQuantile() {
    #expect([Int]().quantile(0.5) == nil)
    #expect(MeasuredTimes([]).json["p50"] == .null)
  }

  @Test("times are in microseconds")
  func times() {
    let times = MeasuredTimes([.milliseconds(2), .microseconds(5), .nanoseconds(500)])
    #expect(times.count == 3 && times.median == 5 && times.ninetyNinth == 2000)
  }
}
