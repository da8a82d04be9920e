package import LanguageModels
import Synchronization

/// A clock that stands still until somebody waits; the wait then ends at once and is recorded.
package final class ManualClock: Sendable {
  private struct State {
    var elapsed = Duration.zero
    var origin: Double
    var slept: [Duration] = []
  }

  private let started = ContinuousClock.now
  private let state: Mutex<State>
  private let onSleep: @Sendable (Duration) async -> Void

  /// Creates a clock; `onSleep` runs at the beginning of every wait, before time goes on.
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

  /// How far the clock has gone.
  package var elapsed: Duration { state.withLock { $0.elapsed } }

  /// Seconds since 1970; it goes on with the clock.
  package var unixTime: Double {
    get { state.withLock { $0.origin + $0.elapsed / .seconds(1) } }
    set { state.withLock { $0.origin = newValue - $0.elapsed / .seconds(1) } }
  }

  /// All waits so far, in order, those that were cut short included.
  package var slept: [Duration] { state.withLock { $0.slept } }

  /// Lets time pass without anyone waiting.
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
