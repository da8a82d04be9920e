@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("A circuit breaker around a failing model")
struct CircuitBreakerTests {
  private let clock = ManualClock()

  /// A model that fails a number of times, and then replies.
  private func recovering(after failures: Int, _ code: ModelError.Code = .overloaded) -> FakeModel {
    FakeModel { number, _ in number <= failures ? .failure(.planned(code)) : .reply("Hi") }
  }

  private func broken(_ model: FakeModel, _ policy: BreakerPolicy = BreakerPolicy())
    -> LayeredModel
  {
    model.with(CircuitBreaker(policy), clock: clock.clock)
  }

  private func code(_ model: some LanguageModel) async -> ModelError.Code? {
    await outcome(model.stream(greeting)).error?.code
  }

  @Test("after five failures nothing is sent, and the error states for how long")
  func opens() async {
    let model = recovering(after: 5)
    let layered = broken(model)
    for _ in 0..<5 { #expect(await outcome(layered.stream(greeting)).error?.retryAfter == nil) }
    #expect(model.calls == 5)
    clock.advance(by: .milliseconds(250))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.code == .overloaded && error?.retryAfter == .milliseconds(750))
    #expect(error?.isRetryable == false)
    #expect(
      error?.message
        == "fake:m has failed too often in the last minute and is not called for now")
    #expect(error?.attempts.map(\.isSent) == [false] && model.calls == 5)
    clock.advance(by: .milliseconds(750))
    await expect(code(layered), equals: nil)
    await expect(code(layered), equals: nil)
    #expect(model.calls == 7)
  }

  private static let providers: Set<ModelError.Code> = [
    .overloaded, .timeout, .transport, .truncated,
  ]

  @Test("only failures of the provider count", arguments: ModelError.Code.allCases)
  func codes(code: ModelError.Code) async {
    let model = recovering(after: 1, code)
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(self.code(layered), equals: code)
    let isOpen = Self.providers.contains(code)
    await expect(self.code(layered), equals: (isOpen ? .overloaded : nil))
    #expect(model.calls == (isOpen ? 1 : 2))
  }

  @Test("cancelled calls and calls over budget do not count")
  func neither() async {
    for code in [ModelError.Code.cancelled, .budget] {
      let model = FakeModel { number, _ in
        .failure(.planned(number <= 2 ? code : .overloaded))
      }
      let layered = broken(model, BreakerPolicy(minimumCalls: 2))
      for _ in 0..<4 { _ = await outcome(layered.stream(greeting)) }
      await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(1))
      #expect(model.calls == 4)
    }
  }

  @Test("a failure that is not the provider's counts as a success")
  func answers() async {
    let model = FakeModel { number, _ in
      .failure(.planned(number <= 2 ? .invalidRequest : .overloaded))
    }
    let layered = broken(model, BreakerPolicy(minimumCalls: 2))
    for _ in 0..<4 { _ = await outcome(layered.stream(greeting)) }
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: nil)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(1))
    #expect(model.calls == 5)
  }

  @Test("a reply that breaks off counts as a failure, and a cancelled one does not")
  func afterContent() async throws {
    let cut = FakeModel(answers: .failure(.planned(.truncated), after: "Hal"), .reply("Hi"))
    let layered = broken(cut, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .truncated)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(1))
    let read = FakeModel()
    let kept = broken(read, BreakerPolicy(minimumCalls: 1))
    for _ in 0..<5 { try await abandon(kept.stream(greeting)) }
    await expect(code(kept), equals: nil)
    #expect(read.calls == 6)
  }

  @Test("a retry does not wait for an open breaker")
  func noRetry() async {
    let model = recovering(after: 100)
    let breaker = CircuitBreaker(BreakerPolicy(minimumCalls: 1))
    let retry = Retry(RetryPolicy(attempts: 5, jitter: 0))
    let layered = model.with(breaker).with(retry, clock: clock.clock)
    // The first failure opens the breaker, so that the only wait of the first call is useless.
    let first = await outcome(layered.stream(greeting)).error
    #expect(first?.attempts.map(\.isSent) == [true, false] && clock.slept.count == 1)
    let second = await outcome(layered.stream(greeting)).error
    #expect(second?.attempts.map(\.isSent) == [false])
    #expect(second?.retryAfter == .milliseconds(500))
    #expect(model.calls == 1 && clock.slept == [.milliseconds(500)])
  }

  @Test("an open breaker leads to another model at once, without using an attempt")
  func fallsBack() async {
    let (model, other) = (recovering(after: 100), FakeModel("other", answers: .reply("instead")))
    let layered = model.with(CircuitBreaker(BreakerPolicy(minimumCalls: 1)))
      .with(Retry(RetryPolicy(jitter: 0))).with(Fallback(to: [other]))
      .with(AttemptLimit(2), clock: clock.clock)
    for call in 1...3 {
      await expect(outcome(layered.stream(greeting)).events.text, equals: "instead")
      #expect(other.calls == call && model.calls == 1)
    }
    #expect(clock.slept.isEmpty)
  }

  @Test("each failed probe is followed by a longer wait, up to four seconds")
  func growing() async {
    let model = recovering(after: 100)
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    for wait in [1000, 1500, 2250, 3375, 4000, 4000] {
      let refusal = await outcome(layered.stream(greeting)).error
      #expect(refusal?.retryAfter == .milliseconds(wait))
      clock.advance(by: .milliseconds(wait))
      let probe = await outcome(layered.stream(greeting)).error
      #expect(probe?.attempts.map(\.isSent) == [true])
    }
    #expect(model.calls == 7)
  }

  @Test("during a probe, all other calls are rejected until another one is due")
  func oneProbe() async {
    let gate = Gate()
    let model = FakeModel { number, _ in
      number == 1 ? .failure(.planned(.overloaded)) : .held(gate, .reply("Hi"))
    }
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(1))
    let probe = Task { await outcome(layered.stream(greeting)).error }
    await until { model.calls == 2 }
    await withTaskGroup(of: ModelError?.self) { group in
      for _ in 0..<20 { group.addTask { await outcome(layered.stream(greeting)).error } }
      for await error in group { #expect(error?.retryAfter == .milliseconds(1500)) }
    }
    #expect(model.calls == 2)
    gate.open()
    await expect(probe.value, equals: nil)
    await expect(code(layered), equals: nil)
    #expect(model.calls == 3)
  }

  @Test("a probe that stays silent is followed by another, whose content closes the breaker")
  func silentProbe() async {
    let model = FakeModel { number, _ in
      switch number {
      case 1: .failure(.planned(.overloaded))
      case 2: .endless([])
      default: .reply("Hi")
      }
    }
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(1))
    let silent = Task { await outcome(layered.stream(greeting)).error }
    await until { model.calls == 2 }
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .milliseconds(1500))
    clock.advance(by: .milliseconds(1500))
    for _ in 0..<3 { await expect(code(layered), equals: nil) }
    // What becomes of the silent one no longer matters.
    silent.cancel()
    await expect(silent.value?.code, equals: .cancelled)
    await expect(code(layered), equals: nil)
    #expect(model.calls == 6)
  }

  @Test("content closes the breaker before the reply is complete")
  func content() async throws {
    let model = recovering(after: 1)
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(1))
    var probe = layered.stream(greeting).makeAsyncIterator()
    _ = try await probe.next()
    await expect(code(layered), equals: nil)
    #expect(model.calls == 3)
    while try await probe.next() != nil {}
  }

  @Test("after a cancelled probe, the next call is the probe")
  func stoppedProbe() async {
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .endless([]), .failure(.planned(.timeout)))
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(1))
    let probe = Task { await outcome(layered.stream(greeting)).error }
    await until { model.calls == 2 }
    probe.cancel()
    await expect(probe.value?.code, equals: .cancelled)
    await expect(code(layered), equals: .timeout)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .milliseconds(2250))
    #expect(model.calls == 3)
  }

  @Test("models do not share a breaker, and calls to one model do")
  func sharing() async {
    let models = [recovering(after: 100), recovering(after: 100)]
    let layered = models.map { broken($0, BreakerPolicy(minimumCalls: 1)) }
    await expect(code(layered[0]), equals: .overloaded)
    let copy = layered[0]
    await expect(code(copy), equals: .overloaded)
    await expect(code(layered[1]), equals: .overloaded)
    #expect(models.map(\.calls) == [1, 1])
  }

  @Test("a call that an inner layer rejects without sending says nothing about the provider")
  func refusedInside() async {
    let model = recovering(after: 100)
    let layered = model.with(RateLimit(requestsPerMinute: 1, maximumWait: .seconds(1)))
      .with(CircuitBreaker(BreakerPolicy(minimumCalls: 1)), clock: clock.clock)
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(1))
    // The limit rejects the probe; the provider was not reached.
    await expect(code(layered), equals: .rateLimit)
    clock.advance(by: .seconds(60))
    await expect(code(layered), equals: .overloaded)
    #expect(model.calls == 2)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .milliseconds(2250))
  }
}
