import CoachModel
import LanguageModels
import ModelTestKit
import Synchronization
import TestKit
import TestTiming

/// The behaviour of providers in one schedule, and the requests that they received.
final class SimulatedWorld: Sendable {
  /// A request that reached a provider.
  struct Sent {
    var time: ContinuousClock.Instant
    var label: String
    var model: ModelIdentity
    var key: Int
    var failure: ModelError?
    var usage: TokenUsage
    var hasContent = false

    /// The unit in which a provider counts.
    var account: String { "\(model) \(key)" }
  }

  /// The frequency of faults, and the duration of outages.
  struct Fate {
    var rateLimited = 0.0
    var overloaded = 0.0
    var reset = 0.0
    var resetAfterStart = 0.0
    var cut = 0.0
    var slowStart = 0.0
    var outages: [Range<Double>] = []
    var badKeys: Set<Int> = []

    static func drawn(_ luck: inout SplitMix, keys: Int) -> Fate {
      func often() -> Double { luck.chance(0.5) ? 0 : Double.random(in: 0...0.5, using: &luck) }
      var fate = Fate(
        rateLimited: often(), overloaded: often(), reset: often(), resetAfterStart: often(),
        cut: often() / 2, slowStart: often())
      for _ in 0..<Int.random(in: 0...2, using: &luck) {
        let start = Double.random(in: 0...200, using: &luck)
        fate.outages.append(start..<(start + Double.random(in: 1...90, using: &luck)))
      }
      for key in 0..<keys where luck.chance(0.3) { fate.badKeys.insert(key) }
      return fate
    }
  }

  private struct State {
    var luck: SplitMix
    var sent: [Sent] = []
  }

  let time: SimulatedTime
  private let state: Mutex<State>

  init(_ time: SimulatedTime, seed: UInt64) {
    self.time = time
    state = Mutex(State(luck: SplitMix(schedule: seed ^ 0xfeed)))
  }

  var sent: [Sent] { state.withLock { $0.sent } }

  /// The provider's plan for a request.
  struct Plan {
    var number: Int
    /// The time until anything arrives.
    var delay: Duration
    /// The failure, after the events below.
    var failure: ModelError?
    var events: [ModelEvent]
    /// The time between two events.
    var pause: Duration
  }

  /// Receives a request and decides its outcome.
  func receive(_ request: ModelRequest, _ model: ModelIdentity, _ fate: Fate, key: Int) -> Plan {
    let now = time.now
    let seconds = time.elapsed.inSeconds
    return state.withLock { state in
      var plan = Self.plan(request, fate, key: key, at: seconds, &state.luck)
      plan.number = state.sent.count
      let isBilled = plan.failure == nil || plan.events.contains(where: \.isContent)
      state.sent.append(
        Sent(
          time: now, label: request.label ?? "", model: model, key: key, failure: plan.failure,
          usage: isBilled ? Self.usage(of: request, plan.events) : .zero))
      return plan
    }
  }

  /// The reader has received content.
  func note(contentOf number: Int) {
    state.withLock { $0.sent[number].hasContent = true }
  }

  /// The billed usage: the prompt, and three tokens for every piece that was written.
  private static func usage(of request: ModelRequest, _ events: [ModelEvent]) -> TokenUsage {
    TokenUsage(
      input: request.roughInputTokens + request.roughInputTokens / 3,
      output: events.compactMap(\.text).count * 3)
  }

  private static func plan(
    _ request: ModelRequest, _ fate: Fate, key: Int, at seconds: Double, _ luck: inout SplitMix
  ) -> Plan {
    var plan = Plan(
      number: 0, delay: .milliseconds(Int.random(in: 20...800, using: &luck)), events: [],
      pause: .milliseconds(Int.random(in: 1...300, using: &luck)))
    func fail(_ code: ModelError.Code, status: Int? = nil, retryAfter: Duration? = nil) {
      plan.failure = ModelError(
        code, "planned", advice: "none", status: status, retryAfter: retryAfter)
    }
    if fate.badKeys.contains(key) {
      fail(luck.chance(0.5) ? .authentication : .quota, status: 401)
      return plan
    }
    if fate.outages.contains(where: { $0.contains(seconds) }) {
      fail(luck.chance(0.5) ? .transport : .overloaded)
      return plan
    }
    if luck.chance(fate.rateLimited) {
      let asked = luck.chance(0.6) ? Duration.seconds(Double.random(in: 0...90, using: &luck)) : nil
      fail(.rateLimit, status: 429, retryAfter: asked)
      return plan
    }
    if luck.chance(fate.overloaded) {
      fail(.overloaded, status: 529)
      return plan
    }
    if luck.chance(fate.reset) {
      fail(.transport)
      return plan
    }
    if luck.chance(fate.slowStart) {
      plan.delay = .seconds(Double.random(in: 1...30, using: &luck))
      if plan.delay > .seconds(10) {
        plan.delay = .seconds(10)
        fail(.timeout)
        return plan
      }
    }
    let limit = request.parameters.maximumTokens ?? 60
    let pieces = Int.random(in: 1...max(1, limit / 3), using: &luck)
    var events: [ModelEvent] = [.started(ModelStart(id: "r"))]
    // Some providers report the prompt's tokens at once.
    if luck.chance(0.5) {
      events.append(.usage(usage(of: request, [])))
    }
    if luck.chance(fate.resetAfterStart) {
      fail(.truncated)
      plan.events = events
      return plan
    }
    events.append(.partStarted(index: 0, kind: .text))
    for piece in 0..<pieces { events.append(.partDelta(index: 0, delta: .text("w\(piece) "))) }
    if pieces > 1, luck.chance(fate.cut) {
      fail(.truncated)
      plan.events = Array(events.dropLast(Int.random(in: 0..<(pieces - 1), using: &luck)))
      return plan
    }
    events.append(.partEnded(index: 0))
    let counted = usage(of: request, events)
    plan.events = events + [.usage(counted), .finished(luck.chance(0.9) ? .stop : .length)]
    return plan
  }
}

/// A provider of the simulated world.
struct SimulatedProvider: LanguageModel {
  let identity: ModelIdentity
  let world: SimulatedWorld
  let fate: SimulatedWorld.Fate
  var key = 0

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream { SimulatedReply(provider: self, request: request) }
  }
}

private struct SimulatedReply: ModelEventSource {
  let provider: SimulatedProvider
  let request: ModelRequest
  var plan: SimulatedWorld.Plan?
  var taken = 0

  init(provider: SimulatedProvider, request: ModelRequest) {
    self.provider = provider
    self.request = request
  }

  mutating func next() async throws(ModelError) -> ModelEvent? {
    let world = provider.world
    guard let plan else {
      let plan = world.receive(request, provider.identity, provider.fate, key: provider.key)
      self.plan = plan
      try await wait(plan.delay)
      return try await next()
    }
    guard taken < plan.events.count else {
      if let failure = plan.failure { throw failure }
      return nil
    }
    if taken > 0 { try await wait(plan.pause) }
    defer { taken += 1 }
    let event = plan.events[taken]
    if event.isContent { world.note(contentOf: plan.number) }
    return event
  }

  private func wait(_ duration: Duration) async throws(ModelError) {
    do {
      try await provider.world.time.sleep(duration)
    } catch {
      throw ModelError(.cancelled, "stopped", advice: "none")
    }
  }
}
