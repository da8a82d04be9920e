import CoachModel
import LanguageModels
import Logging
import ModelMiddleware
import ModelProviders
import ModelTestKit
import Testing
import TestKit

/// A reply of some kind.
struct SampleReply: Sendable, CustomTestStringConvertible {
  let name: String
  let events: [ModelEvent]

  var testDescription: String { name }
}

/// Replies of all kinds.
enum SampleReplies {
  private static let start = ModelEvent.started(
    ModelStart(id: "r1", model: "big", requestID: "q1", wire: .anthropic))

  static let all = [
    SampleReply(name: "text", events: .said(["Hi", " 😀\n\"q\"", " there"])),
    SampleReply(
      name: "text with counts and warnings",
      events: [
        start, .warning("a seed was left out"), .usage(TokenUsage(input: 12)),
        .partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text("Hi")),
        .warning("slow today"), .partEnded(index: 0),
        .usage(
          TokenUsage(
            input: 12, cachedInput: 3, cacheWrites: 4, hourCacheWrites: 2, output: 5,
            reasoning: 1)),
        .finished(.length),
      ]),
    SampleReply(
      name: "thoughts and tools",
      events: [
        start, .partStarted(index: 0, kind: .reasoning),
        .partDelta(index: 0, delta: .reasoning("Let me")),
        .partDelta(index: 0, delta: .reasoning(" see")),
        .partDelta(index: 0, delta: .signature("c2VhbA==")), .partEnded(index: 0),
        .partStarted(index: 1, kind: .reasoning),
        .partDelta(index: 1, delta: .signature("aGlkZGVu", isHidden: true)), .partEnded(index: 1),
        .partStarted(index: 2, kind: .toolCall(id: "c1", name: "look")),
        .partStarted(index: 3, kind: .toolCall(id: "c2", name: "tell")),
        .partDelta(index: 3, delta: .arguments("{}")),
        .partDelta(index: 2, delta: .arguments("{\"at\":")),
        .partDelta(index: 2, delta: .arguments("\"sea\"}")), .partEnded(index: 2),
        .partEnded(index: 3), .partStarted(index: 4, kind: .other("search")),
        .partDelta(index: 4, delta: .other("{\"n\":1}")), .partEnded(index: 4),
        .finished(.toolCalls),
      ]),
    SampleReply(
      name: "a refusal",
      events: [
        start, .partStarted(index: 0, kind: .refusal),
        .partDelta(index: 0, delta: .refusal("I would rather not.")), .partEnded(index: 0),
        .finished(.refusal),
      ]),
    SampleReply(name: "nothing", events: [start, .finished(.stop)]),
    SampleReply(
      name: "an empty part",
      events: [
        start, .partStarted(index: 0, kind: .text), .partEnded(index: 0), .finished(.stop),
      ]),
    SampleReply(
      name: "a word of the provider's own for the end",
      events: [ModelEvent].said(["Hi"]).dropLast() + [.finished(.other("recitation"))]),
    SampleReply(name: "an end and nothing else", events: [.finished(.stop)]),
  ]
}

@Suite("Layers around a model")
struct LayeredModelTests {
  /// Every layer there is, so arranged that it lets a call pass.
  private static let layers:
    [(name: String, around: @Sendable (any LanguageModel) -> LayeredModel)] = [
      ("retry", { LayeredModel(base: $0, layer: Retry(RetryPolicy(jitter: 0))) }),
      ("number of attempts", { LayeredModel(base: $0, layer: AttemptLimit(1)) }),
      ("fallback", { LayeredModel(base: $0, layer: Fallback(to: [FakeModel("other")], on: [])) }),
      (
        "breaker",
        { LayeredModel(base: $0, layer: CircuitBreaker(BreakerPolicy(minimumCalls: 100))) }
      ),
      (
        "limits",
        { LayeredModel(base: $0, layer: RateLimit(requestsPerMinute: 10, tokensPerMinute: 1000)) }
      ),
      (
        "budget",
        {
          LayeredModel(
            base: $0, layer: RunBudget(BudgetLimits(tokens: 100_000, time: .seconds(3600))))
        }
      ),
      ("cache", { LayeredModel(base: $0, layer: ResponseCache()) }),
      (
        "log",
        {
          var logger = Logger(label: "test") { _ in KeptLog() }
          logger.logLevel = .trace
          return LayeredModel(base: $0, layer: CallLog(logger, showsContent: true))
        }
      ),
      ("recording", { LayeredModel(base: $0, layer: RecordingLayer { _ in }) }),
      ("telemetry", { LayeredModel(base: $0, layer: Telemetry()) }),
      ("tracing of attempts", { LayeredModel(base: $0, layer: AttemptTracing()) }),
      ("a layer of the caller's", { LayeredModel(base: $0, layer: ProbeLayer()) }),
    ]

