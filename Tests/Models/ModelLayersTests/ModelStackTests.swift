import CoachModel
import LanguageModels
import Logging
import ModelLayers
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("The order of all layers")
struct ModelStackTests {
  private let clock = ManualClock()

  private var stack: ModelStack { ModelStack(clock: clock.clock) }

  private static let plain = Retry(RetryPolicy(jitter: 0), random: { 0 })

  @Test("an empty stack is the model", arguments: SampleReplies.all)
  func nothing(reply: SampleReply) async {
    let model = FakeModel(answers: .events(reply.events))
    let stacked = stack.model(model)
    #expect(stacked.identity == model.identity)
    await expect(outcome(stacked.stream(greeting)).events, equals: reply.events)
  }

  @Test(
    "the usual stack returns replies unchanged, with and without fallbacks",
    arguments: SampleReplies.all)
  func usual(reply: SampleReply) async {
    for others in [[], [FakeModel("other")]] {
      var stack = ModelStack.usual
      stack.clock = clock.clock
      let model = FakeModel(answers: .events(reply.events))
      let stacked = stack.model(model, fallingBackOn: others)
      let (events, error) = await outcome(stacked.stream(greeting))
      #expect(error == nil && events == reply.events && model.calls == 1)
      #expect(stacked.identity == model.identity && others.allSatisfy { $0.calls == 0 })
    }
  }

  @Test("the usual stack retries twice, then uses another model, with four attempts in total")
  func usualFailures() async {
    var stack = ModelStack.usual
    stack.clock = clock.clock
    let first = FakeModel("first", answers: .failure(.planned(.overloaded)))
    let second = FakeModel("second", answers: .failure(.planned(.timeout)))
    let stacked = stack.model(first, fallingBackOn: [second])
    let error = await outcome(stacked.stream(greeting)).error
    #expect(error?.code == .timeout)
    #expect(error?.attempts.map(\.model.model) == ["first", "first", "first", "second"])
    #expect(clock.slept.count == 2)
  }

