import CoachModel
import LanguageModels
import ModelLayers
import ModelTestKit
import Synchronization
import Testing
import TestKit
import TestTiming

/// Random stacks of layers against random faults, in simulated time. `COACHKIT_CASES` sets the number of schedules and
/// `COACHKIT_SEED` selects one; a failure names its seed.
@Suite("Limits hold under random schedules, and no call is repeated needlessly")
struct SchedulePropertyTests {
  private static let seeds = TestCases.seeds(300, atMost: 100_000)

  @Test("limits, budgets, attempts, waits and failures hold in every schedule")
  func schedules() {
    var totals = Schedule.Totals()
    var failures = 0
    for seed in Self.seeds where failures < 5 {
      var schedule = Schedule(seed: seed)
      let problems = schedule.run()
      totals += schedule.totals
      guard !problems.isEmpty else { continue }
      failures += 1
      Issue.record("seed \(seed): \(problems.prefix(4).joined(separator: "; "))")
    }
    // A schedule without events proves nothing.
    if Self.seeds.count > 100 {
      let least = Self.seeds.count
      #expect(totals.calls > least * 5 && totals.requests > least * 4)
      #expect(totals.failures > least / 2 && totals.replies > least)
      #expect(totals.retriesWaitedFor > least / 2 && totals.refusedForMoney > 20)
    }
    print(
      "\(Self.seeds.count) schedules: \(totals.calls) calls, \(totals.requests) requests,"
        + " \(totals.replies) replies, \(totals.failures) failures, \(totals.retriesWaitedFor)"
        + " waits checked, \(totals.refusedForMoney) refused for money")
  }

  @Test("a schedule is reproducible")
  func repeatable() {
    for seed in UInt64(1)...30 {
      var (first, second) = (Schedule(seed: seed), Schedule(seed: seed))
      #expect(first.run().isEmpty && second.run().isEmpty)
      #expect(first.totals == second.totals)
    }
  }
}

extension SplitMix {
  /// The numbers of a schedule.
  init(schedule seed: UInt64) {
    self.init(seed: seed &* 0x9e37_79b9_7f4a_7c15)
  }
}

/// One schedule: a stack of layers, providers with their faults, and calls.
private struct Schedule {
  struct Totals: Equatable {
    var calls = 0
    var requests = 0
    var replies = 0
    var failures = 0
    var retriesWaitedFor = 0
    var refusedForMoney = 0

    static func += (left: inout Totals, right: Totals) {
      left.calls += right.calls
      left.requests += right.requests
      left.replies += right.replies
      left.failures += right.failures
      left.retriesWaitedFor += right.retriesWaitedFor
      left.refusedForMoney += right.refusedForMoney
    }
  }

  /// The outcome of a call.
  private struct Outcome: Sendable {
    var label: String
    var error: ModelError?
    var isWhole = false
    var isLetGo = false
  }

  private(set) var totals = Totals()
  private let seed: UInt64
  private let time = SimulatedTime()
  private let world: SimulatedWorld
  private var luck: SplitMix
  private let notes = Notes()
  // The random settings.
  private var attemptLimit: Int?
  private var policy: RetryPolicy?
  private var requestsPerMinute: Int?
  private var tokensPerMinute: Int?
  private var dollars: Double?
  private var keyCount = 1
  private var hasBreaker = false
  private var hasCache = false

  init(seed: UInt64) {
    self.seed = seed
    world = SimulatedWorld(time, seed: seed)
    luck = SplitMix(schedule: seed)
  }

  private static let price = TokenPrice(input: 10, output: 50)

  // MARK: Running

  /// Runs the schedule and returns the violations.
  mutating func run() -> [String] {
    let model = drawModel()
    let requests = drawCalls()
    let outcomes = Shared<[Outcome]>([])
    let time = time
    time.run {
      await withTaskGroup(of: Void.self) { group in
        for call in requests {
          group.addTask {
            let outcome = await Self.make(call, model, time)
            outcomes.withLock { $0.append(outcome) }
          }
        }
      }
    }
    let ended = outcomes.withLock { $0 }
    guard ended.count == requests.count else {
      return ["\(requests.count - ended.count) of \(requests.count) calls never ended"]
    }
    count(ended)
    return check(ended)
  }

  private struct Call: Sendable {
    var request: ModelRequest
    var begins: Duration
    var readsAtMost: Int?
    var cancelsAfter: Duration?
  }

  private static func make(_ call: Call, _ model: any LanguageModel, _ time: SimulatedTime) async
    -> Outcome
  {
    try? await time.sleep(call.begins)
    let reading = Task(executorPreference: time) {
      var outcome = Outcome(label: call.request.label ?? "")
      var events = model.stream(call.request).makeAsyncIterator()
      var read = 0
      do throws(ModelError) {
        while read < call.readsAtMost ?? .max, try await events.next() != nil { read += 1 }
        outcome.isLetGo = read == call.readsAtMost
        outcome.isWhole = !outcome.isLetGo
      } catch {
        outcome.error = error
      }
      return outcome
    }
    if let wait = call.cancelsAfter {
      try? await time.sleep(wait)
      reading.cancel()
    }
    return await reading.value
  }

