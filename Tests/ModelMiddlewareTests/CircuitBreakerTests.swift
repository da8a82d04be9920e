@testable import LanguageModels
@testable import ModelMiddleware
import ModelTestKit
import Testing
import TestKit

@Suite("The state of a breaker")
struct CircuitTests {
  /// A circuit with a time of its own, in seconds.
  private struct Course {
    var circuit = Circuit()
    var policy = BreakerPolicy()
    private let origin = ContinuousClock.now

    init(_ policy: BreakerPolicy = BreakerPolicy()) {
      self.policy = policy
    }

    mutating func admit(_ seconds: Double) -> Circuit.Admission {
      circuit.admit(at: origin + .seconds(seconds), policy)
    }

    mutating func end(_ outcome: Circuit.Outcome, _ seconds: Double, isTrial: Bool = false) {
      circuit.end(outcome, isTrial: isTrial, at: origin + .seconds(seconds), policy: policy)
    }

    /// Ends calls in the words `+`, `-` and `0`.
    mutating func end(_ outcomes: String, _ seconds: Double) {
      for word in outcomes {
        end(word == "+" ? .good : word == "-" ? .bad : .neither, seconds)
      }
    }

    /// Opens the circuit at a time and fails trial after trial, as soon as each may go.
    mutating func coolDowns(_ count: Int) -> [Duration] {
      var time = 0.0
      var waits: [Duration] = []
      end(String(repeating: "-", count: policy.minimumCalls), time)
      for _ in 0..<count {
        guard case .refused(let wait) = admit(time) else { break }
        waits.append(wait)
        time += wait / .seconds(1)
        guard admit(time) == .admitted(isTrial: true) else { break }
        end(.bad, time, isTrial: true)
      }
      return waits
    }
  }

  private static let free = Circuit.Admission.admitted(isTrial: false)
  private static let trial = Circuit.Admission.admitted(isTrial: true)

  private static func refused(_ seconds: Double) -> Circuit.Admission {
    .refused(.seconds(seconds))
  }

  @Test(
    "it opens above the share of failures and not at it, and never below the least number of calls",
    arguments: [
      ("", false), ("----", false), ("-----", true), ("----0", false), ("0000-----", true),
      ("----+", true), ("++---", true), ("+++---", false), ("+++----", true), ("+++++-----", false),
      ("+++++------", true), ("0000000000", false), ("+++++++++----", false),
    ])
  func opening(outcomes: String, isOpen: Bool) {
    var course = Course()
    course.end(outcomes, 0)
    #expect(course.admit(0) == (isOpen ? Self.refused(10) : Self.free))
  }

  @Test(
    "share and least number are the policy's",
    arguments: [
      (0.0, 1, "-", true), (0, 1, "+", false), (0, 10, "+++++++++", false),
      (0, 10, "+++++++++-", true), (1, 1, "----------", false), (0.9, 1, "-", true),
      (0.8, 5, "+----", false), (0.79, 5, "+----", true), (0.5, 0, "-", true),
    ])
  func policy(share: Double, least: Int, outcomes: String, isOpen: Bool) {
    var course = Course(BreakerPolicy(failureShare: share, minimumCalls: least))
    course.end(outcomes, 0)
    #expect(course.admit(0) == (isOpen ? Self.refused(10) : Self.free))
  }

  @Test("the time left goes down, and after it one call is let through as a trial")
  func coolDown() {
    var course = Course()
    course.end("-----", 0)
    #expect(course.admit(0) == Self.refused(10))
    #expect(course.admit(4) == Self.refused(6))
    #expect(course.admit(9.75) == Self.refused(0.25))
    #expect(course.admit(10) == Self.trial)
    #expect(course.admit(10) == Self.refused(120))
    #expect(course.admit(100) == Self.refused(30))
  }

  @Test("each failed trial doubles the time, up to the longest")
  func doubling() {
    var course = Course()
    #expect(course.coolDowns(7) == [10, 20, 40, 80, 120, 120, 120].map { .seconds($0) })
    var short = Course(
      BreakerPolicy(minimumCalls: 1, coolDown: .seconds(9), maximumCoolDown: .seconds(4)))
    #expect(short.coolDowns(3) == [4, 4, 4].map { .seconds($0) })
  }

  @Test("a good trial closes it, and forgets what was and how long it was open")
  func closing() {
    var course = Course()
    _ = course.coolDowns(3)
    #expect(course.admit(70) == Self.refused(80))
    #expect(course.admit(150) == Self.trial)
    course.end(.good, 151, isTrial: true)
    #expect(course.admit(151) == Self.free)
    course.end("----", 151)
    #expect(course.admit(151) == Self.free)
    course.end("-", 151)
    #expect(course.admit(151) == Self.refused(10))
  }