  private static var names: [String] { layers.map(\.name) + ["keys", "all of them", "none"] }

  private func layered(_ name: String, _ model: FakeModel) throws -> any LanguageModel {
    switch name {
    case "none": return model
    case "keys":
      let keys = [try #require(Secret("planted-one")), try #require(Secret("planted-two"))]
      return try #require(KeyRotation(keys) { _ in model })
    case "all of them":
      return Self.layers.reduce(model as any LanguageModel) { $1.around($0) }
    default:
      let layer = try #require(Self.layers.first { $0.name == name })
      return layer.around(model)
    }
  }

  @Test("events pass every layer unchanged and in order", arguments: names, SampleReplies.all)
  func passing(name: String, reply: SampleReply) async throws {
    let model = FakeModel(answers: .events(reply.events))
    let (events, error) = await outcome(try layered(name, model).stream(greeting))
    #expect(error == nil && events == reply.events && model.requests == [greeting])
  }

  @Test("a failure after content passes every layer with what came before it", arguments: names)
  func failing(name: String) async throws {
    for reply in SampleReplies.all {
      guard let content = reply.events.firstIndex(where: \.isContent) else { continue }
      for count in (content + 1)..<max(reply.events.count, content + 2) {
        let events = Array(reply.events.prefix(count))
        // A reply that has finished does not fail.
        if case .finished? = events.last { continue }
        let model = FakeModel(answers: .events(events, failure: .planned(.overloaded)))
        let bare = await outcome(
          FakeModel(
            answers: .events(events, failure: .planned(.overloaded))
          ).stream(greeting))
        let passed = await outcome(try layered(name, model).stream(greeting))
        var error = passed.error
        error?.attempts = []
        #expect(passed.events == bare.events && error == bare.error && model.calls == 1)
      }
    }
  }

  @Test("a failure before content passes every layer, with the attempt in it", arguments: names)
  func failingAtOnce(name: String) async throws {
    let planned = ModelError.planned(.contentFilter, status: 400)
    let model = FakeModel(answers: .failure(planned, usage: TokenUsage(input: 1)))
    let (events, error) = await outcome(try layered(name, model).stream(greeting))
    var bare = error
    bare?.attempts = []
    #expect(bare == planned && model.calls == 1)
    if name != "none" {
      #expect(events.isEmpty && error?.attempts.map(\.failure?.code) == [.contentFilter])
      #expect(error?.attempts.map(\.failure?.status) == [400])
    }
  }

  @Test("nothing is asked before the first read", arguments: names)
  func laziness(name: String) async throws {
    let model = FakeModel()
    let stream = try layered(name, model).stream(greeting)
    var events = stream.makeAsyncIterator()
    #expect(model.calls == 0)
    _ = try await events.next()
    #expect(model.calls == 1)
  }

  @Test("a stream is read once, and the second reader sends nothing", arguments: names)
  func readOnce(name: String) async throws {
    let model = FakeModel()
    let stream = try layered(name, model).stream(greeting)
    await expect(outcome(stream).error, equals: nil)
    let (events, error) = await outcome(stream)
    #expect(events.isEmpty && error?.code == .invalidRequest && model.calls == 1)
  }

  @Test("a reader that comes back after the end gets nothing more", arguments: names)
  func afterTheEnd(name: String) async throws {
    let model = FakeModel()
    var events = try layered(name, model).stream(greeting).makeAsyncIterator()
    while try await events.next() != nil {}
    for _ in 0..<3 { #expect(try await events.next() == nil) }
    #expect(model.calls == 1)
  }

  @Test(
    "a reader that comes back after a failure does not send the request again", arguments: names)
  func afterFailure(name: String) async throws {
    for text in [nil, "Hal"] {
      let model = FakeModel(
        answers: .failure(.planned(.contentFilter), after: text), .reply("again"))
      var events = try layered(name, model).stream(greeting).makeAsyncIterator()
      var errors = 0
      for _ in 0..<8 {
        do throws(ModelError) {
          #expect(try await events.next()?.text != "again")
        } catch {
          errors += 1
        }
      }
      #expect(errors >= 1 && model.calls == 1)
    }
  }

  @Test("a layered model is known by the model inside", arguments: names)
  func identity(name: String) throws {
    var capabilities = ModelCapabilities()
    capabilities.context = 7
    let model = FakeModel("inside", capabilities: capabilities)
    let layered = try layered(name, model)
    #expect(layered.identity == model.identity && layered.capabilities == capabilities)
    #expect(layered.server == nil)
  }

  @Test("where the model inside is reached shows through layers")
  func server() throws {
    let endpoint = Endpoint(.compatible, baseURL: "http://host:81/v1")
    let model = ProviderModel("m", at: endpoint, over: FixedTransport())
    let layered = model.with(Retry()).with(ResponseCache())
    #expect(layered.server == ServerAddress(host: "host", port: 81))
    let key = try #require(Secret("planted-key"))
    #expect(KeyRotation([key]) { _ in model }?.server == layered.server)
  }

  @Test("each call through all layers is a call of its own, however many there are at once")
  func concurrent() async throws {
    let model = FakeModel { _, request in .reply(request.messages.last?.text ?? "") }
    let layered = try layered("all of them", model)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<10 {
        let stream = layered.stream(asking("call \(number)"))
        group.addTask { await outcome(stream).events == .said(["call \(number)"]) }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(model.calls == 10)
  }
}

@Suite("How layers hear of the end of a call")
struct ModelCallEndTests {
  private let journal = Journal<String>()
  private let ends = Journal<ModelCallEnd>()
  private let clock = ManualClock()

  private func probe(_ name: String) -> ProbeLayer {
    let (journal, ends) = (journal, ends)
    return ProbeLayer(
      started: { _ in journal.note("\(name) begins") },
      ended: { end in
        ends.note(end)
        switch end.outcome {
        case .finished(let reason): journal.note("\(name) finished \(reason.word)")
        case .failed(let error): journal.note("\(name) failed \(error.code.rawValue)")
        case .abandoned: journal.note("\(name) abandoned")
        }
      })
  }

  /// Three layers, whose notes come in this order for one that is to be told so.
  private func layered(_ model: some LanguageModel) -> LayeredModel {
    model.with(probe("inner")).with(probe("middle")).with(probe("outer"), clock: clock.clock)
  }

  private func notes(_ end: String) -> [String] {
    ["outer begins", "middle begins", "inner begins"]
      + (end.isEmpty ? [] : ["inner \(end)", "middle \(end)", "outer \(end)"])
  }

  @Test("of a reply's end all hear once, the inner ones first, before the reader gets it")
  func finishing() async throws {
    var events = layered(FakeModel(answers: .reply("a", "b", finish: .length))).stream(greeting)
      .makeAsyncIterator()
    while let event = try await events.next() {
      let isLast = event == .finished(.length)
      #expect(journal.entries == notes(isLast ? "finished length" : ""))
    }
    for _ in 0..<2 { _ = try await events.next() }
    #expect(journal.entries == notes("finished length"))
  }

  @Test("and not again when the reader lets go")
  func once() async {
    _ = await outcome(layered(FakeModel()).stream(greeting))
    #expect(journal.entries == notes("finished stop"))
  }

  @Test("of a failure before content all hear once")
  func failing() async {
    let model = FakeModel(answers: .failure(.planned(.quota, status: 402)))
    let error = await outcome(layered(model).stream(greeting)).error
    #expect(error?.code == .quota)
    #expect(journal.entries == notes("failed quota"))
    #expect(ends.entries.allSatisfy { $0.firstContent == nil && $0.failure?.status == 402 })
  }

  @Test("of a failure after content all hear once, also when the reader comes back")
  func breaking() async throws {
    let model = FakeModel(answers: .failure(.planned(.truncated), after: "Hal"))
    var events = layered(model).stream(greeting).makeAsyncIterator()
    for _ in 0..<6 {
      do throws(ModelError) {
        _ = try await events.next()
      } catch {
        #expect(error.partialText == "Hal")
      }
    }
    #expect(journal.entries == notes("failed truncated"))
    #expect(ends.entries.allSatisfy { $0.failure?.partialText == "Hal" })
    #expect(ends.entries.allSatisfy { $0.firstContent != nil && $0.finish == nil })
  }

  @Test("of a reader that lets go all hear once, wherever it was", arguments: 1...5)
  func lettingGo(count: Int) async throws {
    let model = FakeModel(answers: .reply("a", "b", usage: TokenUsage(input: 1, output: 2)))
    try await abandon(layered(model).stream(greeting), after: count)
    #expect(journal.entries == notes("abandoned"))
    #expect(ends.entries.allSatisfy { $0.finish == nil && $0.failure == nil && $0.usage == nil })
  }

  @Test("of a call that was never read nobody hears")
  func unread() {
    let stream = layered(FakeModel()).stream(greeting)
    _ = stream.makeAsyncIterator()
    #expect(journal.entries.isEmpty)
  }

  @Test(
    "of a stopped reader all hear once, before content and after",
    arguments: [0, 1, 3])
  func stopping(count: Int) async {
    let model = FakeModel(answers: .endless(Array([ModelEvent].said(["Hi"]).prefix(count))))
    let stream = layered(model).stream(greeting)
    let task = Task { await outcome(stream) }
    await until { model.calls == 1 }
    task.cancel()
    let (events, error) = await task.value
    #expect(error?.code == .cancelled && journal.entries == notes("failed cancelled"))
    #expect(events.count == (count == 3 ? 3 : 0))
  }

  @Test("events that end without an end are a call that was let go of")
  func endless() async {
    let events: [ModelEvent] = Array([ModelEvent].said(["Hi"]).dropLast())
    let (passed, error) = await outcome(
      layered(FakeModel(answers: .events(events))).stream(greeting))
    #expect(passed == events && error == nil && journal.entries == notes("abandoned"))
  }

  @Test("a layer inside of a retry hears of every attempt, one outside of the call")
  func attempts() async {
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.timeout)), .reply("Hi"))
    let layered = model.with(probe("inner")).with(Retry(RetryPolicy(jitter: 0)))
      .with(probe("outer"), clock: clock.clock)
    _ = await outcome(layered.stream(greeting))
    #expect(
      journal.entries == [
        "outer begins", "inner begins", "inner failed overloaded", "inner begins",
        "inner failed timeout", "inner begins", "inner finished stop", "outer finished stop",
      ])
  }

  @Test("times, counts and the provider's words are there at the end")
  func figures() async throws {
    let clock = clock
    let usage = TokenUsage(input: 3, output: 4)
    let model = FakeModel { _, _ in
      clock.advance(by: .seconds(2))
      return .events(
        Array([ModelEvent].said(["a"]).dropLast()) + [
          .usage(TokenUsage(input: 3)), .usage(usage), .finished(.stop),
        ])
    }
    let started = clock.now
    var events = layered(model).stream(greeting).makeAsyncIterator()
    _ = try await events.next()
    clock.advance(by: .seconds(5))
    while try await events.next() != nil {}
    clock.advance(by: .seconds(5))
    #expect(ends.entries.count == 3)
    for end in ends.entries {
      #expect(end.firstContent == started + .seconds(2) && end.ended == started + .seconds(7))
      #expect(end.usage == usage && end.start == ModelStart(id: "r1", model: "fake"))
      // Nobody asked for them.
      #expect(end.events.isEmpty)
    }
  }

  @Test("the events are gathered when one layer asks for them")
  func gathering() async {
    let events = SampleReplies.all[2].events
    let layered = FakeModel(answers: .events(events)).with(probe("inner")).with(Gathering())
      .with(probe("outer"))
    _ = await outcome(layered.stream(greeting))
    #expect(ends.entries.map(\.events) == [events, events])
  }

  /// Asks for the events.
  private struct Gathering: ModelMiddleware {
    func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
      -> OpenedReply
    {
      var reply = try await next.open(call)
      reply.whenEnded(call, keepingEvents: true) { _ in }
      return reply
    }
  }

  @Test("the clock of the outermost layer counts for the whole call")
  func clocks() async {
    let inner = ManualClock()
    let model = FakeModel(answers: .failure(.planned(.overloaded)), .reply("Hi"))
    let layered = model.with(Retry(RetryPolicy(jitter: 0)), clock: inner.clock)
      .with(probe("outer"), clock: clock.clock)
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(inner.slept.isEmpty && clock.slept == [.milliseconds(500)])
  }
}

