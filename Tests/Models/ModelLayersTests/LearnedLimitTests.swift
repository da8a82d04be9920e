@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing

@Suite("Limits learned from a provider's last response")
struct LearnedLimitTests {
  @Test(
    "the used part returns steadily until the time that the provider states",
    arguments: [
      // Nothing left of 120, all of it back in a minute: two a second.
      (0, 60, 1, 0, 0.5), (0, 60, 30, 0, 15), (0, 60, 120, 0, 60), (0, 60, 30, 10, 5),
      (0, 60, 20, 10, 0), (0, 60, 21, 10, 0.5), (0, 60, 120, 59.5, 0.5), (0, 60, 120, 60, 0),
      // Half of it left: one a second.
      (60, 60, 60, 0, 0), (60, 60, 61, 0, 1), (60, 60, 100, 30, 10), (60, 60, 120, 0, 60),
      // An amount above the limit is left to the provider.
      (0, 60, 121, 0, 0),
      // All of it is left, or back at once.
      (120, 60, 120, 0, 0), (0, 0, 120, 0, 0),
    ])
  func refill(remaining: Int, reset: Double, amount: Int, elapsed: Double, seconds: Double) {
    let now = 1000.0
    let limit = LearnedLimit(
      ProviderLimits.Window(limit: 120, remaining: remaining, reset: .seconds(reset)), at: now,
      sentSince: 0)
    #expect(limit.wait(for: amount, at: now + elapsed) == .seconds(seconds))
  }

  @Test("requests sent after the response are subtracted")
  func sent() {
    let now = 1000.0
    var limit = LearnedLimit(
      ProviderLimits.Window(limit: 120, remaining: 60, reset: .seconds(60)), at: now, sentSince: 20)
    #expect(limit.wait(for: 40, at: now) == .zero)
    #expect(limit.wait(for: 41, at: now) == .seconds(1))
    limit.send(40, at: now)
    #expect(limit.wait(for: 1, at: now) == .seconds(1))
    limit.send(10, at: now)
    #expect(limit.wait(for: 1, at: now) == .seconds(11))
    #expect(limit.wait(for: 1, at: now + 11) == .zero)
    #expect(limit.wait(for: 120, at: now + 20) == .seconds(40))
    #expect(limit.wait(for: 120, at: now + 60) == .zero)
  }

  @Test("the learned limit stays in effect without new responses", arguments: [9, 10])
  func later(remaining: Int) {
    let now = 1000.0
    let window = ProviderLimits.Window(limit: 10, remaining: remaining, reset: .seconds(6))
    var limit = LearnedLimit(window, at: now, sentSince: 0)
    let then = now + 7
    for _ in 0..<10 {
      #expect(limit.wait(for: 1, at: then) == .zero)
      limit.send(1, at: then)
    }
    // Ten a minute from now on: one in six seconds.
    #expect((limit.wait(for: 1, at: then) - .seconds(6)).magnitude < .milliseconds(1))
    #expect(limit.wait(for: 1, at: then + 6.001) == .zero)
    #expect(limit.wait(for: 2, at: then + 6.001) > .seconds(5))
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
