import CoachModel
import LanguageModels
import ModelLayers
import ModelProviders
import ModelTestKit
import Synchronization
import Testing
import TestKit

@Suite("Retrying a call")
struct RetryTests {
  /// Half a second, a second, two seconds: no jitter.
  private static let plain = RetryPolicy(jitter: 0)

  private func ask(
    _ model: some LanguageModel, _ policy: RetryPolicy = RetryTests.plain, _ clock: ManualClock
  ) async -> (events: [ModelEvent], error: ModelError?) {
    let retry = Retry(policy, random: { 0 })
    return await outcome(model.with(retry, clock: clock.clock).stream(greeting))
  }

  @Test("a reply after failures is returned unchanged, without events of the failures")
  func succeeds() async {
    let clock = ManualClock()
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.timeout)),
      .reply("Hi", " there"))
    let (events, error) = await ask(model, Self.plain, clock)
    #expect(error == nil && events == .said(["Hi", " there"]))
    #expect(model.calls == 3 && model.requests == [greeting, greeting, greeting])
    #expect(clock.slept == [.milliseconds(500), .seconds(1)])
  }

  @Test("an immediate reply is neither delayed nor repeated")
  func atOnce() async {
    let clock = ManualClock()
    let model = FakeModel()
    await expect(ask(model, Self.plain, clock).error, equals: nil)
    #expect(model.calls == 1 && clock.slept.isEmpty)
  }

  @Test("the last failure is thrown, with all attempts and their waits")
  func givesUp() async {
    let clock = ManualClock()
    let model = FakeModel(
      answers: .failure(.planned(.overloaded, status: 529)), .failure(.planned(.timeout)),
      .failure(.planned(.rateLimit, status: 429)), .reply("too late"))
    let (events, error) = await ask(model, Self.plain, clock)
    #expect(events.isEmpty && error?.code == .rateLimit && error?.status == 429)
    #expect(model.calls == 3 && clock.slept == [.milliseconds(500), .seconds(1)])
    let attempts = error?.attempts ?? []
    #expect(attempts.map(\.waited) == [.zero, .milliseconds(500), .seconds(1)])
    #expect(attempts.map(\.failure?.code) == [.overloaded, .timeout, .rateLimit])
    #expect(attempts.allSatisfy { $0.isSent && $0.lasted == .zero && $0.detail == nil })
    #expect(
      attempts.map(\.description) == [
        "fake:m: overloaded is planned (HTTP 529, 0 ms)",
        "fake:m, after waiting 0.5 s: timeout is planned (0 ms)",
        "fake:m, after waiting 1.0 s: rate_limit is planned (HTTP 429, 0 ms)",
      ])
    #expect(error?.description.contains("  tried:\n  1. fake:m: overloaded") == true)
  }

  @Test("an attempt states its duration, without the wait before it")
  func lasting() async {
    let clock = ManualClock()
    let model = FakeModel { number, _ in
      clock.advance(by: .seconds(number * 10))
      return .failure(.planned(.timeout))
    }
    let error = await ask(model, Self.plain, clock).error
    #expect(error?.attempts.map(\.lasted) == [.seconds(10), .seconds(20), .seconds(30)])
    #expect(error?.attempts.map(\.waited) == [.zero, .milliseconds(500), .seconds(1)])
  }

  @Test("each wait has its own jitter")
  func luck() async {
    let clock = ManualClock()
    let numbers = Mutex<[Double]>([1, 0.5])
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let retry = Retry(RetryPolicy(), random: { numbers.withLock { $0.popLast() } ?? 0 })
    _ = await outcome(model.with(retry, clock: clock.clock).stream(greeting))
    #expect(clock.slept == [.milliseconds(437.5), .milliseconds(750)])
  }

  @Test("a wait that the server demands is observed, and a wait of zero is none")
  func serverWait() async {
    let clock = ManualClock()
    let model = FakeModel(
      answers: .failure(.planned(.rateLimit, retryAfter: .seconds(7))),
      .failure(.planned(.rateLimit, retryAfter: .zero)), .reply("Hi"))
    await expect(ask(model, Self.plain, clock).error, equals: nil)
    #expect(model.calls == 3 && clock.slept == [.seconds(7)])
  }

  @Test("a server that demands too long a wait is not called again")
  func tooLong() async {
    let clock = ManualClock()
    let model = FakeModel(answers: .failure(.planned(.rateLimit, retryAfter: .seconds(61))))
    let error = await ask(model, Self.plain, clock).error
    #expect(error?.code == .rateLimit && error?.retryAfter == .seconds(61))
    #expect(model.calls == 1 && clock.slept.isEmpty && error?.attempts.count == 1)
  }

  @Test(
    "no wait starts that would end after the maximum duration",
    arguments: [
      (0, [Double]()), (499, []), (500, [0.5]), (1499, [0.5]), (1500, [0.5, 1]),
      (3499, [0.5, 1]), (3500, [0.5, 1, 2]),
    ])
  func maximumDuration(milliseconds: Int, waits: [Double]) async {
    let clock = ManualClock()
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let policy = RetryPolicy(
      attempts: 4, jitter: 0, maximumDuration: .milliseconds(milliseconds))
    await expect(ask(model, policy, clock).error?.code, equals: .overloaded)
    #expect(clock.slept == waits.map { .seconds($0) } && model.calls == waits.count + 1)
  }

  @Test("the duration of failed attempts counts towards the maximum duration, too")
  func slowFailures() async {
    let clock = ManualClock()
    let model = FakeModel { _, _ in
      clock.advance(by: .seconds(10))
      return .failure(.planned(.timeout))
    }
    let policy = RetryPolicy(attempts: 9, jitter: 0, maximumDuration: .seconds(15))
    _ = await ask(model, policy, clock)
    #expect(model.calls == 2 && clock.slept == [.milliseconds(500)])
  }

  @Test("the maximum duration starts again with each call")
  func maximumDurationOfCalls() async {
    let clock = ManualClock()
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let policy = RetryPolicy(attempts: 2, jitter: 0, maximumDuration: .seconds(1))
    let layered = model.with(Retry(policy, random: { 0 }), clock: clock.clock)
    for call in 1...3 {
      let error = await outcome(layered.stream(greeting)).error
      #expect(error?.attempts.count == 2 && model.calls == call * 2)
      clock.advance(by: .seconds(60))
    }
  }

  @Test("permanent failures are tried once", arguments: ModelError.Code.allCases)
  func codes(code: ModelError.Code) async {
    let clock = ManualClock()
    let model = FakeModel(answers: .failure(.planned(code)))
    let error = await ask(model, Self.plain, clock).error
    let isAskedAgain = ModelError.planned(code).isRetryable
    #expect(error?.code == code)
    #expect(model.calls == (isAskedAgain ? 3 : 1))
    #expect(clock.slept.count == (isAskedAgain ? 2 : 0))
  }

  @Test(
    "a provider's x-should-retry counts for failures that may be temporary",
    arguments: [
      (529, "false", 1), (529, "true", 3), (529, nil, 3), (529, "perhaps", 3), (429, "false", 1),
      (400, "true", 3), (400, nil, 1), (404, "true", 3), (401, "true", 1), (402, "true", 1),
      (403, "true", 1),
    ])
  func word(status: Int, word: String?, requests: Int) async {
    var headers = ["content-type": "application/json"]
    headers["x-should-retry"] = word
    let transport = KeepingTransport(FixedTransport(status: status, headers: headers))
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport)
    let error = await ask(model, Self.plain, ManualClock()).error
    #expect(error?.status == status && error?.attempts.count == requests)
    #expect(transport.requests.count == requests)
  }

  @Test("a provider's retry-after is observed to the millisecond")
  func headers() async {
    let clock = ManualClock()
    let transport = KeepingTransport(
      FixedTransport(status: 429, headers: ["retry-after-ms": "1234"]))
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport)
    _ = await ask(model, Self.plain, clock)
    #expect(clock.slept == [.seconds(1.234), .seconds(1.234)])
  }

  // MARK: The first content

  private static let start = ModelEvent.started(ModelStart(id: "failed"))

  @Test(
    "a failure before any part of the reply is retried",
    arguments: [
      [], [start], [start, .usage(TokenUsage(input: 5))], [start, .warning("slow today")],
      [start, .partStarted(index: 0, kind: .text)],
      [start, .partStarted(index: 0, kind: .refusal), .partEnded(index: 0)],
      [start, .partStarted(index: 0, kind: .other("search"))],
    ])
  func silence(head: [ModelEvent]) async {
    let clock = ManualClock()
    let model = FakeModel(
      answers: .events(head, failure: .planned(.truncated)), .reply("Hi"))
    let (events, error) = await ask(model, Self.plain, clock)
    #expect(error == nil && events == .said(["Hi"]) && model.calls == 2)
  }

  @Test(
    "a failure after a part of the reply is passed on and not retried",
    arguments: [
      [start, .partStarted(index: 0, kind: .reasoning)],
      [start, .partStarted(index: 0, kind: .toolCall(id: "c1", name: "look"))],
      [
        start, .partStarted(index: 0, kind: .text),
        .partDelta(index: 0, delta: .text("Hi")),
      ],
      [
        start, .partStarted(index: 0, kind: .refusal),
        .partDelta(index: 0, delta: .refusal("No")),
      ],
      [
        start, .partStarted(index: 0, kind: .other("x")), .partDelta(index: 0, delta: .other("{}")),
      ],
    ])
  func content(head: [ModelEvent]) async {
    let clock = ManualClock()
    let model = FakeModel(
      answers: .events(head, failure: .planned(.truncated)), .reply("Hi"))
    let (events, error) = await ask(model, Self.plain, clock)
    #expect(events == head && error?.code == .truncated)
    #expect(model.calls == 1 && clock.slept.isEmpty)
  }

  @Test("the content before a failure stays in the error, with the previous attempts")
  func partial() async {
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.truncated), after: "Hal"))
    let error = await ask(model, Self.plain, ManualClock()).error
    #expect(error?.partialText == "Hal" && model.calls == 2)
    #expect(error?.attempts.map(\.failure?.code) == [.overloaded, nil])
    #expect(error?.attempts.last?.waited == .milliseconds(500))
  }

  @Test("a reply without content is asked for again, unless a tool returned something before")
  func empty() async {
    let model = FakeModel(answers: .events(.said([])), .reply("this"))
    let (events, error) = await ask(model, Self.plain, ManualClock())
    #expect(error == nil && events == .said(["this"]) && model.calls == 2)
    let silent = FakeModel(answers: .events(.said([])))
    let nothing = await ask(silent, Self.plain, ManualClock())
    #expect(nothing.error?.code == .emptyReply && nothing.events.isEmpty && silent.calls == 3)
    let result = ToolResult(callID: "c", name: "note", content: "done")
    let request = ModelRequest(messages: [ModelMessage(role: .user, parts: [.toolResult(result)])])
    let told = FakeModel(answers: .events(.said([])))
    let layered = LayeredModel(base: told, layer: Retry(Self.plain), clock: ManualClock().clock)
    await expect(outcome(layered.stream(request)).events, equals: .said([]))
    expect(told.calls, equals: 1)
  }

  // MARK: Stopping

  @Test("a call that is cancelled during a wait is not repeated")
  func stoppedWhileWaiting() async {
    let clock = ManualClock { _ in withUnsafeCurrentTask { $0?.cancel() } }
    let model = FakeModel(answers: .failure(.planned(.overloaded)), .reply("too late"))
    let error = await Task { await ask(model, Self.plain, clock).error }.value
    #expect(error?.code == .cancelled && model.calls == 1)
    #expect(clock.slept == [.milliseconds(500)] && clock.elapsed == .zero)
    #expect(error?.attempts.map(\.failure?.code) == [.overloaded])
  }

  @Test("a wait of an hour ends at once when its task is cancelled")
  func stoppedForReal() async {
    let model = FakeModel(answers: .failure(.planned(.overloaded)), .reply("too late"))
    let policy = RetryPolicy(
      firstWait: .seconds(3000), maximumWait: .seconds(3000), maximumDuration: .seconds(9000))
    let stream = model.with(Retry(policy)).stream(greeting)
    let task = Task { await outcome(stream).error }
    await until { model.calls == 1 }
    task.cancel()
    await expect(task.value?.code, equals: .cancelled)
    #expect(model.calls == 1)
  }

  @Test("a task that was cancelled earlier does not wait for a retry")
  func cancelledBefore() async {
    let clock = ManualClock()
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await ask(model, Self.plain, clock).error
    }.value
    #expect(error?.code == .cancelled && model.calls <= 1 && clock.elapsed == .zero)
  }

  @Test("concurrent calls do not count each other's failures")
  func concurrent() async {
    let clock = ManualClock()
    let failures = Mutex<[String: Int]>([:])
    let model = FakeModel { _, request in
      let text = request.messages.last?.text ?? ""
      let count = failures.withLock { failures in
        failures[text, default: 0] += 1
        return failures[text] ?? 0
      }
      return count < 3 ? .failure(.planned(.overloaded)) : .reply(text)
    }
    let layered = model.with(Retry(Self.plain, random: { 0 }), clock: clock.clock)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        let stream = layered.stream(asking("call \(number)"))
        group.addTask {
          let (events, error) = await outcome(stream)
          return error == nil && events.text == "call \(number)"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(model.calls == 120 && clock.slept.count == 80)
  }
}