@Suite("All layers in their order")
struct ModelStackTests {
  private let clock = ManualClock()

  private var stack: ModelStack { ModelStack(clock: clock.clock) }

  private static let plain = Retry(RetryPolicy(jitter: 0), random: { 0 })

  @Test("a stack of nothing is the model", arguments: SampleReplies.all)
  func nothing(reply: SampleReply) async {
    let model = FakeModel(answers: .events(reply.events))
    let stacked = stack.model(model)
    #expect(stacked.identity == model.identity)
    await expect(outcome(stacked.stream(greeting)).events, equals: reply.events)
  }

  @Test(
    "the usual stack passes replies on as they are, with others to fall back on or without",
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

  @Test("the usual stack asks twice more, then another model, four times in all")
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

  @Test("a kept answer is given before anything is counted or waited for, and is recorded")
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

  @Test("what a run may not spend does not wait in line to hear so")
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

  @Test("a breaker sees every request of a retry, and nobody waits in line behind an open one")
  func breakerInsideRetry() async {
    var stack = stack
    stack.retry = Retry(RetryPolicy(attempts: 9, jitter: 0))
    stack.breaker = BreakerPolicy(minimumCalls: 3)
    stack.limits = { _, _ in RateLimit(requestsPerMinute: 3) }
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let stacked = stack.model(model)
    let error = await outcome(stacked.stream(greeting)).error
    #expect(error?.attempts.map(\.isSent) == [true, true, true, false])
    #expect(clock.slept == [.milliseconds(500), .seconds(1), .seconds(2)])
    await expect(outcome(stacked.stream(greeting)).error?.attempts.map(\.isSent), equals: [false])
    #expect(model.calls == 3 && clock.slept.count == 3)
  }

  @Test("each candidate has a breaker and limits of its own, and all share one budget")
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

  @Test("each key of a candidate has a breaker and limits of its own, inside of the retry")
  func keys() async throws {
    let limited = Journal<String>()
    var stack = stack
    stack.retry = Retry(RetryPolicy(attempts: 4, jitter: 0))
    stack.breaker = BreakerPolicy(minimumCalls: 2)
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
    // The second key's breaker opens at its second failure, and the retry hears so.
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

  @Test("one number of attempts is for all candidates, and leaves one for each")
  func attempts() async {
    var stack = stack
    stack.retry = Self.plain
    stack.attempts = AttemptLimit(3)
    let models = ["a", "b"].map { FakeModel($0, answers: .failure(.planned(.overloaded))) }
    let stacked = stack.model(models[0], fallingBackOn: [models[1]])
    await expect(outcome(stacked.stream(greeting)).error?.attempts.count, equals: 3)
    #expect(models.map(\.calls) == [2, 1])
  }

  @Test("the log sees each call once, as its caller does")
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