  @Test("a cached reply is returned before anything is counted or awaited, and is recorded")
  func cache() async {
    let recorded = Journal<RecordedReply>()
    var stack = stack
    let budget = RunBudget(BudgetLimits(tokens: 1000))
    stack.cache = ResponseCache()
    stack.budget = budget
    stack.limits = { _, _ in RateLimit(requestsPerMinute: 1) }
    stack.recording = RecordingLayer { recorded.note($0) }
    let model = FakeModel()
    let stacked = stack.model(model)
    for _ in 0..<3 { #expect(await outcome(stacked.stream(greeting)).error == nil) }
    #expect(model.calls == 1 && budget.report.calls == 1 && clock.slept.isEmpty)
    #expect(recorded.entries.count == 3)
    #expect(recorded.entries.map { $0.totalMilliseconds == nil } == [false, true, true])
  }

  @Test("a call over budget is rejected without waiting in line")
  func budgetBeforeLimits() async {
    var stack = stack
    stack.budget = RunBudget(BudgetLimits(tokens: 8))
    stack.limits = { _, _ in RateLimit(requestsPerMinute: 1) }
    stack.retry = Self.plain
    let model = FakeModel()
    let stacked = stack.model(model, fallingBackOn: [FakeModel("other")])
    await expect(outcome(stacked.stream(greeting)).error, equals: nil)
    await expect(outcome(stacked.stream(greeting)).error?.code, equals: .budget)
    #expect(clock.slept.isEmpty && model.calls == 1)
  }

  @Test("a breaker sees every request of a retry, and no call waits in line behind an open one")
  func breakerInsideRetry() async {
    var stack = stack
    stack.retry = Retry(RetryPolicy(attempts: 9, jitter: 0))
    stack.breaker = BreakerPolicy(
      minimumCalls: 3, coolDown: .seconds(9), maximumCoolDown: .seconds(9))
    stack.limits = { _, _ in RateLimit(requestsPerMinute: 3) }
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let stacked = stack.model(model)
    let error = await outcome(stacked.stream(greeting)).error
    #expect(error?.attempts.map(\.isSent) == [true, true, true, false])
    #expect(clock.slept == [.milliseconds(500), .seconds(1), .seconds(2)])
    await expect(outcome(stacked.stream(greeting)).error?.attempts.map(\.isSent), equals: [false])
    #expect(model.calls == 3 && clock.slept.count == 3)
  }

  @Test("each candidate has its own breaker and limits, and all share one budget")
  func candidates() async {
    let limited = Journal<String>()
    var stack = stack
    let budget = RunBudget(BudgetLimits(tokens: 10_000))
    stack.breaker = BreakerPolicy(minimumCalls: 1)
    stack.budget = budget
    stack.limits = { identity, key in
      limited.note("\(identity.model) \(key)")
      return RateLimit(requestsPerMinute: 2)
    }
    let first = FakeModel("first", answers: .failure(.planned(.overloaded)))
    let second = FakeModel("second")
    let stacked = stack.model(first, fallingBackOn: [second])
    #expect(limited.entries.sorted() == ["first 0", "second 0"])
    for _ in 0..<2 { #expect(await outcome(stacked.stream(greeting)).error == nil) }
    #expect(first.calls == 1 && second.calls == 2 && clock.slept.isEmpty)
    #expect(budget.report.calls == 3)
    #expect(limited.entries.count == 2)
  }

  @Test("each key of a candidate has its own breaker and limits, inside the retry")
  func keys() async throws {
    let limited = Journal<String>()
    var stack = stack
    stack.retry = Retry(RetryPolicy(attempts: 4, jitter: 0))
    stack.breaker = BreakerPolicy(
      minimumCalls: 2, coolDown: .seconds(9), maximumCoolDown: .seconds(9))
    stack.limits = { identity, key in
      limited.note("\(identity.model) \(key)")
      return RateLimit(requestsPerMinute: 2)
    }
    let keys = [
      try #require(Secret("planted-one")), try #require(Secret("planted-two")),
    ]
    let models = [
      FakeModel(
        answers: .reply("Hi"), .failure(.planned(.rateLimit, retryAfter: .seconds(40)))),
      FakeModel(
        answers: .failure(.planned(.overloaded)), .failure(.planned(.overloaded)), .reply("Hi")),
    ]
    let made = Journal<Int>()
    let rotation = try #require(
      KeyRotation(keys) { _ in
        made.note(0)
        return models[made.entries.count - 1]
      })
    let stacked = stack.model(rotation)
    #expect(limited.entries == ["m 0", "m 1"])
    await expect(outcome(stacked.stream(greeting)).error, equals: nil)
    // The second key's breaker opens at its second failure, and the retry learns this.
    let error = await outcome(stacked.stream(greeting)).error
    #expect(
      error?.attempts.map(\.detail) == [
        "key 1 of 2", "key 2 of 2", "key 2 of 2", "key 2 of 2",
      ])
    #expect(
      error?.attempts.map(\.failure?.code) == [.rateLimit, .overloaded, .overloaded, .overloaded])
    #expect(error?.attempts.map(\.isSent) == [true, true, true, false])
    #expect(models.map(\.calls) == [2, 2] && clock.slept == [.milliseconds(500), .seconds(1)])
  }

  @Test("all candidates share one attempt limit, with one attempt reserved for each")
  func attempts() async {
    var stack = stack
    stack.retry = Self.plain
    stack.attempts = AttemptLimit(3)
    let models = ["a", "b"].map { FakeModel($0, answers: .failure(.planned(.overloaded))) }
    let stacked = stack.model(models[0], fallingBackOn: [models[1]])
    await expect(outcome(stacked.stream(greeting)).error?.attempts.count, equals: 3)
    #expect(models.map(\.calls) == [2, 1])
  }

  @Test("the log sees each call once, like its caller")
  func log() async {
    var stack = stack
    let handler = KeptLog()
    stack.log = CallLog(Logger(label: "test") { _ in handler })
    stack.retry = Self.plain
    stack.cache = ResponseCache()
    let model = FakeModel(answers: .failure(.planned(.overloaded)), .reply("Hi"))
    let stacked = stack.model(model)
    for _ in 0..<2 { _ = await outcome(stacked.stream(greeting)) }
    #expect(handler.lines.map(\.message) == ["model call ended", "model call ended"])
    #expect(handler.lines.map { $0.metadata["total_ms"] } == ["500", "0"])
    #expect(handler.lines.map { $0.metadata["cached"] } == [nil, "true"])
  }
}
