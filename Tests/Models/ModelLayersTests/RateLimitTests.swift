import CoachModel
@testable import LanguageModels
@testable import ModelLayers
@testable import ModelProviders
import ModelTestKit
import Synchronization
import Testing
import TestKit

@Suite("Limits on requests and tokens per minute")
struct RateLimitTests {
  private let clock = ManualClock()
  private let sendings = Journal<Duration>()

  /// A model that records the times of its calls.
  private func model(
    _ answer: @escaping @Sendable (Int, ModelRequest) -> FakeModel.Answer = { _, _ in .reply("Hi") }
  ) -> FakeModel {
    let (clock, sendings) = (clock, sendings)
    return FakeModel { number, request in
      sendings.note(clock.elapsed)
      return answer(number, request)
    }
  }

  private func limited(_ model: some LanguageModel, _ limit: RateLimit) -> LayeredModel {
    model.with(limit, clock: clock.clock)
  }

  private func seconds(_ count: Int) -> [Duration] {
    Array(repeating: .seconds(1), count: count)
  }

  // MARK: Waiting

  @Test("requests beyond the limit wait until one is a minute old, in steps of a second")
  func requests() async {
    let layered = limited(model(), RateLimit(requestsPerMinute: 2))
    for _ in 0..<5 { #expect(await outcome(layered.stream(greeting)).error == nil) }
    #expect(sendings.entries == [0, 0, 60, 60, 120].map { .seconds($0) })
    #expect(clock.slept == seconds(120))
  }

  @Test("the last step of a wait is no longer than necessary")
  func lastStep() async {
    let layered = limited(model(), RateLimit(requestsPerMinute: 1))
    _ = await outcome(layered.stream(greeting))
    clock.advance(by: .milliseconds(250))
    _ = await outcome(layered.stream(greeting))
    #expect(clock.slept == seconds(59) + [.milliseconds(750)])
  }

  @Test("without limits, no call waits")
  func unlimited() async {
    let model = model()
    let layered = limited(model, RateLimit())
    for _ in 0..<200 { _ = await outcome(layered.stream(greeting)) }
    #expect(model.calls == 200 && clock.slept.isEmpty)
  }

  @Test("a limit of zero counts as one")
  func zero() {
    let limit = RateLimit(requestsPerMinute: 0, tokensPerMinute: -5)
    #expect(limit.requestsPerMinute == 1 && limit.tokensPerMinute == 1)
  }

  @Test("tokens are limited as well, exactly")
  func tokens() async {
    let layered = limited(model(), RateLimit(tokensPerMinute: 100))
    for size in [50, 50, 8, 92, 100] { _ = await outcome(layered.stream(asking(tokens: size))) }
    #expect(sendings.entries == [0, 0, 60, 60, 120].map { .seconds($0) })
  }

  @Test("an estimate above the limit rejects nothing: such a call waits for an empty minute")
  func largeGuess() async {
    let usage = TokenUsage(input: 10, output: 200)
    let model = FakeModel(answers: .reply("Hi", usage: usage))
    let layered = limited(model, RateLimit(tokensPerMinute: 100))
    for _ in 0..<3 { #expect(await outcome(layered.stream(asking(tokens: 10))).error == nil) }
    #expect(model.calls == 3)
    #expect(clock.elapsed == .seconds(120))
  }

  @Test(
    "a pause beyond the maximum wait is an immediate failure, so that another model can answer",
    arguments: [3600, 86_400, 31_536_000])
  func longPause(asked: Int) async {
    let busy = ModelError.planned(.rateLimit, retryAfter: .seconds(asked))
    let model = PausingModel(error: busy)
    let layered = limited(model, RateLimit())
    await expect(outcome(layered.stream(greeting)).error?.code, equals: .rateLimit)
    let error = await outcome(layered.stream(greeting)).error
    // After an hour the provider is asked again.
    #expect(error?.code == .rateLimit && error?.retryAfter == .seconds(3600))
    #expect(error?.attempts.map(\.isSent) == [false] && clock.slept.isEmpty)
  }

  /// Fails with a demanded wait in its headers.
  private struct PausingModel: LanguageModel {
    let identity = ModelIdentity(provider: "fake", model: "m")
    let error: ModelError

    func stream(_ request: ModelRequest) -> ModelStream { ScriptedModel([]).stream(request) }

    func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
      let error = error
      return try await call.attempt(by: identity) { () async throws(ModelError) in
        call.onLimits?(ProviderLimits(retryAfter: error.retryAfter))
        throw error
      }
    }
  }

  @Test("a call that needs more tokens than a minute allows is rejected without a request")
  func tooLarge() async {
    let model = model()
    let layered = limited(model, RateLimit(tokensPerMinute: 100))
    let error = await outcome(layered.stream(asking(tokens: 101))).error
    #expect(error?.code == .rateLimit && error?.isRetryable == false)
    #expect(
      error?.message == "a call of about 101 tokens does not fit into 100 tokens per minute")
    #expect(error?.attempts.map(\.isSent) == [false])
    #expect(model.calls == 0 && clock.slept.isEmpty)
    await expect(outcome(layered.stream(asking(tokens: 100))).error, equals: nil)
    #expect(clock.slept.isEmpty)
  }

