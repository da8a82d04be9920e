import LanguageModels
import ModelLayers
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("One model with several keys")
struct KeyRotationTests {
  private static func text(_ key: Int) -> String { "planted-key-\(key)-0123456789" }

  /// A rotation of keys, each with its own model.
  private func rotation(
    _ models: [any LanguageModel], rests: KeyCooldowns = KeyCooldowns(),
    clock: ManualClock = ManualClock()
  ) throws -> KeyRotation {
    let secrets = try models.indices.map { try #require(Secret(Self.text($0))) }
    let byKey = Dictionary(uniqueKeysWithValues: zip(secrets, models))
    return try #require(
      KeyRotation(secrets, rests: rests, clock: clock.clock) { byKey[$0] ?? FakeModel("unknown") })
  }

  @Test("without a key, there is no model")
  func noKey() {
    #expect(KeyRotation([]) { _ in FakeModel() } == nil)
  }

  private static let keysFault: Set<ModelError.Code> = [
    .authentication, .permission, .quota, .rateLimit,
  ]

  @Test(
    "only failures of the key lead to the next key",
    arguments: ModelError.Code.allCases)
  func codes(code: ModelError.Code) async throws {
    let models = [FakeModel(answers: .failure(.planned(code))), FakeModel()]
    let rotation = try rotation(models)
    let isKeys = Self.keysFault.contains(code)
    let (events, error) = await outcome(rotation.stream(greeting))
    #expect(error?.code == (isKeys ? nil : code))
    #expect(events == (isKeys ? .said(["Hi"]) : []))
    #expect(models.map(\.calls) == (isKeys ? [1, 1] : [1, 0]))
    _ = await outcome(rotation.stream(greeting))
    #expect(models.map(\.calls) == (isKeys ? [1, 2] : [2, 0]))
  }

  @Test("a key stays in use while it works, even when earlier ones are available again")
  func staying() async throws {
    let clock = ManualClock()
    let models = [
      FakeModel(answers: .failure(.planned(.rateLimit, retryAfter: .seconds(5))), .reply("Hi")),
      FakeModel(
        answers: .reply("Hi"), .reply("Hi"), .failure(.planned(.quota)), .reply("Hi")),
      FakeModel(answers: .failure(.planned(.authentication)), .reply("Hi")),
    ]
    let rotation = try rotation(models, clock: clock)
    for expected in [[1, 1, 0], [1, 2, 0], [2, 3, 1], [3, 3, 1]] {
      await expect(outcome(rotation.stream(greeting)).error, equals: nil)
      #expect(models.map(\.calls) == expected)
      clock.advance(by: .seconds(60))
    }
  }

  @Test(
    "a key is suspended by the kind of its failure, or for as long as the provider demands",
    arguments: [
      (ModelError.Code.authentication, nil, 3600), (.quota, nil, 600),
      (.quota, 5, 600), (.authentication, 5, 3600), (.rateLimit, nil, 30), (.rateLimit, 7.5, 7.5),
      (.rateLimit, 1200, 1200),
    ])
  func rests(code: ModelError.Code, retryAfter: Double?, seconds: Double) async throws {
    let clock = ManualClock()
    let failure = ModelError.planned(code, retryAfter: retryAfter.map { .seconds($0) })
    let model = FakeModel(answers: .failure(failure), .reply("Hi"))
    let rotation = try rotation([model], clock: clock)
    await expect(outcome(rotation.stream(greeting)).error?.code, equals: code)
    clock.advance(by: .seconds(seconds) - .milliseconds(1))
    let early = await outcome(rotation.stream(greeting)).error
    #expect(early?.code == .rateLimit && early?.retryAfter == .milliseconds(1))
    #expect(model.calls == 1)
    clock.advance(by: .milliseconds(1))
    await expect(outcome(rotation.stream(greeting)).error, equals: nil)
    #expect(model.calls == 2)
  }

