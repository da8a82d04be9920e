package import LanguageModels
import Synchronization

/// A clock that stands still until a task waits; the wait then ends at once and is recorded.
package final class ManualClock: Sendable {
  private struct State {
    var elapsed = Duration.zero
    var origin: Double
    var slept: [Duration] = []
  }

  private let started = ContinuousClock.now
  private let state: Mutex<State>
  private let onSleep: @Sendable (Duration) async -> Void

  /// Creates a clock; `onSleep` runs at the start of every wait, before time advances.
  package init(
    unixTime: Double = 0, onSleep: @escaping @Sendable (Duration) async -> Void = { _ in }
  ) {
    state = Mutex(State(origin: unixTime))
    self.onSleep = onSleep
  }

  /// The clock for a call.
  package var clock: CallClock {
    CallClock(
      now: { self.now }, unixTime: { self.unixTime }, sleep: { try await self.sleep($0) })
  }

  /// The current instant of this clock.
  package var now: ContinuousClock.Instant { started + elapsed }

  /// The time by which the clock has advanced.
  package var elapsed: Duration { state.withLock { $0.elapsed } }

  /// Seconds since 1970; it advances with the clock.
  package var unixTime: Double {
    get { state.withLock { $0.origin + $0.elapsed / .seconds(1) } }
    set { state.withLock { $0.origin = newValue - $0.elapsed / .seconds(1) } }
  }

  /// All waits so far, in order, including interrupted ones.
  package var slept: [Duration] { state.withLock { $0.slept } }

  /// Advances the time without a wait.
  package func advance(by duration: Duration) {
    state.withLock { $0.elapsed += duration }
  }

  private func sleep(_ duration: Duration) async throws {
    state.withLock { $0.slept.append(duration) }
    await onSleep(duration)
    try Task.checkCancellation()
    advance(by: duration)
    await Task.yield()
  }
}
