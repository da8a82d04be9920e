/// A clock on which a sleep lasts until the test ends it.
package final class TickingClock: Clock {
  private struct Sleeps: Sendable {
    var started = 0
    var ended = 0
  }

  private let sleeps = Observed(Sleeps())

  package init() {}

  package var now: ContinuousClock.Instant { .now }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let number = sleeps.update { sleeps in
      sleeps.started += 1
      return sleeps.started
    }
    try await sleeps.until { $0.ended >= number }
  }

  /// Waits until a task sleeps.
  package func untilAsleep() async throws {
    try await sleeps.until { $0.started > $0.ended }
  }

  /// Ends the current sleep.
  package func tick() { sleeps.update { $0.ended += 1 } }
}
