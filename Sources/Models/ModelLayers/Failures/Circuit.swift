import LanguageModels

/// The state machine of a circuit breaker; callers pass the current time.
struct Circuit {
  /// What the end of a call says about the provider's health.
  enum Outcome {
    case good, bad
    /// A rate limit: no sign of a failure, and no reason to ask again before the next probe is due.
    case limited
    case neither
  }

  /// A call that was let through.
  struct Pass: Equatable, Sendable {
    /// The number of the call among those let through, from 1.
    let number: Int
    /// Whether the call was let through an open circuit, to see whether the provider has recovered.
    let isProbe: Bool
  }

  /// Whether a call is let through; a refusal has the time until the next probe.
  enum Admission: Equatable {
    case admitted(Pass)
    case refused(Duration)
  }

  /// A change of the state; closing has the time for which the circuit was open.
  enum Change: Equatable {
    case opened
    case closed(after: Duration)
  }

  private enum Phase {
    case closed
    case open(since: ContinuousClock.Instant, nextProbe: ContinuousClock.Instant)
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
  private var origin: ContinuousClock.Instant?
  /// The last wait for a probe.
  private var wait = Duration.zero
  /// The number of calls let through.
  private var admitted = 0
  /// That number at the last change of the state: the outcomes of these calls say nothing about the present.
  private var admittedBeforeChange = 0
  /// The probe whose content closed the circuit. How it ends counts, although it began before.
  private var closingProbe: Int?
  /// The last probe, until it ends.
  private var lastProbe: Int?

  /// The present state.
  var state: BreakerState {
    guard case .open(let since, let nextProbe) = phase else { return .closed }
    return lastProbe == nil
      ? .open(since: since, nextProbe: nextProbe) : .probing(since: since, nextProbe: nextProbe)
  }

  /// Returns whether a call may be sent now.
  ///
  /// Of the calls that an open circuit gets, one becomes the probe after each wait, whether or not the earlier probes
  /// have ended: a silent server would otherwise block the recovery until its probes time out. So the waits, not a
  /// maximum, bound the number of probes at a time.
  mutating func admit(at now: ContinuousClock.Instant, _ policy: BreakerPolicy) -> Admission {
    guard case .open(let since, let nextProbe) = phase else { return .admitted(pass()) }
    guard now >= nextProbe else { return .refused(now.duration(to: nextProbe)) }
    wait = min(wait * 3 / 2, policy.maximumCoolDown)
    phase = .open(since: since, nextProbe: now + wait)
    let probe = pass(isProbe: true)
    lastProbe = probe.number
    return .admitted(probe)
  }

  /// Records that content has arrived: that of a probe closes the circuit.
  mutating func answer(_ pass: Pass, at now: ContinuousClock.Instant) -> Change? {
    guard pass.isProbe, case .open(let since, _) = phase else { return nil }
    closingProbe = pass.number
    return close(at: now, openedAt: since)
  }

  /// Records the end of a call, and opens the circuit if too many have failed.
  mutating func end(
    _ outcome: Outcome, of pass: Pass, at now: ContinuousClock.Instant, _ policy: BreakerPolicy
  ) -> Change? {
    let isLastProbe = lastProbe == pass.number
    if isLastProbe { lastProbe = nil }
    if case .open(let since, _) = phase {
      guard pass.isProbe else { return nil }
      switch outcome {
      case .good: return close(at: now, openedAt: since)
      // The probe was inconclusive, so the next call becomes the probe.
      case .neither where isLastProbe: phase = .open(since: since, nextProbe: now)
      // The next probe is due when it was before.
      case .bad, .limited, .neither: break
      }
      return nil
    }
    guard pass.number > admittedBeforeChange || pass.number == closingProbe else { return nil }
    count(outcome, at: now)
    let (good, bad) = slices.reduce((0, 0)) { ($0.0 + $1.good, $0.1 + $1.bad) }
    guard good + bad >= policy.minimumCalls,
      Double(bad) > policy.failureShare * Double(good + bad)
    else { return nil }
    wait = min(policy.coolDown, policy.maximumCoolDown)
    change(to: .open(since: now, nextProbe: now + wait))
    return .opened
  }

  private mutating func pass(isProbe: Bool = false) -> Pass {
    admitted += 1
    return Pass(number: admitted, isProbe: isProbe)
  }

  private mutating func close(
    at now: ContinuousClock.Instant, openedAt since: ContinuousClock.Instant
  ) -> Change {
    change(to: .closed)
    return .closed(after: since.duration(to: now))
  }

  private mutating func change(to phase: Phase) {
    self.phase = phase
    slices = []
    lastProbe = nil
    admittedBeforeChange = admitted
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
    case .limited, .neither: break
    }
  }
}
