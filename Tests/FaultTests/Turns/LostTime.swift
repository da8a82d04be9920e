import WireFaults

/// How long this process was kept waiting by other work, so that a limit of time judges the product and not
/// what else the machine does.
final class LostTime: Sendable {
  private struct State {
    var lost = Duration.zero
    var due = ContinuousClock.now
  }

  private static let beat = Duration.milliseconds(25)
  /// A timer that is late by no more is as punctual as timers are.
  private static let punctual = Duration.milliseconds(20)

  private let state: Guarded<State>
  private let beats: Task<Void, Never>

  /// Begins to watch.
  init() {
    let state = Guarded(State())
    self.state = state
    beats = Task {
      while !Task.isCancelled {
        let due = ContinuousClock.now + Self.beat
        state.withLock { $0.due = due }
        try? await Task.sleep(until: due, clock: .continuous)
        state.withLock { $0.lost += Self.lateness(of: due) }
      }
    }
  }

  deinit { beats.cancel() }

  /// What was lost so far.
  var total: Duration { state.withLock { $0.lost + Self.lateness(of: $0.due) } }

  private static func lateness(of due: ContinuousClock.Instant) -> Duration {
    let late = due.duration(to: .now)
    return late > punctual ? late : .zero
  }
}