  @Test("a trial that says nothing leaves the next call to be the trial, without a longer wait")
  func silentTrial() {
    var course = Course()
    course.end("-----", 0)
    #expect(course.admit(10) == Self.trial)
    course.end(.neither, 12, isTrial: true)
    #expect(course.admit(12) == Self.trial)
    #expect(course.admit(12) == Self.refused(120))
    course.end(.bad, 13, isTrial: true)
    #expect(course.admit(13) == Self.refused(20))
  }

  @Test("a trial whose end is never heard of does not keep everyone out for ever")
  func lostTrial() {
    var course = Course()
    course.end("-----", 0)
    #expect(course.admit(10) == Self.trial)
    #expect(course.admit(129.5) == Self.refused(0.5))
    #expect(course.admit(130) == Self.trial)
    #expect(course.admit(130) == Self.refused(120))
  }

  @Test("calls that were under way when it opened change nothing when they end")
  func lateEnds() {
    var course = Course()
    course.end("-----", 0)
    course.end("++++++++++", 1)
    #expect(course.admit(2) == Self.refused(8))
    course.end("-----", 3)
    #expect(course.admit(3) == Self.refused(7))
    #expect(course.admit(10) == Self.trial)
    course.end("+-", 10)
    #expect(course.admit(10) == Self.refused(120))
    course.end(.good, 11, isTrial: true)
    #expect(course.admit(11) == Self.free)
  }

  @Test("a trial's end after its content has closed the circuit counts like any other")
  func trialAfterContent() {
    var course = Course(BreakerPolicy(minimumCalls: 1))
    course.end("-", 0)
    #expect(course.admit(10) == Self.trial)
    course.circuit.close()
    #expect(course.admit(10) == Self.free)
    course.end(.bad, 15, isTrial: true)
    #expect(course.admit(15) == Self.refused(10))
  }

  @Test(
    "calls of more than a minute ago are forgotten, to five seconds",
    arguments: [
      (0.0, 54.0, true), (0, 59.75, true), (0, 60, false), (4.75, 59, true), (4.75, 65, false),
    ])
  func forgetting(first: Double, last: Double, isOpen: Bool) {
    var course = Course(BreakerPolicy(minimumCalls: 6))
    // The circuit's time begins with the first call.
    course.end("+", 0)
    course.end("----", first)
    course.end("-", last)
    #expect((course.admit(last) != Self.free) == isOpen)
  }

  @Test("old successes do not hide that everything fails now")
  func oldSuccesses() {
    var course = Course()
    course.end(String(repeating: "+", count: 100), 0)
    course.end("-----", 30)
    #expect(course.admit(30) == Self.free)
    course.end("-", 61)
    #expect(course.admit(61) == Self.refused(10))
  }

  @Test("after hours of silence the old calls are gone")
  func silence() {
    var course = Course()
    course.end("----", 0)
    course.end("-", 36_000)
    #expect(course.admit(36_000) == Self.free)
    course.end("----", 36_000)
    #expect(course.admit(36_000) == Self.refused(10))
  }

  @Test("ends that are told a little late still count")
  func outOfOrder() {
    var course = Course()
    course.end("--", 20)
    course.end("---", 14)
    #expect(course.admit(20) != Self.free)
  }

  @Test("what it counts agrees with a plain count of the last minute, for any course of calls")
  func plainCount() {
    var generator = SplitMix(seed: 41)
    for _ in 0..<200 {
      var course = Course(BreakerPolicy(minimumCalls: 8))
      var ends: [(slice: Int, isBad: Bool)] = []
      var time = 0.0
      for _ in 0..<60 {
        let isBad = Bool.random(using: &generator)
        course.end(isBad ? .bad : .good, time)
        let slice = Int(time / 5)
        ends.append((slice, isBad))
        let counted = ends.filter { $0.slice > slice - 12 }
        let bad = counted.count { $0.isBad }
        let isOpen = counted.count >= 8 && bad * 2 > counted.count
        #expect((course.admit(time) != Self.free) == isOpen)
        if isOpen { break }
        time += Double(Int.random(in: 0...40, using: &generator)) / 4
      }
    }
  }
}

@Suite("Leaving a model alone that keeps failing")
struct CircuitBreakerTests {
  private let clock = ManualClock()

  /// A model that fails so often, and then replies.
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

