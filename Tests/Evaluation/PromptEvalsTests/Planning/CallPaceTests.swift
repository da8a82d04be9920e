@testable import PromptEvals
import Testing
import TestKit

@Suite("How long a plan takes")
struct CallPaceTests {
  private func share(
    _ model: String, calls: Int, role: String = "candidate", isPrepared: Bool = false
  ) -> PlanEstimate.ModelShare {
    PlanEstimate.ModelShare(
      model: "\(model):m", provider: model, role: role, calls: calls, inputTokens: 1,
      outputTokens: 1, dollars: nil, isReplay: false, isPrepared: isPrepared)
  }

  private func duration(
    _ shares: [PlanEstimate.ModelShare], limits: [String: Int] = [:], concurrency: Int = 16,
    _ paces: [String: CallPace]
  ) -> PlanDuration {
    PlanEstimate(samples: 1, shares: shares, limits: limits)
      .duration(concurrency: concurrency, paces: paces)
  }

  private func pace(_ seconds: Double, atOnce: Double? = nil) -> CallPace {
    CallPace(secondsPerCall: seconds, atOnce: atOnce, source: "measured")
  }

  @Test("a server that answers one call after the other takes the sum of its calls")
  func slots() {
    let shares = [share("local", calls: 120)]
    #expect(duration(shares, ["local:m": pace(10, atOnce: 1)]).seconds == 1_200)
    #expect(duration(shares, ["local:m": pace(10, atOnce: 2.4)]).seconds == 500)
    #expect(duration(shares, ["local:m": pace(10)]).seconds == 75)
    #expect(duration(shares, concurrency: 1, ["local:m": pace(10, atOnce: 4)]).seconds == 1_200)
    #expect(duration(shares, limits: ["local": 4], ["local:m": pace(10)]).seconds == 300)
  }

  @Test("a model of which nothing is known is named, and not guessed")
  func unknown() {
    let shares = [
      share("a", calls: 10), share("b", calls: 10, role: "judge g"), share("c", calls: 0),
      share("scripted", calls: 50, isPrepared: true),
    ]
    let found = duration(shares, ["a:m": pace(8, atOnce: 1)])
    #expect(found == PlanDuration(seconds: 80, unknown: ["b:m"]))
    #expect(duration([shares[2], shares[3]], [:]) == PlanDuration(seconds: 0, unknown: []))
  }
}
