import LanguageModels

/// The state of a breaker: pure, told the time.
struct Circuit {
  /// What an ended call says of the provider.
  enum Outcome { case good, bad, neither }

  /// Whether a call may go.
  enum Admission: Equatable {
    case admitted(isTrial: Bool)
    case refused(Duration)
  }

  private enum Phase {
    case closed
    case open(until: ContinuousClock.Instant)
    /// One call is under way to see whether the provider answers again.
    case trying(since: ContinuousClock.Instant)
  }

  /// The calls of a few seconds.
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

  /// Whether a call may go now.
  mutating func admit(at now: ContinuousClock.Instant, _ policy: BreakerPolicy) -> Admission {
    switch phase {
    case .closed: return .admitted(isTrial: false)
    case .open(let end):
      guard now >= end else { return .refused(now.duration(to: end)) }
    case .trying(let begun):
      // A trial whose end is never heard of must not keep everyone out.
      let patience = policy.maximumCoolDown
      guard now >= begun + patience else { return .refused(now.duration(to: begun + patience)) }
    }
    phase = .trying(since: now)
    return .admitted(isTrial: true)
  }

  /// The provider answers again.
  mutating func close() {
    phase = .closed
    slices = []
    coolDown = nil
  }

  /// A call has ended.
  mutating func end(
    _ outcome: Outcome, isTrial: Bool, at now: ContinuousClock.Instant, _ policy: BreakerPolicy
  ) {
    if isTrial, case .trying = phase {
      switch outcome {
      case .good: close()
      case .bad: open(at: now, policy)
      // It said nothing of the provider, so the next call is the trial.
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
    // Ends are told in order but for threads that pass each other: the last slice takes them.
    if slices.last.map({ $0.number < number }) ?? true { slices.append(Slice(number: number)) }
    switch outcome {
    case .good: slices[slices.count - 1].good += 1
    case .bad: slices[slices.count - 1].bad += 1
    case .neither: break
    }
  }
}
