import CoachModel
import LanguageModels
import ModelLayers
import ModelTestKit
import Testing

@Suite("Measuring the latency of a reply")
struct MeasuredReplyTests {
  /// A model that takes time before each answer.
  private func slow(
    _ clock: ManualClock, _ name: String = "m", taking duration: Duration,
    _ answers: FakeModel.Answer...
  ) -> FakeModel {
    FakeModel(name) { number, _ in
      clock.advance(by: duration)
      return answers[min(number, answers.count) - 1]
    }
  }

  @Test("without layers, the total time counts, and no model is named")
  func plain() async throws {
    let clock = ManualClock()
    let model = slow(clock, taking: .seconds(2), .reply("Hel", "lo", usage: TokenUsage(output: 2)))
    let measured = try await model.measuredReply(to: greeting, clock: clock.clock)
    #expect(measured.firstContent == .seconds(2) && measured.total == .seconds(2))
    #expect(measured.reply.text == "Hello" && measured.events.text == "Hello")
    #expect(measured.reply.usage == TokenUsage(output: 2) && measured.answeredBy == nil)
  }

  @Test("waits and failed attempts count as the caller's time, not the model's")
  func retries() async throws {
    let clock = ManualClock()
    let inner = slow(
      clock, taking: .seconds(3), .failure(.planned(.overloaded)), .reply("Hi"))
    let model = inner.with(
      Retry(RetryPolicy(attempts: 3, jitter: 0), random: { 0 }), clock: clock.clock)
    let measured = try await model.measuredReply(to: greeting, clock: clock.clock)
    #expect(measured.firstContent == .seconds(3) && measured.total == .seconds(3))
    #expect(clock.elapsed == .seconds(6.5))
  }

  @Test("after a fallback, the answering model is named and only its time counts")
  func fallback() async throws {
    let clock = ManualClock()
    let first = slow(clock, "a", taking: .seconds(5), .failure(.planned(.overloaded)))
    let second = slow(clock, "b", taking: .seconds(1), .reply("Hi"))
    let model = first.with(Retry(RetryPolicy(attempts: 1)), clock: clock.clock).with(
      Fallback(to: [second.with(Retry(RetryPolicy(attempts: 1)), clock: clock.clock)]),
      clock: clock.clock)
    let measured = try await model.measuredReply(to: greeting, clock: clock.clock)
    #expect(measured.answeredBy == second.identity)
    #expect(measured.firstContent == .seconds(1) && measured.total == .seconds(1))
  }

  @Test("a reply from a cache has no latency")
  func cached() async throws {
    let clock = ManualClock()
    let events: [ModelEvent] =
      [.started(ModelStart(isCached: true))] + Array([ModelEvent].said(["Hi"]).dropFirst())
    let model = slow(clock, taking: .seconds(2), .events(events))
    let measured = try await model.measuredReply(to: greeting, clock: clock.clock)
    #expect(measured.reply.text == "Hi")
    #expect(measured.firstContent == nil && measured.total == nil)
  }

  /// A model that claims to answer from a recording.
  private struct RecordedModel: LanguageModel {
    let identity = ModelIdentity(provider: "fake", model: "m", recorded: "2026-01-01")
    let inner: FakeModel

    func stream(_ request: ModelRequest) -> ModelStream { inner.stream(request) }
  }

  @Test("a reply from a recording has no latency")
  func replayed() async throws {
    let clock = ManualClock()
    let model = RecordedModel(inner: slow(clock, taking: .seconds(2), .reply("Hi")))
    let measured = try await model.measuredReply(to: greeting, clock: clock.clock)
    #expect(measured.reply.text == "Hi")
    #expect(measured.firstContent == nil && measured.total == nil)
  }

  @Test("a failure is thrown unchanged")
  func failure() async {
    let model = FakeModel(answers: .failure(.planned(.quota), after: "Ha"))
    await #expect(throws: ModelError.self) {
      _ = try await model.measuredReply(to: greeting)
    }
  }
}
