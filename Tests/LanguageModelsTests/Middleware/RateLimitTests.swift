import Conversations
import Synchronization
import Testing

@testable import LanguageModels

@Suite("What was sent in the last minute")
struct SlidingWindowTests {
  private static let minute = Duration.seconds(60)

  /// The same as a plain list, by number.
  private struct PlainWindow {
    var entries: [Int: (time: ContinuousClock.Instant, tokens: Int)] = [:]

    mutating func forget(at now: ContinuousClock.Instant) {
      entries = entries.filter { $0.value.time + minute > now }
    }

    var tokens: Int { entries.values.reduce(0) { $0 + $1.tokens } }

    /// The shortest wait after which there is room, tried one by one.
    func wait(
      for size: Int, requestLimit: Int, tokenLimit: Int, at now: ContinuousClock.Instant
    ) -> Duration? {
      let ends = entries.values.map { now.duration(to: $0.time + minute) }
      return ([.zero] + ends.sorted()).first { wait in
        let left = entries.values.filter { $0.time + minute > now + wait }
        return left.count < requestLimit
          && left.reduce(0) { $0 + $1.tokens } + size <= tokenLimit
      }
    }
  }

  @Test(
    "waits, counts and sums are those of a plain list, whatever happens",
    arguments: [(1, 20, 100_000), (2, 100_000, 3000), (3, 40, 5000), (4, 150, 9000), (5, 1, 200)])
  func plainList(seed: Int, requestLimit: Int, tokenLimit: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    var window = SlidingWindow()
    var plain = PlainWindow()
    var now = ContinuousClock.now
    var added = 0
    var guesses: [Int] = []
    for _ in 0..<1500 {
      now += .milliseconds(Int.random(in: 0...500, using: &generator))
      let size = Int.random(in: 0...200, using: &generator)
      plain.forget(at: now)
      let wait = window.wait(
        for: size, requestLimit: requestLimit, tokenLimit: tokenLimit, at: now)
      let expected = plain.wait(
        for: size, requestLimit: requestLimit, tokenLimit: tokenLimit, at: now)
      #expect(wait == expected)
      #expect(window.requests == plain.entries.count && window.tokens == plain.tokens)
      if wait == .zero {
        #expect(window.add(size, at: now) == added)
        plain.entries[added] = (now, size)
        guesses.append(size)
        added += 1
      }
      // Old numbers as well, whose requests are long forgotten.
      if added > 0, Bool.random(using: &generator) {
        let number = Int.random(in: 0..<added, using: &generator)
        let tokens = Int.random(in: 0...300, using: &generator)
        window.settle(number, tokens: tokens)
        plain.entries[number]?.tokens = tokens
        // What was sent after it, as it was guessed; of a forgotten one nothing need be known.
        let later = guesses[(number + 1)...]
        let sent = window.sent(after: number)
        let isExact = sent.requests == later.count && sent.tokens == later.reduce(0, +)
        let isForgotten = plain.entries[number] == nil && sent == (0, 0)
        #expect(isExact || isForgotten)
      }
    }
    #expect(added > 3)
  }

  @Test("no minute, wherever it begins, holds more than the limits")
  func everyMinute() {
    var generator = SplitMix(seed: 11)
    var window = SlidingWindow()
    var sent: [(time: ContinuousClock.Instant, tokens: Int)] = []
    var now = ContinuousClock.now
    for _ in 0..<1000 {
      let size = Int.random(in: 1...600, using: &generator)
      now += window.wait(for: size, requestLimit: 30, tokenLimit: 4000, at: now)
      #expect(window.wait(for: size, requestLimit: 30, tokenLimit: 4000, at: now) == .zero)
      _ = window.add(size, at: now)
      sent.append((now, size))
      now += .milliseconds(Int.random(in: 0...2000, using: &generator))
    }
    for place in sent.indices {
      let end = sent[place].time + Self.minute
      let minute = sent[place...].prefix { $0.time < end }
      #expect(minute.count <= 30 && minute.reduce(0) { $0 + $1.tokens } <= 4000)
    }
  }