  @Test("a provider's word does not suspend a key for longer than an hour")
  func longRest() {
    let rests = KeyCooldowns(rateLimit: .seconds(7200))
    for (asked, expected) in [(30, 30), (3600, 3600), (3601, 3600), (31_536_000, 3600)] {
      let error = ModelError.planned(.rateLimit, retryAfter: .seconds(asked))
      #expect(rests.rest(after: error) == .seconds(expected))
    }
    #expect(rests.rest(after: .planned(.rateLimit)) == .seconds(7200))
  }

  @Test("the suspension times are configurable, and other failures suspend no key")
  func chosenRests() {
    let rests = KeyCooldowns(refused: .seconds(1), quota: .seconds(2), rateLimit: .seconds(3))
    for code in ModelError.Code.allCases {
      let expected: Duration? =
        switch code {
        case .authentication: .seconds(1)
        case .permission: .zero
        case .quota: .seconds(2)
        case .rateLimit: .seconds(3)
        default: nil
        }
      #expect(rests.rest(after: .planned(code)) == expected, "\(code)")
    }
  }

  @Test("while all keys are suspended nothing is sent, and the error states when the first returns")
  func allRest() async throws {
    let clock = ManualClock()
    let models = [
      FakeModel(answers: .failure(.planned(.authentication))),
      FakeModel(answers: .failure(.planned(.quota)), .reply("Hi")),
      FakeModel(
        answers: .failure(.planned(.rateLimit)), .reply("Hi"), .failure(.planned(.rateLimit))),
    ]
    let rotation = try rotation(models, clock: clock)
    let failure = await outcome(rotation.stream(greeting)).error
    #expect(failure?.attempts.map(\.failure?.code) == [.authentication, .quota, .rateLimit])
    clock.advance(by: .seconds(10))
    let error = await outcome(rotation.stream(greeting)).error
    #expect(error?.code == .rateLimit && error?.retryAfter == .seconds(20))
    #expect(
      error?.message
        == "all 3 keys for fake:m are suspended after being rejected (authentication, quota, rate_limit)"
    )
    #expect(error?.attempts.map(\.isSent) == [false])
    #expect(models.map(\.calls) == [1, 1, 1])
    // The third key is available first, and fails again when the second is available as well.
    clock.advance(by: .seconds(20))
    await expect(outcome(rotation.stream(greeting)).error, equals: nil)
    #expect(models.map(\.calls) == [1, 1, 2])
    clock.advance(by: .seconds(570))
    await expect(outcome(rotation.stream(greeting)).error, equals: nil)
    #expect(models.map(\.calls) == [1, 2, 3])
  }

  @Test("a retry waits until the first key returns")
  func retry() async throws {
    let clock = ManualClock()
    let model = FakeModel(
      answers: .failure(.planned(.rateLimit, retryAfter: .seconds(7))), .reply("Hi"))
    let rotation = try rotation([model], clock: clock)
    _ = await outcome(rotation.stream(greeting))
    let layered = rotation.with(Retry(RetryPolicy(jitter: 0)), clock: clock.clock)
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(clock.slept == [.seconds(7)] && model.calls == 2)
  }

  @Test("attempts name their key, and a single key is not numbered")
  func details() async throws {
    let failing = (0..<3).map { _ in FakeModel(answers: .failure(.planned(.quota, status: 402))) }
    let error = await outcome(try rotation(failing).stream(greeting)).error
    #expect(error?.attempts.map(\.detail) == ["key 1 of 3", "key 2 of 3", "key 3 of 3"])
    #expect(
      error?.attempts.last?.description == "fake:m, key 3 of 3: quota is planned (HTTP 402, 0 ms)")
    let single = await outcome(try rotation([failing[0]]).stream(greeting)).error
    #expect(single?.attempts.map(\.detail) == [nil])
  }

  @Test("no key is ever printed, even if its provider repeats it")
  func secrecy() async throws {
    let models = (0..<2).map { number in
      let key = Self.text(number)
      let body = "{\"error\":{\"message\":\"no such key: \(key)\"}}"
      let endpoint = Endpoint(.compatible, baseURL: "http://host:1/v1", key: Secret(key))
      let transport = FixedTransport(status: 401, chunks: [Array(body.utf8)])
      return ProviderModel("m", at: endpoint, over: transport)
    }
    let rotation = try rotation(models)
    let failed = try #require(await outcome(rotation.stream(greeting)).error)
    let resting = try #require(await outcome(rotation.stream(greeting)).error)
    #expect(failed.attempts.count == 2 && failed.code == .authentication)
    for value in [failed, resting, rotation, failed.json] as [Any] {
      var shown = "\(value)\(String(reflecting: value))"
      dump(value, to: &shown)
      #expect(!shown.contains("planted"))
    }
    #expect(failed.attempts.allSatisfy { $0.failure?.message.contains("•••") == true })
  }

  @Test("a failure after content does not suspend the key")
  func content() async throws {
    let models = [
      FakeModel(answers: .failure(.planned(.rateLimit), after: "Hal"), .reply("Hi")), FakeModel(),
    ]
    let rotation = try rotation(models)
    await expect(outcome(rotation.stream(greeting)).error?.partialText, equals: "Hal")
    await expect(outcome(rotation.stream(greeting)).error, equals: nil)
    #expect(models.map(\.calls) == [2, 0])
  }

  @Test(
    "keys share the call's attempt limit, and leave reserved attempts to other models",
    arguments: [(1, [1, 0, 0], 0), (2, [1, 0, 0], 1), (3, [1, 1, 0], 1), (4, [1, 1, 1], 1)])
  func attempts(limit: Int, expected: [Int], instead: Int) async throws {
    let clock = ManualClock()
    let models = (0..<3).map { _ in FakeModel(answers: .failure(.planned(.authentication))) }
    let other = FakeModel("other", answers: .failure(.planned(.overloaded)))
    let layered = try rotation(models, clock: clock).with(Fallback(to: [other]))
      .with(AttemptLimit(limit), clock: clock.clock)
    let error = await outcome(layered.stream(greeting)).error
    #expect(models.map(\.calls) == expected && other.calls == instead)
    #expect(error?.attempts.count == expected.reduce(instead, +))
  }

  @Test("a call without remaining attempts leaves the next key to the next call")
  func nextCall() async throws {
    let clock = ManualClock()
    let models = [
      FakeModel(answers: .failure(.planned(.authentication))),
      FakeModel(answers: .failure(.planned(.quota))), FakeModel(),
    ]
    let layered = try rotation(models, clock: clock).with(AttemptLimit(2), clock: clock.clock)
    await expect(outcome(layered.stream(greeting)).error?.code, equals: .quota)
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(models.map(\.calls) == [1, 1, 1])
  }

  @Test("a cancelled call suspends no key")
  func stopped() async throws {
    let models = [FakeModel(answers: .endless([]), .reply("Hi")), FakeModel()]
    let rotation = try rotation(models)
    let task = Task { await outcome(rotation.stream(greeting)).error }
    await until { models[0].calls == 1 }
    task.cancel()
    await expect(task.value?.code, equals: .cancelled)
    await expect(outcome(rotation.stream(greeting)).error, equals: nil)
    #expect(models.map(\.calls) == [2, 0])
  }

  @Test("concurrent calls all find the working key")
  func concurrent() async throws {
    let models = [
      FakeModel(answers: .failure(.planned(.authentication))),
      FakeModel(answers: .failure(.planned(.quota))), FakeModel(),
    ]
    let rotation = try rotation(models)
    await withTaskGroup(of: ModelError?.self) { group in
      for _ in 0..<50 { group.addTask { await outcome(rotation.stream(greeting)).error } }
      for await error in group { #expect(error == nil) }
    }
    #expect(models[2].calls == 50)
    let before = models.map(\.calls)
    await expect(outcome(rotation.stream(greeting)).error, equals: nil)
    #expect(models.map(\.calls) == [before[0], before[1], 51])
  }

  @Test("one model is created per key, and the rotation has the identity of the first")
  func making() throws {
    let secrets = try (0..<3).map { try #require(Secret(Self.text($0))) }
    let made = Journal<Secret>()
    let rotation = KeyRotation(secrets) { secret in
      made.note(secret)
      return FakeModel("m\(made.entries.count)")
    }
    #expect(rotation?.identity == ModelIdentity(provider: "fake", model: "m1"))
    #expect(made.entries == secrets)
  }
}