  @Test("several models can share one limit, with one queue")
  func sharing() async {
    let (first, second) = (model(), model())
    let limit = RateLimit(requestsPerMinute: 1)
    _ = await outcome(limited(first, limit).stream(greeting))
    _ = await outcome(limited(second, limit).stream(greeting))
    #expect(sendings.entries == [.zero, .seconds(60)])
    let other = limited(model(), RateLimit(requestsPerMinute: 1))
    _ = await outcome(other.stream(greeting))
    #expect(sendings.entries.last == .seconds(60))
  }

  @Test("the wait is listed in the attempt")
  func attempts() async {
    let model = model { number, _ in
      number == 1 ? .reply("Hi") : .failure(.planned(.invalidRequest))
    }
    let layered = limited(model, RateLimit(requestsPerMinute: 1))
    _ = await outcome(layered.stream(greeting))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.attempts.map(\.waited) == [.seconds(60)])
  }

  @Test("a call that would wait too long at the head of the line is rejected without waiting")
  func maximumWait() async {
    let model = model()
    let limit = RateLimit(requestsPerMinute: 1, maximumWait: .seconds(10))
    let layered = model.with(limit).with(
      Retry(RetryPolicy(jitter: 0, maximumServerWait: .seconds(100))), clock: clock.clock)
    _ = await outcome(layered.stream(greeting))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.code == .rateLimit && error?.retryAfter == .seconds(60))
    #expect(error?.isRetryable == false && error?.attempts.map(\.isSent) == [false])
    #expect(model.calls == 1 && clock.slept.isEmpty)
    clock.advance(by: .seconds(50))
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(clock.slept == seconds(10))
  }

  // MARK: Guesses and counts

  /// Reserved in the worst case: 100 tokens of prompt and 100 of reply.
  private let two = asking(
    String(repeating: "x", count: 28), ModelParameters(maximumTokens: 100))

  @Test("the count replaces the estimate")
  func settling() async {
    let model = model { _, _ in
      .reply("Hi", usage: TokenUsage(input: 30, output: 10))
    }
    let layered = limited(
      model, RateLimit(tokensPerMinute: 400, reserving: .worstCase))
    for _ in 0..<7 { _ = await outcome(layered.stream(two)) }
    // Six fit, since the finished ones count 40 each; beside 240 there is no space for a seventh.
    #expect(sendings.entries == Array(repeating: .zero, count: 6) + [.seconds(60)])
  }

  @Test("estimates adapt to counts")
  func learning() async {
    let model = model { _, _ in
      .reply("Hi", usage: TokenUsage(input: 50, output: 25))
    }
    let layered = limited(model, RateLimit(tokensPerMinute: 200))
    // 75 and 75 were counted, so the third is estimated at 75 as well.
    for _ in 0..<3 { _ = await outcome(layered.stream(asking(tokens: 50))) }
    #expect(sendings.entries == [.zero, .zero, .seconds(60)])
  }

  @Test(
    "an estimate stays if a complete reply has no count, and is removed if the provider refused",
    arguments: [
      (FakeModel.Answer.reply("Hi"), false), (.reply("Hi", usage: TokenUsage(input: 1)), false),
      (.failure(.planned(.timeout)), false), (.failure(.planned(.overloaded, status: 503)), true),
      (.failure(.planned(.truncated, status: 200), after: "H"), false),
      (.failure(.planned(.truncated), after: "H", usage: TokenUsage(input: 1, output: 1)), false),
      (.reply("Hi", usage: TokenUsage(input: 0, output: 0)), true),
    ])
  func unsettled(answer: FakeModel.Answer, isFreed: Bool) async {
    let layered = limited(
      model { _, _ in answer }, RateLimit(tokensPerMinute: 400, reserving: .worstCase))
    for _ in 0..<3 { _ = await outcome(layered.stream(two)) }
    #expect(sendings.entries == [.zero, .zero, isFreed ? .zero : .seconds(60)])
  }

  @Test("a cancelled reply keeps its estimate")
  func abandoned() async throws {
    let model = model { _, _ in .reply("Hi", usage: TokenUsage(input: 1, output: 1)) }
    let layered = limited(model, RateLimit(tokensPerMinute: 400, reserving: .worstCase))
    for _ in 0..<3 { try await abandon(layered.stream(two)) }
    #expect(sendings.entries == [.zero, .zero, .seconds(60)])
  }

  @Test("a request that the provider refused still counts as a request")
  func refusedRequests() async {
    let model = model { _, _ in .failure(.planned(.overloaded, status: 503)) }
    let layered = limited(model, RateLimit(requestsPerMinute: 1, tokensPerMinute: 1000))
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    #expect(sendings.entries == [.zero, .seconds(60)])
  }

  @Test("a reply is counted when it has ended, and not earlier")
  func underWay() async throws {
    let model = model { _, _ in .reply("Hi", usage: TokenUsage(input: 30, output: 10)) }
    let layered = limited(model, RateLimit(tokensPerMinute: 400, reserving: .worstCase))
    var first = layered.stream(two).makeAsyncIterator()
    var second = layered.stream(two).makeAsyncIterator()
    _ = try await first.next()
    _ = try await second.next()
    while try await first.next() != nil {}
    while try await second.next() != nil {}
    _ = await outcome(layered.stream(two))
    #expect(sendings.entries == [.zero, .zero, .zero])
    // Three calls of 40 and one in progress of 200 leave no space for another 200.
    var third = layered.stream(two).makeAsyncIterator()
    _ = try await third.next()
    _ = await outcome(layered.stream(two))
    #expect(sendings.entries == [.zero, .zero, .zero, .zero, .seconds(60)])
    while try await third.next() != nil {}
  }

  // MARK: What responses say

  private static let whole = """
    data: {"id":"c","choices":[{"delta":{"content":"Hey"}}]}

    data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

    data: [DONE]


    """

  /// A transport that returns one response after the other, and repeats the last one.
  private final class Turns: HTTPTransport {
    private let turns: Mutex<[FixedTransport]>

    init(_ turns: [FixedTransport]) {
      self.turns = Mutex(turns)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      let turn = turns.withLock { turns in
        turns.count > 1 ? turns.removeFirst() : turns.first ?? FixedTransport()
      }
      return try await turn.send(request)
    }
  }

  private func provider(_ turns: [(status: Int, headers: [String: String])]) -> ProviderModel {
    let transport = Turns(
      turns.map { turn in
        FixedTransport(
          status: turn.status,
          headers: turn.headers.merging(["content-type": "text/event-stream"]) { $1 },
          chunks: turn.status == 200 ? [Array(Self.whole.utf8)] : [])
      })
    return ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport,
      knowing: .empty)
  }

  @Test(
    "limits named by a response apply from then on",
    arguments: [
      ([String: String](), [Double]()),
      (
        [
          "x-ratelimit-limit-requests": "120", "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-requests": "60s",
        ], [0.5]
      ),
      (
        [
          "x-ratelimit-limit-requests": "120", "x-ratelimit-remaining-requests": "60",
          "x-ratelimit-reset-requests": "60s",
        ], []
      ),
      (
        [
          "x-ratelimit-limit-requests": "64", "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-requests": "500ms",
        ], [0.0078125]
      ),
      (
        [
          "x-ratelimit-limit-tokens": "120", "x-ratelimit-remaining-tokens": "0",
          "x-ratelimit-reset-tokens": "1m0s",
        ], [1, 1, 1, 1]
      ),
      (
        [
          "anthropic-ratelimit-requests-limit": "60", "anthropic-ratelimit-requests-remaining": "0",
          "anthropic-ratelimit-requests-reset": "2026-11-21T12:01:00Z",
          "date": "Sat, 21 Nov 2026 12:00:00 GMT",
        ], [1]
      ),
      (
        [
          "anthropic-ratelimit-input-tokens-limit": "1000",
          "anthropic-ratelimit-input-tokens-remaining": "900",
          "anthropic-ratelimit-input-tokens-reset": "60",
          "anthropic-ratelimit-output-tokens-limit": "120",
          "anthropic-ratelimit-output-tokens-remaining": "0",
          "anthropic-ratelimit-output-tokens-reset": "60",
        ], [1, 1, 1, 1]
      ),
      (
        [
          "x-ratelimit-limit-requests": "120", "x-ratelimit-remaining-requests": "-1",
          "x-ratelimit-reset-requests": "60s",
        ], []
      ),
      (
        [
          "x-ratelimit-limit-requests": "0", "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-requests": "60s",
        ], []
      ),
      (
        [
          "x-ratelimit-limit-requests": "120", "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-requests": "soon",
        ], []
      ),
      (["retry-after": "2"], [1, 1]), (["retry-after-ms": "1500"], [1, 0.5]),
    ])
  func headers(headers: [String: String], waits: [Double]) async {
    let layered = limited(provider([(200, headers), (200, [:])]), RateLimit())
    for _ in 0..<2 { #expect(await outcome(layered.stream(greeting)).error == nil) }
    #expect(clock.slept == waits.map { .seconds($0) })
  }

  @Test("a wait demanded from one call delays the others, and a retry waits only once")
  func pausing() async {
    let turns = [(429, ["retry-after": "7"]), (200, [:])]
    let layered = limited(provider(turns), RateLimit())
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(7))
    clock.advance(by: .milliseconds(3500))
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(clock.slept == seconds(3) + [.milliseconds(500)])

    let other = ManualClock()
    let retry = Retry(RetryPolicy(jitter: 0))
    let retried = provider(turns).with(RateLimit()).with(retry, clock: other.clock)
    await expect(outcome(retried.stream(greeting)).error, equals: nil)
    #expect(other.slept == [.seconds(7)])
  }

  /// A model whose responses report limits chosen by the test.
  private struct Telling: LanguageModel {
    var base = FakeModel()
    let listeners = Journal<@Sendable (ProviderLimits) -> Void>()

    var identity: ModelIdentity { base.identity }

    func stream(_ request: ModelRequest) -> ModelStream { base.stream(request) }

    func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
      listeners.note(call.onLimits ?? { _ in })
      return try await base.open(call)
    }

    func say(_ limits: ProviderLimits, to index: Int) { listeners.entries[index](limits) }
  }

  /// 60 requests are left, and one more comes every second.
  private static let half = ProviderLimits(
    requests: ProviderLimits.Window(limit: 120, remaining: 60, reset: .seconds(60)))

  @Test("requests sent after the answered one are subtracted from the response's figure")
  func sentSince() async throws {
    let model = Telling()
    let layered = limited(model, RateLimit())
    var first = layered.stream(greeting).makeAsyncIterator()
    _ = try await first.next()
    for _ in 0..<10 { _ = await outcome(layered.stream(greeting)) }
    model.say(Self.half, to: 0)
    for _ in 0..<50 { _ = await outcome(layered.stream(greeting)) }
    #expect(clock.slept.isEmpty)
    _ = await outcome(layered.stream(greeting))
    #expect(clock.slept == [.seconds(1)])
    while try await first.next() != nil {}
  }

  @Test("a later response replaces the figure of an earlier one")
  func laterFigure() async {
    let model = Telling()
    let layered = limited(model, RateLimit())
    _ = await outcome(layered.stream(greeting))
    model.say(Self.half, to: 0)
    let none = ProviderLimits.Window(limit: 120, remaining: 0, reset: .seconds(60))
    model.say(ProviderLimits(requests: none), to: 0)
    _ = await outcome(layered.stream(greeting))
    #expect(clock.slept == [.milliseconds(500)])
    model.say(Self.half, to: 1)
    _ = await outcome(layered.stream(greeting))
    #expect(clock.slept.count == 1)
  }

  @Test("a shorter pause does not end a longer one")
  func pauses() async {
    let model = Telling()
    let layered = limited(model, RateLimit())
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    model.say(ProviderLimits(retryAfter: .seconds(5)), to: 0)
    model.say(ProviderLimits(retryAfter: .seconds(2)), to: 1)
    _ = await outcome(layered.stream(greeting))
    #expect(clock.slept == seconds(5))
  }

  @Test("outer layers are informed of limits, too")
  func outerListeners() async {
    let model = Telling()
    let (outer, inner) = (RateLimit(), RateLimit())
    let layered = model.with(inner).with(outer, clock: clock.clock)
    _ = await outcome(layered.stream(greeting))
    model.say(ProviderLimits(retryAfter: .seconds(4)), to: 0)
    let other = FakeModel("other")
    _ = await outcome(limited(other, outer).stream(greeting))
    #expect(clock.slept == seconds(4))
  }
}