  @Test("a request counts for a minute and not a moment longer")
  func edge() {
    var window = SlidingWindow()
    let now = ContinuousClock.now
    _ = window.add(5, at: now)
    func wait(_ duration: Duration) -> Duration {
      window.wait(for: 1, requestLimit: 1, tokenLimit: .max, at: now + duration)
    }
    #expect(wait(.zero) == .seconds(60))
    #expect(wait(.milliseconds(59_999)) == .milliseconds(1))
    #expect(wait(.seconds(60)) == .zero)
    #expect(window.requests == 0 && window.tokens == 0)
  }
}

@Suite("What a provider's last response said of a limit")
struct LearnedLimitTests {
  @Test(
    "what was used comes back steadily until the time that the provider names",
    arguments: [
      // Nothing left of 120, all of it back in a minute: two a second.
      (0, 60, 1, 0, 0.5), (0, 60, 30, 0, 15), (0, 60, 120, 0, 60), (0, 60, 30, 10, 5),
      (0, 60, 20, 10, 0), (0, 60, 21, 10, 0.5), (0, 60, 120, 59.5, 0.5), (0, 60, 120, 60, 0),
      // Half of it left: one a second.
      (60, 60, 60, 0, 0), (60, 60, 61, 0, 1), (60, 60, 100, 30, 10), (60, 60, 120, 0, 60),
      // More than is ever allowed only the provider can judge.
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

  @Test("what is sent after the response is taken off")
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

  @Test("what was learned goes on to hold when nothing new is heard", arguments: [9, 10])
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

/// Lets the other tasks of the main actor go on until they wait.
@MainActor private func pause() async {
  for _ in 0..<10 { await Task.yield() }
  try? await Task.sleep(for: .milliseconds(2))
}

@Suite("The line in which calls wait")
@MainActor
struct WaitingLineTests {
  private let line = WaitingLine()
  private let journal = Journal<String>()

  /// A task that joins the line and notes whether its turn came.
  private func join(_ name: String) async -> Task<Void, Never> {
    let (line, journal) = (line, journal)
    let task = Task {
      let isTurn = await line.enter()
      journal.note(isTurn ? name : "\(name) stopped")
    }
    await pause()
    return task
  }

  @Test("one has the turn, and the others get it in the order in which they came")
  func order() async {
    #expect(line.enterAtOnce() && !line.enterAtOnce())
    for name in ["a", "b", "c"] { _ = await join(name) }
    #expect(journal.entries.isEmpty)
    for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
      line.leave()
      #expect(!line.enterAtOnce())
      #expect(await eventually { journal.entries == expected })
      await pause()
      #expect(journal.entries == expected)
    }
    line.leave()
    #expect(line.enterAtOnce())
  }

  @Test("who is stopped leaves the line at once, and the others keep their order")
  func cancellation() async {
    #expect(line.enterAtOnce())
    var tasks: [Task<Void, Never>] = []
    for name in ["a", "b", "c", "d", "e"] { tasks.append(await join(name)) }
    for place in [1, 4] { tasks[place].cancel() }
    #expect(await eventually { Set(journal.entries) == ["b stopped", "e stopped"] })
    for expected in ["a", "c", "d"] {
      line.leave()
      #expect(await eventually { journal.entries.last == expected })
    }
    #expect(journal.entries.count == 5 && !line.enterAtOnce())
    line.leave()
    #expect(line.enterAtOnce())
  }

  @Test("who was stopped before joining gets no turn, and takes it from nobody")
  func cancelledBefore() async {
    let line = line
    let stopped: @Sendable () async -> Bool = {
      withUnsafeCurrentTask { $0?.cancel() }
      return await line.enter()
    }
    // The line is free, and stays so.
    #expect(await Task { await stopped() }.value == false)
    #expect(line.enterAtOnce())
    #expect(await Task { await stopped() }.value == false)
    _ = await join("a")
    line.leave()
    #expect(await eventually { journal.entries == ["a"] })
  }

  @Test("who has the turn keeps it when stopped, until leaving")
  func cancelledWithTurn() async {
    let task = await join("a")
    #expect(journal.entries == ["a"])
    task.cancel()
    _ = await join("b")
    #expect(journal.entries == ["a"])
    line.leave()
    #expect(await eventually { journal.entries == ["a", "b"] })
  }

  @Test("when all who waited were stopped the line is free")
  func allStopped() async {
    #expect(line.enterAtOnce())
    for name in ["a", "b"] { await join(name).cancel() }
    #expect(await eventually { journal.entries.count == 2 })
    line.leave()
    #expect(line.enterAtOnce())
  }

  @Test("two never have the turn, however many come and are stopped", .timeLimit(.minutes(1)))
  nonisolated func manyThreads() async {
    let line = WaitingLine()
    let inside = Shared((now: 0, most: 0, turns: 0))
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          let task = Task {
            if !line.enterAtOnce() {
              guard await line.enter() else { return false }
            }
            inside.withLock { inside in
              inside.now += 1
              inside.most = max(inside.most, inside.now)
              inside.turns += 1
            }
            await Task.yield()
            inside.withLock { $0.now -= 1 }
            line.leave()
            return true
          }
          if number % 3 == 0 { task.cancel() }
          return await task.value
        }
      }
      var turns = 0
      for await hadTurn in group where hadTurn { turns += 1 }
      #expect(turns >= 266 && inside.withLock { $0.turns } == turns)
    }
    #expect(inside.withLock { $0.most } == 1 && inside.withLock { $0.now } == 0)
    #expect(line.enterAtOnce())
  }
}