  private mutating func drawModel() -> any LanguageModel {
    var stack = ModelStack(clock: time.clock)
    if luck.chance(0.7) {
      attemptLimit = Int.random(in: 1...6, using: &luck)
      stack.attempts = attemptLimit.map { AttemptLimit($0) }
    }
    if luck.chance(0.8) {
      let policy = RetryPolicy(
        attempts: Int.random(in: 1...5, using: &luck),
        maximumDuration: .seconds(Int.random(in: 5...900, using: &luck)))
      self.policy = policy
      let source = Mutex(SplitMix(schedule: seed ^ 0xabc))
      stack.retry = Retry(policy) {
        source.withLock { Double.random(in: 0..<1, using: &$0) }
      }
    }
    hasBreaker = luck.chance(0.5)
    if hasBreaker {
      stack.breaker = BreakerPolicy(minimumCalls: Int.random(in: 2...8, using: &luck))
    }
    if luck.chance(0.5) {
      dollars = Double.random(in: 0.001...0.2, using: &luck)
      let table = PriceTable(
        ["a", "b", "c"].map { PriceEntry(provider: $0, model: "m", price: Self.price) })
      stack.budget = RunBudget(
        BudgetLimits(dollars: dollars), prices: table, reserving: .worstCase)
    }
    if luck.chance(0.6) {
      requestsPerMinute = luck.chance(0.7) ? Int.random(in: 1...30, using: &luck) : nil
      tokensPerMinute = luck.chance(0.5) ? Int.random(in: 1_000...6_000, using: &luck) : nil
      let maximumWait: Duration? = luck.chance(0.3) ? .seconds(20) : nil
      let (requests, tokens) = (requestsPerMinute, tokensPerMinute)
      // The closure runs once for each model and key, when the stack is built.
      stack.limits = { _, _ in
        RateLimit(
          requestsPerMinute: requests, tokensPerMinute: tokens, maximumWait: maximumWait,
          reserving: .worstCase)
      }
    }
    hasCache = luck.chance(0.3)
    if hasCache { stack.cache = ResponseCache() }
    if luck.chance(0.3) { stack.recording = RecordingLayer { _ in } }
    if luck.chance(0.3) { stack.telemetry = Telemetry() }
    keyCount = luck.chance(0.3) ? Int.random(in: 2...4, using: &luck) : 1
    let others = Int.random(in: 0...2, using: &luck)
    let models = ["a", "b", "c"].prefix(others + 1).map { provider($0) }
    let model = stack.model(models[0], fallingBackOn: Array(models.dropFirst()))
    return model.with(NotingLayer(notes: notes), clock: time.clock)
  }

  private mutating func provider(_ name: String) -> any LanguageModel {
    let fate = SimulatedWorld.Fate.drawn(&luck, keys: keyCount > 1 ? keyCount : 0)
    let provider = SimulatedProvider(
      identity: ModelIdentity(provider: name, model: "m"), world: world, fate: fate)
    guard keyCount > 1 else { return provider }
    let keys = (0..<keyCount).compactMap { Secret("planted-key-\($0)") }
    let rotation = KeyRotation(keys, clock: time.clock) { secret in
      var provider = provider
      provider.key = keys.firstIndex(of: secret) ?? 0
      return provider
    }
    return rotation ?? provider
  }

  private mutating func drawCalls() -> [Call] {
    (0..<Int.random(in: 1...24, using: &luck)).map { number in
      let words = String(repeating: "word ", count: Int.random(in: 1...40, using: &luck))
      let asked = hasCache && luck.chance(0.3) ? "the same question" : "\(number) \(words)"
      let request = ModelRequest(
        messages: [ModelMessage(Message(.user, asked))],
        parameters: ModelParameters(maximumTokens: Int.random(in: 3...90, using: &luck)),
        label: "call \(number)")
      return Call(
        request: request, begins: .seconds(Double.random(in: 0...120, using: &luck)),
        readsAtMost: luck.chance(0.1) ? Int.random(in: 0...6, using: &luck) : nil,
        cancelsAfter: luck.chance(0.1)
          ? .seconds(Double.random(in: 0...30, using: &luck)) : nil)
    }
  }

  // MARK: Checking

  private mutating func count(_ outcomes: [Outcome]) {
    totals.calls = outcomes.count
    totals.requests = world.sent.count
    totals.replies = outcomes.count { $0.isWhole }
    totals.failures = outcomes.count { $0.error != nil }
    totals.refusedForMoney = outcomes.count { $0.error?.code == .budget }
  }

