import PromptEvals
import Testing

@Suite("Preferences in both orders")
struct WinRateTests {
  private typealias Preference = SwappedJudgement.Preference

  @Test("only what holds in both orders counts")
  func outcomes() {
    func outcome(_ a: Preference, _ b: Preference) -> SwappedJudgement.Outcome {
      SwappedJudgement(candidateFirst: a, candidateSecond: b, cluster: "").outcome
    }
    #expect(outcome(.first, .second) == .win)
    #expect(outcome(.second, .first) == .loss)
    for (a, b) in [
      (Preference.first, Preference.first), (.second, .second), (.tie, .tie), (.first, .tie),
      (.tie, .first),
    ] {
      #expect(outcome(a, b) == .tie)
    }
  }

  @Test("rates of win, flip and first position")
  func rates() throws {
    let shown: [(Preference, Preference, String)] = [
      (.first, .second, "a"), (.first, .second, "a"), (.second, .first, "b"),
      (.first, .first, "b"), (.first, .first, "c"), (.tie, .tie, "c"), (.first, .tie, "d"),
      (.first, .second, "e"),
    ]
    let rate = try #require(
      WinRate(
        shown.map { SwappedJudgement(candidateFirst: $0, candidateSecond: $1, cluster: $2) },
        seed: 1))
    // Three wins, one loss, four ties.
    #expect(isClose(rate.rate.value, 5.0 / 8, 1e-12))
    #expect(rate.rate.count == 8 && rate.rate.clusters == 5)
    #expect(isClose(rate.flipRate?.value, 3.0 / 8, 1e-12))
    // Of 13 preferences, 9 are for what was shown first.
    #expect(isClose(rate.firstPositionRate?.value, 9.0 / 13, 1e-12))
    let interval = try #require(rate.rate.interval)
    #expect(interval.lowerBound >= 0 && interval.upperBound <= 1)
  }

  @Test("the interval is that of clusters")
  func clusters() throws {
    let outcomes: [(outcome: SwappedJudgement.Outcome, cluster: String)] =
      (0..<20).map { ($0 % 4 < 2 ? .win : $0 % 4 == 2 ? .tie : .loss, String($0 % 4)) }
    let rate = try #require(WinRate(outcomes: outcomes))
    #expect(isClose(rate.rate.value, 0.625, 1e-12))
    // Cluster means 1, 1, .5 and 0: their standard error is √(.6875/12).
    #expect(isClose(rate.rate.standardError, (0.6875 / 12).squareRoot(), 1e-12))
    #expect(rate.flipRate == nil && rate.firstPositionRate == nil)
  }

  @Test("nothing judged has no rate")
  func undefined() {
    #expect(WinRate([], seed: 1) == nil)
    #expect(WinRate(outcomes: []) == nil)
    let ties = [SwappedJudgement(candidateFirst: .tie, candidateSecond: .tie, cluster: "a")]
    #expect(WinRate(ties, seed: 1)?.firstPositionRate == nil)
    #expect(WinRate(ties, seed: 1)?.flipRate?.value == 0)
  }
}
