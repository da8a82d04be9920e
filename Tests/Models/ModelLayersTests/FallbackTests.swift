import CoachModel
import Documents
import LanguageModels
import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("Falling back to other models")
struct FallbackTests {
  private static let start = ModelEvent.started(ModelStart(id: "failed"))

  /// A chain of models, each with its own retries, and a limit on all requests.
  private func chain(
    _ models: [FakeModel], retries: Int = 1, limit: Int? = nil, clock: ManualClock = ManualClock()
  ) throws -> any LanguageModel {
    let policy = RetryPolicy(attempts: retries, jitter: 0)
    let candidates = models.map { $0.with(Retry(policy, random: { 0 })) }
    let first = try #require(candidates.first)
    let fallback = first.with(Fallback(to: Array(candidates.dropFirst())), clock: clock.clock)
    return limit.map { fallback.with(AttemptLimit($0), clock: clock.clock) } ?? fallback
  }

  @Test("the first model answers while it can")
  func first() async throws {
    let (a, b) = (FakeModel("a", answers: .reply("from a")), FakeModel("b"))
    for _ in 0..<3 {
      let model = try chain([a, b])
      await expect(outcome(model.stream(greeting)).events, equals: .said(["from a"]))
    }
    #expect(a.calls == 3 && b.calls == 0)
  }

  @Test("others get the same request in order, until one answers")
  func order() async throws {
    let asked = Journal<String>()
    let models = ["a", "b", "c", "d"].map { name in
      FakeModel(name) { _, _ in
        asked.note(name)
        return name == "c" ? .reply("from c") : .failure(.planned(.overloaded))
      }
    }
    let (events, error) = await outcome(try chain(models).stream(greeting))
    #expect(error == nil && events == .said(["from c"]))
    #expect(asked.entries == ["a", "b", "c"])
    #expect(models.prefix(3).allSatisfy { $0.requests == [greeting] })
  }

  @Test("each call starts with the first model again")
  func anew() async throws {
    let a = FakeModel("a", answers: .failure(.planned(.timeout)), .reply("back"))
    let b = FakeModel("b", answers: .reply("instead"))
    let model = try chain([a, b])
    await expect(outcome(model.stream(greeting)).events.text, equals: "instead")
    await expect(outcome(model.stream(greeting)).events.text, equals: "back")
    #expect(a.calls == 2 && b.calls == 1)
  }

  private static let passedOn: Set<ModelError.Code> = [
    .invalidRequest, .contentFilter, .cancelled, .budget, .notRecorded, .invalidReply,
  ]

  @Test(
    "only failures that concern the model lead to another",
    arguments: ModelError.Code.allCases)
  func codes(code: ModelError.Code) async throws {
    let (a, b) = (FakeModel("a", answers: .failure(.planned(code))), FakeModel("b"))
    let (events, error) = await outcome(try chain([a, b]).stream(greeting))
    let isPassedOn = Self.passedOn.contains(code)
    #expect(b.calls == (isPassedOn ? 0 : 1) && a.calls == 1)
    #expect(error?.code == (isPassedOn ? code : nil))
    #expect(events == (isPassedOn ? [] : .said(["Hi"])))
  }

  @Test("the failures that lead to another model are configurable")
  func chosenCodes() async {
    let a = FakeModel("a", answers: .failure(.planned(.contentFilter)), .failure(.planned(.quota)))
    let b = FakeModel("b")
    let model = a.with(Fallback(to: [b], on: [.contentFilter]))
    await expect(outcome(model.stream(greeting)).error, equals: nil)
    await expect(outcome(model.stream(greeting)).error?.code, equals: .quota)
    #expect(b.calls == 1)
  }

  @Test("the failure of a later model is treated like that of the first")
  func laterFailure() async throws {
    let a = FakeModel("a", answers: .failure(.planned(.contextOverflow)))
    let b = FakeModel("b", answers: .failure(.planned(.invalidRequest)))
    let c = FakeModel("c")
    let error = await outcome(try chain([a, b, c]).stream(greeting)).error
    #expect(error?.code == .invalidRequest && c.calls == 0)
  }

