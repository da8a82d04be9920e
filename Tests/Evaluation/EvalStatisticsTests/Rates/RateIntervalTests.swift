import EvalStatistics
import Testing
import TestKit

@Suite("Intervals of a single share")
struct RateIntervalTests {
  @Test(
    "Wilson and Clopper-Pearson agree with statsmodels",
    arguments: [
      (8, 10, 0.49016247153664183, 0.9433178485456247, 0.4439045376923585, 0.9747892736731666),
      (0, 20, 0, 0.1611251580528194, 0, 0.16843347098308534),
      (
        37, 512, 0.052880702798167964, 0.09802120221476689, 0.05138896665505944,
        0.09823528508912477
      ),
    ])
  func reference(
    successes: Int, trials: Int, low: Double, high: Double, exactLow: Double, exactHigh: Double
  ) {
    let wilson = WilsonInterval.interval(successes: successes, trials: trials)
    #expect(isClose(wilson, low, high, 1e-12))
    let exact = ClopperPearsonInterval.interval(successes: successes, trials: trials)
    #expect(isClose(exact, exactLow, exactHigh, 1e-12))
    // Swapping the sides mirrors both.
    let mirrored = WilsonInterval.interval(successes: trials - successes, trials: trials)
    #expect(isClose(mirrored, 1 - high, 1 - low, 1e-12))
    let mirroredExact = ClopperPearsonInterval.interval(
      successes: trials - successes, trials: trials)
    #expect(isClose(mirroredExact, 1 - exactHigh, 1 - exactLow, 1e-12))
  }

  @Test("without trials, there is no share")
  func undefined() {
    #expect(WilsonInterval.estimate(successes: 0, trials: 0) == nil)
    #expect(WilsonInterval.interval(successes: 3, trials: 2) == nil)
    #expect(ClopperPearsonInterval.interval(successes: -1, trials: 2) == nil)
    #expect(ClopperPearsonInterval.interval(successes: 1, trials: 2, level: 1) == nil)
  }
}
