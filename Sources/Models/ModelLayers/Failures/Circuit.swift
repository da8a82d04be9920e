import LanguageModels

/// The state machine of a circuit breaker; callers pass the current time.
struct Circuit {
  /// What the end of a call says about the provider's health.
  enum Outcome { case good, bad, neither }

  /// Whether a call is let through; a refusal has the time until the next trial.
  enum Admission: Equatable {
    case admitted(isTrial: Bool)
    case refused(Duration)
  }

  private enum Phase {
    case closed
    case open(until: ContinuousClock.Instant)
    /// Half-open: one trial call is in progress to see whether the provider has recovered.
    case trying(since: ContinuousClock.Instant)
  }

  /// The outcomes of the calls within a few seconds.
  private struct Slice {
    var number: Int
    var good = 0
    var bad = 0
  }

  private static let sliceLength = 5
  private static let sliceCount = 12

  private var phase = Phase.closed
  private var slices: [Slice] = []
  private var coolDown: Duration?
  private var origin: ContinuousClock.Instant?

  /// Returns whether a call may be sent now.
  mutating func admit(at now: ContinuousClock.Instant, _ policy: BreakerPolicy) -> Admission {
    switch phase {
    case .closed: return .admitted(isTrial: false)
    case .open(let end):
      guard now >= end else { return .refused(now.duration(to: end)) }
    case .trying(let started):
      // A trial whose end is never reported must not block all later calls.
      let limit = policy.maximumCoolDown
      guard now >= started + limit else { return .refused(now.duration(to: started + limit)) }
    }
    phase = .trying(since: now)
    return .admitted(isTrial: true)
  }

  /// Closes the circuit: the provider has recovered.
  mutating func close() {
    phase = .closed
    slices = []
    coolDown = nil
  }

  /// Records the end of a call, and opens the circuit if too many have failed.
  mutating func end(
    _ outcome: Outcome, isTrial: Bool, at now: ContinuousClock.Instant, policy: BreakerPolicy
  ) {
    if isTrial, case .trying = phase {
      switch outcome {
      case .good: close()
      case .bad: open(at: now, policy)
      // The trial was inconclusive, so the next call becomes the trial.
      case .neither: phase = .open(until: now)
      }
      return
    }
    guard case .closed = phase else { return }
    count(outcome, at: now)
    let (good, bad) = slices.reduce((0, 0)) { ($0.0 + $1.good, $0.1 + $1.bad) }
    if good + bad >= policy.minimumCalls,
      Double(bad) > policy.failureShare * Double(good + bad)
    {
      open(at: now, policy)
    }
  }

  private mutating func open(at now: ContinuousClock.Instant, _ policy: BreakerPolicy) {
    let length = min(coolDown.map { $0 * 2 } ?? policy.coolDown, policy.maximumCoolDown)
    coolDown = length
    slices = []
    phase = .open(until: now + length)
  }

  private mutating func count(_ outcome: Outcome, at now: ContinuousClock.Instant) {
    let origin = origin ?? now
    self.origin = origin
    let number = Int(origin.duration(to: now).components.seconds) / Self.sliceLength
    slices.removeAll { $0.number <= number - Self.sliceCount }
    // Ends arrive in order except for racing threads, whose outcomes are counted in the last slice.
    if slices.last.map({ $0.number < number }) ?? true { slices.append(Slice(number: number)) }
    switch outcome {
    case .good: slices[slices.count - 1].good += 1
    case .bad: slices[slices.count - 1].bad += 1
    case .neither: break
    }
  }
}
