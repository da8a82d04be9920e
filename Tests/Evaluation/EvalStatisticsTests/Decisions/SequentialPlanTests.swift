@testable import EvalStatistics
import Testing
import TestKit

@Suite("Interim analyses keep the false positive rate")
struct SequentialPlanTests {
  private func agree(_ plan: SequentialPlan?, _ expected: [Double], _ tolerance: Double) -> Bool {
    plan.map { plan in
      plan.boundaries.count == expected.count
        && zip(plan.boundaries, expected).allSatisfy { abs($0 - $1) <= tolerance }
    } ?? false
  }

  @Test("published boundaries for five analyses, to the published digits")
  func published() {
    let looks = [0.2, 0.4, 0.6, 0.8, 1]
    #expect(agree(SequentialPlan(looks: looks), [4.877, 3.357, 2.680, 2.290, 2.031], 6e-4))
    let pocock = SequentialPlan(looks: looks, spending: .pocock)
    #expect(agree(pocock, [2.438, 2.427, 2.410, 2.397, 2.386], 6e-4))
    #expect(
      agree(
        SequentialPlan(looks: [0.25, 0.5, 0.75, 1], alpha: 0.1),
        [3.74955, 2.53993, 2.01604, 1.72014], 1e-4))
  }

  @Test("boundaries of a dense grid computed with NumPy")
  func numpy() {
    #expect(
      agree(
        SequentialPlan(looks: [0.2, 0.4, 0.6, 0.8, 1]),
        [
          4.876884948790762, 3.3570119193959442, 2.6802800251556937, 2.2898167068013953,
          2.03103196656937,
        ], 1e-5))
    #expect(
      agree(
        SequentialPlan(looks: [0.3, 0.5, 0.85, 1]),
        [3.928572542626036, 2.9656182068234886, 2.1820426335688805, 2.0425608969810143], 1e-5))
    #expect(
      agree(SequentialPlan(looks: [0.5, 1]), [2.9625880427275666, 1.9685956198454857], 1e-5))
  }

  @Test("a single analysis is the usual comparison")
  func single() throws {
    let plan = try #require(SequentialPlan(looks: [1]))
    #expect(isClose(plan.boundaries.first, 1.959963984540054, 1e-9))
    #expect(isClose(plan.tail(at: 0), 0.025, 1e-9))
  }

  @Test("boundaries of many analyses, even very early ones, decrease")
  func many() throws {
    let looks = (1...40).map { Double($0) / 40 }
    let plan = try #require(SequentialPlan(looks: looks))
    #expect(zip(plan.boundaries, plan.boundaries.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(plan.boundaries.allSatisfy { $0 > 1.96 && $0 < 20 })
  }

  @Test("random walks without drift cross the boundaries in 5 % of cases")
  func crossing() throws {
    for spending in AlphaSpending.allCases {
      let looks = [0.25, 0.5, 0.75, 1]
      let plan = try #require(SequentialPlan(looks: looks, spending: spending))
      var draw = Draw(seed: 5)
      let walks = 20_000
      let crossed = (0..<walks).count { _ in
        var sum = 0.0
        var isCrossed = false
        for (look, boundary) in zip(looks, plan.boundaries) {
          sum += draw.normal(0.5)
          isCrossed = isCrossed || abs(sum) / look.squareRoot() > boundary
        }
        return isCrossed
      }
      #expect(abs(Double(crossed) / Double(walks) - 0.05) < 0.006)
    }
  }

  @Test("large differences are detected early, and false ones are not")
  func decisions() throws {
    let plan = try #require(SequentialPlan(looks: [0.5, 1]))
    func interval(_ look: Int, _ values: [Double]) -> ClosedRange<Double>? {
      plan.tail(at: look).flatMap {
        LimitTest(values.independent, limit: 0, within: -1...1, tail: $0)?.estimate.interval
      }
    }
    let values: [Double] = (0..<60).map { Double($0 % 5) / 50 }
    let clear = try #require(interval(0, values.map { 0.3 + $0 }))
    #expect(clear.lowerBound > 0)
    let worse = try #require(interval(0, values.map { -0.3 - $0 }))
    #expect(worse.upperBound < 0)
    let none = values.map { $0 - 0.04 }
    for look in 0...1 { #expect(try #require(interval(look, none)).contains(0)) }
    #expect(interval(2, none) == nil && interval(-1, none) == nil && interval(0, []) == nil)
  }

  @Test("an early analysis may err less often than a late one")
  func intervals() throws {
    let plan = try #require(SequentialPlan(looks: [0.3, 0.6, 1]))
    let tails = (0..<3).compactMap { plan.tail(at: $0) }
    #expect(tails.count == 3 && tails[0] < tails[1] && tails[1] < tails[2])
    #expect(plan.tail(at: 3) == nil && plan.tail(at: -1) == nil)
  }

  @Test("invalid plans")
  func undefined() {
    #expect(SequentialPlan(looks: []) == nil)
    #expect(SequentialPlan(looks: [0.5, 0.5, 1]) == nil)
    #expect(SequentialPlan(looks: [0, 1]) == nil)
    #expect(SequentialPlan(looks: [0.5, 1.1]) == nil)
    #expect(SequentialPlan(looks: [.nan]) == nil)
    #expect(SequentialPlan(looks: [1], alpha: 0) == nil)
    #expect(SequentialPlan(looks: [1], alpha: .nan) == nil)
  }
}