@Suite("Keeping to requests and tokens a minute")
struct RateLimitTests {
  private let clock = ManualClock()
  private let sendings = Journal<Duration>()

  /// A model that notes when it is asked.
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

  @Test("requests beyond a minute's number wait until one is a minute old, a second at a time")
  func requests() async {
    let layered = limited(model(), RateLimit(requestsPerMinute: 2))
    for _ in 0..<5 { #expect(await outcome(layered.stream(greeting)).error == nil) }
    #expect(sendings.entries == [0, 0, 60, 60, 120].map { .seconds($0) })
    #expect(clock.slept == seconds(120))
  }

  @Test("the last step of a wait is no longer than needed")
  func lastStep() async {
    let layered = limited(model(), RateLimit(requestsPerMinute: 1))
    _ = await outcome(layered.stream(greeting))
    clock.advance(by: .milliseconds(250))
    _ = await outcome(layered.stream(greeting))
    #expect(clock.slept == seconds(59) + [.milliseconds(750)])
  }

  @Test("without limits nobody waits")
  func unlimited() async {
    let model = model()
    let layered = limited(model, RateLimit())
    for _ in 0..<200 { _ = await outcome(layered.stream(greeting)) }
    #expect(model.calls == 200 && clock.slept.isEmpty)
  }

  @Test("a limit of nothing is one")
  func zero() {
    let limit = RateLimit(requestsPerMinute: 0, tokensPerMinute: -5)
    #expect(limit.requestsPerMinute == 1 && limit.tokensPerMinute == 1)
  }

  @Test("tokens are limited as well, to the last one")
  func tokens() async {
    let layered = limited(model(), RateLimit(tokensPerMinute: 100))
    for size in [50, 50, 8, 92, 100] { _ = await outcome(layered.stream(asking(tokens: size))) }
    #expect(sendings.entries == [0, 0, 60, 60, 120].map { .seconds($0) })
  }

  @Test("a guess from longer replies refuses nothing: such a call has the minute to itself")
  func largeGuess() async {
    let usage = TokenUsage(input: 10, output: 200)
    let model = FakeModel(answers: .reply("Hi", usage: usage))
    let layered = limited(model, RateLimit(tokensPerMinute: 100))
    for _ in 0..<3 { #expect(await outcome(layered.stream(asking(tokens: 10))).error == nil) }
    #expect(model.calls == 3)
    #expect(clock.elapsed == .seconds(120))
  }

  @Test("a pause that is longer than anyone waits is a failure at once, for others to take over")
  func longPause() async {
    let busy = ModelError.planned(.rateLimit, retryAfter: .seconds(3600))
    let model = PausingModel(error: busy)
    let layered = limited(model, RateLimit())
    #expect(await outcome(layered.stream(greeting)).error?.code == .rateLimit)
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.code == .rateLimit && error?.retryAfter == .seconds(3600))
    #expect(error?.attempts.map(\.isSent) == [false] && clock.slept.isEmpty)
  }

  /// Fails, and says in its headers how long to wait.
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

  @Test("a call larger than a minute's tokens is refused, and nothing is sent")
  func tooLarge() async {
    let model = model()
    let layered = limited(model, RateLimit(tokensPerMinute: 100))
    let error = await outcome(layered.stream(asking(tokens: 101))).error
    #expect(error?.code == .rateLimit && error?.isRetryable == false)
    #expect(
      error?.message == "a call of about 101 tokens does not fit into 100 tokens a minute")
    #expect(error?.attempts.map(\.isSent) == [false])
    #expect(model.calls == 0 && clock.slept.isEmpty)
    #expect(await outcome(layered.stream(asking(tokens: 100))).error == nil)
    #expect(clock.slept.isEmpty)
  }