  @Test("after five failures nothing is sent any more, and the error says for how long")
  func opens() async {
    let model = recovering(after: 5)
    let layered = broken(model)
    for _ in 0..<5 { #expect(await outcome(layered.stream(greeting)).error?.retryAfter == nil) }
    #expect(model.calls == 5)
    clock.advance(by: .seconds(3))
    let error = await outcome(layered.stream(greeting)).error
    #expect(error?.code == .overloaded && error?.retryAfter == .seconds(7))
    #expect(error?.isRetryable == false)
    #expect(
      error?.message
        == "fake:m has failed too often in the last minute and is left alone for now")
    #expect(error?.attempts.map(\.isSent) == [false] && model.calls == 5)
    clock.advance(by: .seconds(7))
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

  @Test("a call that was stopped or that the budget forbids counts neither way")
  func neither() async {
    for code in [ModelError.Code.cancelled, .budget] {
      let model = FakeModel { number, _ in
        .failure(.planned(number <= 2 ? code : .overloaded))
      }
      let layered = broken(model, BreakerPolicy(minimumCalls: 2))
      for _ in 0..<4 { _ = await outcome(layered.stream(greeting)) }
      await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(10))
      #expect(model.calls == 4)
    }
  }

  @Test("a failure that is not the provider's speaks for it")
  func answers() async {
    let model = FakeModel { number, _ in
      .failure(.planned(number <= 2 ? .invalidRequest : .overloaded))
    }
    let layered = broken(model, BreakerPolicy(minimumCalls: 2))
    for _ in 0..<4 { _ = await outcome(layered.stream(greeting)) }
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: nil)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(10))
    #expect(model.calls == 5)
  }

  @Test("a reply that breaks off counts as a failure, and one that is let go of does not")
  func afterContent() async throws {
    let cut = FakeModel(answers: .failure(.planned(.truncated), after: "Hal"), .reply("Hi"))
    let layered = broken(cut, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .truncated)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(10))
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
    // The first failure opens it, so that the one wait of the first call is in vain.
    let first = await outcome(layered.stream(greeting)).error
    #expect(first?.attempts.map(\.isSent) == [true, false] && clock.slept.count == 1)
    let second = await outcome(layered.stream(greeting)).error
    #expect(second?.attempts.map(\.isSent) == [false])
    #expect(second?.retryAfter == .milliseconds(9500))
    #expect(model.calls == 1 && clock.slept == [.milliseconds(500)])
  }

  @Test("an open breaker leads to another model at once, and takes no attempt for it")
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

  @Test("each failed trial leaves the model alone for twice as long")
  func doubling() async {
    let model = recovering(after: 100)
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    for wait in [10, 20, 40, 80, 120, 120] {
      let refusal = await outcome(layered.stream(greeting)).error
      #expect(refusal?.retryAfter == .seconds(wait))
      clock.advance(by: .seconds(wait))
      let trial = await outcome(layered.stream(greeting)).error
      #expect(trial?.attempts.map(\.isSent) == [true])
    }
    #expect(model.calls == 7)
  }

  @Test("while a trial is under way everybody else is refused")
  func oneTrial() async {
    let gate = Gate()
    let model = FakeModel { number, _ in
      number == 1 ? .failure(.planned(.overloaded)) : .held(gate, .reply("Hi"))
    }
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(10))
    let trial = Task { await outcome(layered.stream(greeting)).error }
    await until { model.calls == 2 }
    await withTaskGroup(of: ModelError?.self) { group in
      for _ in 0..<20 { group.addTask { await outcome(layered.stream(greeting)).error } }
      for await error in group { #expect(error?.retryAfter == .seconds(120)) }
    }
    #expect(model.calls == 2)
    gate.open()
    await expect(trial.value, equals: nil)
    await expect(code(layered), equals: nil)
    #expect(model.calls == 3)
  }

  @Test("content closes it, before the reply is whole")
  func content() async throws {
    let model = recovering(after: 1)
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(10))
    var trial = layered.stream(greeting).makeAsyncIterator()
    _ = try await trial.next()
    await expect(code(layered), equals: nil)
    #expect(model.calls == 3)
    while try await trial.next() != nil {}
  }

  @Test("a trial that is stopped leaves the next call to be the trial")
  func stoppedTrial() async {
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .endless([]), .failure(.planned(.timeout)))
    let layered = broken(model, BreakerPolicy(minimumCalls: 1))
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(10))
    let trial = Task { await outcome(layered.stream(greeting)).error }
    await until { model.calls == 2 }
    trial.cancel()
    await expect(trial.value?.code, equals: .cancelled)
    await expect(code(layered), equals: .timeout)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(20))
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

  @Test("a call that a layer inside refuses without sending it says nothing of the provider")
  func refusedInside() async {
    let model = recovering(after: 100)
    let layered = model.with(RateLimit(requestsPerMinute: 1, maximumWait: .seconds(1)))
      .with(CircuitBreaker(BreakerPolicy(minimumCalls: 1)), clock: clock.clock)
    await expect(code(layered), equals: .overloaded)
    clock.advance(by: .seconds(10))
    // The limit refuses the trial; the provider has not been heard of.
    await expect(code(layered), equals: .rateLimit)
    clock.advance(by: .seconds(60))
    await expect(code(layered), equals: .overloaded)
    #expect(model.calls == 2)
    await expect(outcome(layered.stream(greeting)).error?.retryAfter, equals: .seconds(20))
  }
}