  private mutating func check(_ outcomes: [Outcome]) -> [String] {
    var problems: [String] = []
    let sent = world.sent
    let byLabel = Dictionary(grouping: sent, by: \.label)
    for outcome in outcomes {
      let own = byLabel[outcome.label] ?? []
      problems += check(outcome, own)
    }
    problems += checkMoney(sent) + checkRates(sent)
    return problems
  }

  private mutating func check(_ outcome: Outcome, _ own: [SimulatedWorld.Sent]) -> [String] {
    var problems: [String] = []
    func complain(_ what: String) { problems.append("\(outcome.label): \(what)") }
    if let attemptLimit, own.count > attemptLimit {
      complain("\(own.count) requests of at most \(attemptLimit)")
    }
    if let content = own.firstIndex(where: \.hasContent), content < own.count - 1 {
      complain("asked again after content")
    }
    let attempts = notes.attempts(of: outcome.label)
    let sentAttempts = attempts.filter(\.isSent)
    if sentAttempts.count != own.count {
      complain("\(sentAttempts.count) attempts noted, \(own.count) requests sent")
    }
    if let error = outcome.error {
      if error.attempts != attempts { complain("the failure does not name all attempts") }
      if error.attempts.isEmpty, error.code != .cancelled { complain("a failure names nothing") }
      let isStopped = error.code == .cancelled
      for (attempt, request) in zip(sentAttempts, own)
      where !isStopped && !request.hasContent && attempt.failure?.code != request.failure?.code {
        complain("an attempt failed with \(request.failure?.code.rawValue ?? "nothing")")
      }
    }
    problems += checkWaits(outcome.label, attempts, own)
    return problems
  }

  /// Each wait before another request to the same model is the one that the policy determines.
  private mutating func checkWaits(
    _ label: String, _ attempts: [ModelAttempt], _ own: [SimulatedWorld.Sent]
  ) -> [String] {
    guard let policy, keyCount == 1, attempts.allSatisfy(\.isSent) else { return [] }
    var problems: [String] = []
    var failures = 0
    for (number, attempt) in attempts.enumerated() where number > 0 && number < own.count {
      let before = own[number - 1]
      guard attempt.model == before.model, let failure = before.failure else {
        failures = 0
        continue
      }
      failures += 1
      totals.retriesWaitedFor += 1
      let ownWait = min(policy.firstWait * (1 << (failures - 1)), policy.maximumWait)
      let least = failure.retryAfter ?? ownWait * 0.75
      let most = failure.retryAfter.map { $0 + ownWait * 0.25 } ?? ownWait
      let isLimited = requestsPerMinute != nil || tokensPerMinute != nil
      // Waits for limits learned from responses are added to it.
      if attempt.waited < least - .microseconds(1) {
        problems.append("\(label): waited \(attempt.waited), at least \(least) is due")
      }
      if !isLimited, attempt.waited > most + .microseconds(1) {
        problems.append("\(label): waited \(attempt.waited), at most \(most) is due")
      }
      if failures >= policy.attempts {
        problems.append("\(label): asked one model \(failures + 1) times")
      }
      if let asked = failure.retryAfter, asked > policy.maximumServerWait {
        problems.append("\(label): asked again though the server wanted \(asked)")
      }
    }
    return problems
  }

  private func checkMoney(_ sent: [SimulatedWorld.Sent]) -> [String] {
    guard let dollars else { return [] }
    let spent = sent.reduce(0) { $0 + (Self.price.cost(of: $1.usage) ?? 0) }
    return spent <= dollars + 1e-9 ? [] : ["\(spent) dollars of \(dollars) spent"]
  }

  private func checkRates(_ sent: [SimulatedWorld.Sent]) -> [String] {
    var problems: [String] = []
    for (model, requests) in Dictionary(grouping: sent, by: \.account) {
      for (place, first) in requests.enumerated() {
        let window = requests[place...].prefix { $0.time < first.time + .seconds(60) }
        if let limit = requestsPerMinute, window.count > limit {
          problems.append("\(model): \(window.count) requests in a minute of \(limit)")
        }
        let tokens = window.reduce(0) { $0 + ($1.usage.input ?? 0) + ($1.usage.output ?? 0) }
        if let limit = tokensPerMinute, tokens > limit {
          problems.append("\(model): \(tokens) tokens in a minute of \(limit)")
        }
      }
    }
    return problems
  }
}

/// The attempts of each call.
private final class Notes: Sendable {
  private let logs = Mutex<[String: AttemptLog]>([:])

  func note(_ log: AttemptLog, of label: String) { logs.withLock { $0[label] = log } }

  func attempts(of label: String) -> [ModelAttempt] {
    logs.withLock { $0[label] }?.attempts ?? []
  }
}

private struct NotingLayer: ModelMiddleware {
  let notes: Notes

  func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    notes.note(call.attempts, of: call.request.label ?? "")
    return try await next.open(call)
  }
}