  @Test("one limit around several models is one line")
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

  @Test("the wait is named in the attempt")
  func attempts() async {
    let model = model { number, _ in
      number == 1 ? .reply("Hi") : .failure(.planned(.invalidRequest))
    }
    let layered = limited(model, RateLimit(requestsPerMinute: 1))
    _ = await outcome(layered.stream(greeting))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.attempts.map(\.waited) == [.seconds(60)])
  }

  @Test("who would wait too long at the head of the line is refused, and waits for nothing")
  func longestWait() async {
    let model = model()
    let limit = RateLimit(requestsPerMinute: 1, longestWait: .seconds(10))
    let layered = model.with(limit).with(
      Retry(RetryPolicy(jitter: 0, longestServerWait: .seconds(100))), clock: clock.clock)
    _ = await outcome(layered.stream(greeting))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.code == .rateLimit && error?.retryAfter == .seconds(60))
    #expect(error?.isRetryable == false && error?.attempts.map(\.isSent) == [false])
    #expect(model.calls == 1 && clock.slept.isEmpty)
    clock.advance(by: .seconds(50))
    #expect(await outcome(layered.stream(greeting)).error == nil)
    #expect(clock.slept == seconds(10))
  }

  // MARK: Guesses and counts

  /// Set aside in the worst case: 100 tokens of prompt and 100 of reply.
  private let two = asking(
    String(repeating: "x", count: 28), ModelParameters(maximumTokens: 100))

  @Test("a count takes the place of the guess")
  func settling() async {
    let model = model { _, _ in
      .reply("Hi", usage: TokenUsage(input: 30, output: 10))
    }
    let layered = limited(
      model, RateLimit(tokensPerMinute: 400, reserving: .worstCase))
    for _ in 0..<7 { _ = await outcome(layered.stream(two)) }
    // Six fit, since those that ended count 40 each; beside 240 there is no room for a seventh.
    #expect(sendings.entries == Array(repeating: .zero, count: 6) + [.seconds(60)])
  }

  @Test("guesses learn from counts")
  func learning() async {
    let model = model { _, _ in
      .reply("Hi", usage: TokenUsage(input: 50, output: 25))
    }
    let layered = limited(model, RateLimit(tokensPerMinute: 200))
    // 75 and 75 were counted, and of the third it is known by now that it needs 75 as well.
    for _ in 0..<3 { _ = await outcome(layered.stream(asking(tokens: 50))) }
    #expect(sendings.entries == [.zero, .zero, .seconds(60)])
  }

  @Test(
    "a guess stays where there is no count of a whole reply, and goes when the provider refused",
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

  @Test("a reply that is let go of keeps its guess")
  func abandoned() async throws {
    let model = model { _, _ in .reply("Hi", usage: TokenUsage(input: 1, output: 1)) }
    let layered = limited(model, RateLimit(tokensPerMinute: 400, reserving: .worstCase))
    for _ in 0..<3 { try await abandon(layered.stream(two)) }
    #expect(sendings.entries == [.zero, .zero, .seconds(60)])
  }

  @Test("a request that the provider refused is a request all the same")
  func refusedRequests() async {
    let model = model { _, _ in .failure(.planned(.overloaded, status: 503)) }
    let layered = limited(model, RateLimit(requestsPerMinute: 1, tokensPerMinute: 1000))
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    #expect(sendings.entries == [.zero, .seconds(60)])
  }

  @Test("a reply is counted when it has ended, and not before")
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
    // Three calls of 40 and one under way of 200 leave no room for another 200.
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

  /// A transport that answers with one response after the other, the last one ever after.
  private final class Turns: HTTPTransport {
    private let turns: Mutex<[FixedTransport]>

    init(_ turns: [FixedTransport]) {
      self.turns = Mutex(turns)
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
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
    "limits that a response names are kept from then on",
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

  @Test("a provider that asks one call to wait holds the others back, and a retry waits once")
  func pausing() async {
    let turns = [(429, ["retry-after": "7"]), (200, [:])]
    let layered = limited(provider(turns), RateLimit())
    #expect(await outcome(layered.stream(greeting)).error?.retryAfter == .seconds(7))
    clock.advance(by: .milliseconds(3500))
    #expect(await outcome(layered.stream(greeting)).error == nil)
    #expect(clock.slept == seconds(3) + [.milliseconds(500)])

    let other = ManualClock()
    let retry = Retry(RetryPolicy(jitter: 0))
    let retried = provider(turns).with(RateLimit()).with(retry, clock: other.clock)
    #expect(await outcome(retried.stream(greeting)).error == nil)
    #expect(other.slept == [.seconds(7)])
  }

  /// A model whose responses say of limits what the test wants, when it wants.
  private struct Telling: LanguageModel {
    var base = FakeModel()
    let listeners = Journal<@Sendable (ProviderLimits) -> Void>()

    var identity: ModelIdentity { base.identity }

    func stream(_ request: ModelRequest) -> ModelStream { base.stream(request) }

    func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
      listeners.note(call.onLimits ?? { _ in })
      return try await base.open(call)
    }

    func say(_ limits: ProviderLimits, to place: Int) { listeners.entries[place](limits) }
  }

  /// 60 requests are left, and one more comes every second.
  private static let half = ProviderLimits(
    requests: ProviderLimits.Window(limit: 120, remaining: 60, reset: .seconds(60)))

  @Test("what was sent after the request that a response answers is taken off its figure")
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

  @Test("a later response's figure takes the place of an earlier one's")
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

  @Test("layers outside hear of limits, too")
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

@Suite("Waiting in line for a limit")
@MainActor
struct RateLimitLineTests {
  /// A model that notes who asks, and when.
  private let sendings = Journal<String>()

  private func model(_ clock: ManualClock) -> FakeModel {
    let sendings = sendings
    return FakeModel { _, request in
      let text = request.messages.last?.text ?? ""
      sendings.note("\(text) \(clock.elapsed.wholeMilliseconds / 1000)")
      return text == "fails" ? .failure(.planned(.invalidRequest)) : .reply("Hi")
    }
  }

  /// A clock whose minutes go by when the gate is open and those who were let go before have been sent: in
  /// which order the pool runs those who may go is its own affair.
  private func clock(_ gate: Gate? = nil, perMinute: Int) -> ManualClock {
    let (sendings, slept) = (sendings, Journal<Duration>())
    return ManualClock { duration in
      await gate?.passed()
      guard !Task.isCancelled else { return }
      let minute = Int(slept.entries.reduce(.zero, +) / .seconds(60))
      slept.note(duration)
      #expect(await eventually { sendings.entries.count >= (minute + 1) * perMinute })
    }
  }

  /// Asks as somebody; returns when the call waits or has ended.
  private func ask(_ model: LayeredModel, _ name: String) async -> Task<ModelError?, Never> {
    let stream = model.stream(asking(name))
    let task = Task { await outcome(stream).error }
    await pause()
    return task
  }

  @Test("calls go in the order in which they came", .timeLimit(.minutes(1)))
  func order() async {
    let gate = Gate()
    let clock = clock(gate, perMinute: 1)
    let layered = model(clock).with(RateLimit(requestsPerMinute: 1), clock: clock.clock)
    var tasks: [Task<ModelError?, Never>] = []
    for name in ["a", "b", "c", "d", "fails", "f"] { tasks.append(await ask(layered, name)) }
    #expect(sendings.entries == ["a 0"])
    gate.open()
    var errors: [ModelError?] = []
    for task in tasks { errors.append(await task.value) }
    #expect(sendings.entries == ["a 0", "b 60", "c 120", "d 180", "fails 240", "f 300"])
    // Three minutes in line, and a minute at its head.
    #expect(errors[4]?.attempts.map(\.waited) == [.seconds(240)])
    #expect(errors.map { $0?.code } == [nil, nil, nil, nil, .invalidRequest, nil])
  }

  @Test(
    "who is stopped in line, or at its head, leaves the others in order",
    .timeLimit(.minutes(1)), arguments: [[0], [1], [3], [0, 1], [1, 2], [0, 1, 2, 3]])
  func stopped(places: [Int]) async {
    let gate = Gate()
    let clock = clock(gate, perMinute: 1)
    let layered = model(clock).with(RateLimit(requestsPerMinute: 1), clock: clock.clock)
    _ = await ask(layered, "first").value
    let names = ["a", "b", "c", "d"]
    var tasks: [Task<ModelError?, Never>] = []
    for name in names { tasks.append(await ask(layered, name)) }
    for place in places {
      tasks[place].cancel()
      #expect(await tasks[place].value?.code == .cancelled)
    }
    gate.open()
    for task in tasks { _ = await task.value }
    let others = names.indices.filter { !places.contains($0) }
    let expected = others.enumerated().map { "\(names[$1]) \(($0 + 1) * 60)" }
    #expect(sendings.entries == ["first 0"] + expected)
    // Nobody is left at the head.
    clock.advance(by: .seconds(60))
    #expect(await ask(layered, "last").value == nil)
    #expect(sendings.entries.last == "last \((others.count + 1) * 60)")
  }

  @Test("many at once all come to their turn, and no minute holds too many")
  func many() async {
    let clock = clock(perMinute: 10)
    let model = model(clock)
    let layered = model.with(RateLimit(requestsPerMinute: 10), clock: clock.clock)
    var tasks: [Task<ModelError?, Never>] = []
    for number in 0..<50 {
      let stream = layered.stream(asking("\(number)"))
      tasks.append(Task { await outcome(stream).error })
    }
    for task in tasks { #expect(await task.value == nil) }
    #expect(Set(sendings.entries) == Set((0..<50).map { "\($0) \($0 / 10 * 60)" }))
  }

  @Test("on many threads nobody is lost, whoever is stopped", .timeLimit(.minutes(1)))
  nonisolated func threads() async {
    let clock = ManualClock()
    let model = FakeModel()
    let layered = model.with(RateLimit(requestsPerMinute: 7), clock: clock.clock)
    await withTaskGroup(of: ModelError.Code?.self) { group in
      for number in 0..<150 {
        let stream = layered.stream(greeting)
        group.addTask {
          let task = Task { await outcome(stream).error?.code }
          if number % 4 == 0 { task.cancel() }
          return await task.value
        }
      }
      var stopped = 0
      for await code in group {
        #expect(code == nil || code == .cancelled)
        if code != nil { stopped += 1 }
      }
      #expect(stopped <= 38 && model.calls == 150 - stopped)
    }
    // 112 at least, seven in a minute.
    #expect(clock.elapsed >= .seconds(15 * 60))
    #expect(await outcome(layered.stream(greeting)).error == nil)
  }
}
