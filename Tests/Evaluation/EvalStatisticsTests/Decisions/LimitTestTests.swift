@testable import EvalStatistics
import Testing
import TestKit

@Suite("Tests of a mean against a limit")
struct LimitTestTests {
  @Test("several demands fail only by a smaller error, and pass by the usual one")
  func failing() throws {
    let losses = (Array(repeating: -1.0, count: 11) + Array(repeating: 0, count: 29)).independent
    let alone = try #require(LimitTest(losses, limit: -0.1, within: -1...1))
    #expect(alone.decision == .regression)
    let one = try #require(
      LimitTest(losses, limit: -0.1, within: -1...1, failingTail: 0.025 / 3))
    guard case .inconclusive = one.decision else {
      Issue.record("one of three demands is decided: \(one.decision)")
      return
    }
    // The limits are those that decide: by the narrower ones alone the mean would be below.
    let (limits, narrower) = (
      try #require(one.estimate.interval), try #require(alone.estimate.interval)
    )
    #expect(limits.lowerBound == narrower.lowerBound && one.estimate.value == alone.estimate.value)
    #expect(narrower.upperBound < -0.1 && limits.upperBound >= -0.1)
  }

  @Test("a level that is reached exactly is reached")
  func inclusive() throws {
    let passes = [1.0, 1, 1].independent
    let zero = try #require(LimitTest(passes, limit: 0, within: 0...1, isInclusive: true))
    #expect(zero.decision == .passed)
    let none = [0.0, 0, 0].independent
    #expect(LimitTest(none, limit: 0, within: 0...1, isInclusive: true)?.decision == .passed)
    #expect(LimitTest(none, limit: 0, within: 0...1)?.decision != .passed)
  }

  @Test("clusters count once")
  func clusters() throws {
    let together = (0..<40).map { PairedDifference(value: 0, cluster: "c\($0 / 4)") }
    let test = try #require(LimitTest(together, limit: -0.1, within: -1...1))
    // As of ten equal clusters; 36 would be enough, of which the last needs not be whole.
    #expect(isClose(test.estimate.interval?.lowerBound, -0.30849710781876083, 1e-9))
    #expect(test.decision == .inconclusive(transcriptsNeeded: 141))
  }

  @Test("an unpaired difference has the combined limits of both means, and decides later")
  func unpaired() throws {
    let ones = Array(repeating: 1.0, count: 40).independent
    let paired = try #require(
      LimitTest(Array(repeating: 0, count: 40).independent, limit: -0.1, within: -1...1))
    #expect(paired.decision == .passed)
    let test = try #require(LimitTest(first: ones, second: ones, limit: -0.1, within: 0...1))
    // The lower limit of 40 of 40; the first side has nothing above it.
    #expect(isClose(test.estimate.interval?.lowerBound, -0.08809730, 1e-7))
    #expect(test.estimate.count == 80)
    let mixed = (Array(repeating: 1.0, count: 30) + Array(repeating: 0, count: 10)).independent
    let wide = try #require(LimitTest(first: mixed, second: mixed, limit: -0.1, within: 0...1))
    let exact = try #require(ClopperPearsonInterval.interval(successes: 30, trials: 40))
    let down = 0.75 - exact.lowerBound
    let up = exact.upperBound - 0.75
    let distance = (down * down + up * up).squareRoot()
    #expect(isClose(wide.estimate.interval, -distance, distance, 1e-9))
    guard case .inconclusive(let needed?) = wide.decision else {
      Issue.record("\(wide.decision)")
      return
    }
    #expect((500..<800).contains(needed))
    #expect(
      LimitTest(first: [1].independent, second: ones, limit: -0.1, within: 0...1)?
        .estimate.interval == nil)
  }
}