  @Test("if all fail, the last failure is thrown with all attempts in order")
  func allFail() async throws {
    let clock = ManualClock()
    let a = FakeModel("a", answers: .failure(.planned(.overloaded, status: 529)))
    let b = FakeModel("b", answers: .failure(.planned(.authentication, status: 401)))
    let c = FakeModel("c", answers: .failure(.planned(.timeout)))
    let error = await outcome(try chain([a, b, c], retries: 2, clock: clock).stream(greeting))
      .error
    #expect(error?.code == .timeout)
    #expect(
      error?.attempts.map(\.description) == [
        "fake:a: overloaded is planned (HTTP 529, 0 ms)",
        "fake:a, after waiting 0.5 s: overloaded is planned (HTTP 529, 0 ms)",
        "fake:b: authentication is planned (HTTP 401, 0 ms)",
        "fake:c: timeout is planned (0 ms)",
        "fake:c, after waiting 0.5 s: timeout is planned (0 ms)",
      ])
    #expect(error?.json["attempts"]?.array?.count == 5)
    #expect(error?.json["attempts"]?.array?[2]["model"] == "fake:b")
  }

  @Test("no other model is called once part of a reply has arrived")
  func content() async throws {
    let a = FakeModel("a", answers: .failure(.planned(.overloaded), after: "Hal"))
    let b = FakeModel("b")
    let (events, error) = await outcome(try chain([a, b], retries: 3).stream(greeting))
    #expect(events.text == "Hal" && error?.code == .overloaded && error?.partialText == "Hal")
    #expect(a.calls == 1 && b.calls == 0)
  }

  @Test("events before a failure without content are discarded")
  func silence() async throws {
    let a = FakeModel(
      "a",
      answers: .events(
        [Self.start, .usage(TokenUsage(input: 3)), .warning("w")], failure: .planned(.truncated)))
    let b = FakeModel("b")
    await expect(outcome(try chain([a, b]).stream(greeting)).events, equals: .said(["Hi"]))
  }

  // MARK: The number of attempts

  @Test(
    "retries and fallbacks share one attempt limit, with one attempt reserved per later model",
    arguments: [
      (1, 3, [1, 0]), (2, 3, [1, 1]), (3, 3, [2, 1]), (4, 3, [3, 1]), (5, 3, [3, 2]),
      (6, 3, [3, 3]), (9, 3, [3, 3]), (2, 3, [1, 1, 0]), (3, 3, [1, 1, 1]), (4, 3, [2, 1, 1]),
      (5, 3, [3, 1, 1]), (6, 3, [3, 2, 1]), (7, 3, [3, 3, 1]), (9, 3, [3, 3, 3]), (0, 3, [1, 0]),
      (4, 1, [1, 1, 1]),
    ])
  func budget(limit: Int, retries: Int, expected: [Int]) async throws {
    let models = expected.indices.map {
      FakeModel("m\($0)", answers: .failure(.planned(.overloaded)))
    }
    let model = try chain(models, retries: retries, limit: limit)
    let error = await outcome(model.stream(greeting)).error
    #expect(models.map(\.calls) == expected)
    #expect(error?.code == .overloaded && error?.attempts.count == expected.reduce(0, +))
    #expect(error?.message == "overloaded is planned")
  }

  @Test("each call has the full number of attempts, also concurrently")
  func budgets() async throws {
    let a = FakeModel("a", answers: .failure(.planned(.overloaded)))
    let b = FakeModel("b", answers: .failure(.planned(.overloaded)))
    let model = try chain([a, b], retries: 3, limit: 4)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        let stream = model.stream(greeting)
        group.addTask { await outcome(stream).error?.attempts.count }
      }
      for await attempts in group { #expect(attempts == 4) }
    }
    #expect(a.calls == 60 && b.calls == 20)
  }

  @Test("a nested chain leaves an attempt to the outer one's models")
  func nested() async {
    let models = ["a", "b", "c"].map { FakeModel($0, answers: .failure(.planned(.overloaded))) }
    let retry = Retry(RetryPolicy(attempts: 5, jitter: 0))
    let inner = models[0].with(retry).with(Fallback(to: [models[1].with(retry)]))
    let outer = inner.with(Fallback(to: [models[2].with(retry)]))
    let error = await outcome(
      outer.with(AttemptLimit(4), clock: ManualClock().clock).stream(greeting)
    ).error
    #expect(models.map(\.calls) == [2, 1, 1] && error?.attempts.count == 4)
  }

  @Test("of two limits, the lower one counts in either order", arguments: [(5, 2), (2, 5)])
  func lowerLimit(outer: Int, inner: Int) async {
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let layered = model.with(Retry(RetryPolicy(attempts: 9, jitter: 0)))
      .with(AttemptLimit(inner)).with(AttemptLimit(outer), clock: ManualClock().clock)
    await expect(outcome(layered.stream(greeting)).error?.attempts.count, equals: 2)
    #expect(model.calls == 2)
  }

  @Test("a layer that ignores the limit is stopped, and an unsent request is not an attempt")
  func stubborn() async {
    let model = FakeModel(answers: .failure(.planned(.timeout)))
    let layered = model.with(AskingOn()).with(AttemptLimit(2))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.code == .overloaded && error?.message == "all 2 attempts have been made")
    #expect(error?.isRetryable == false)
    #expect(model.calls == 2 && error?.attempts.map(\.failure?.code) == [.timeout, .timeout])
  }

  /// Calls until the attempts are used up, and then once more.
  private struct AskingOn: ModelMiddleware {
    func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
      -> OpenedReply
    {
      while call.attempts.remaining > 0 {
        do throws(ModelError) {
          return try await next.open(call)
        } catch {
          #expect(error.code == .timeout)
        }
      }
      return try await next.open(call)
    }
  }

  // MARK: Stopping

  @Test("a cancelled call tries no other model")
  func stopped() async throws {
    let a = FakeModel("a", answers: .endless([Self.start]))
    let b = FakeModel("b")
    let stream = try chain([a, b], retries: 3).stream(greeting)
    let task = Task { await outcome(stream).error }
    await until { a.calls == 1 }
    task.cancel()
    await expect(task.value?.code, equals: .cancelled)
    #expect(a.calls == 1 && b.calls == 0)
  }

  @Test("the chain has the identity of its first model")
  func identity() throws {
    var capabilities = ModelCapabilities()
    capabilities.context = 7
    let a = FakeModel("a", capabilities: capabilities)
    let model = try chain([a, FakeModel("b")], limit: 3)
    #expect(model.identity == a.identity && model.capabilities == capabilities)
  }
}
