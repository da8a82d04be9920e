package import CoachModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of time for a call, and its way to wait.
///
/// Everything that waits or measures takes its time from here, so that a test can simulate an hour of outages in a
/// moment.
public struct CallClock: Sendable {
  /// A class, because every layer of every call passes the clock on as one reference.
  private final class Source: Sendable {
    let now: @Sendable () -> ContinuousClock.Instant
    let unixTime: @Sendable () -> Double
    let sleep: @Sendable (Duration) async throws -> Void

    init(
      now: @escaping @Sendable () -> ContinuousClock.Instant,
      unixTime: @escaping @Sendable () -> Double,
      sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
      self.now = now
      self.unixTime = unixTime
      self.sleep = sleep
    }
  }

  private let source: Source

  /// Creates a clock. `sleep` defaults to suspending the task in real time; it must throw when the task is cancelled.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    unixTime: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    source = Source(now: now, unixTime: unixTime, sleep: sleep)
  }

  /// The clocks of the operating system.
  public static let system = CallClock(
    now: { ContinuousClock.now }, unixTime: { Date().timeIntervalSince1970 })

  /// Returns the current instant, for deadlines and durations.
  public func now() -> ContinuousClock.Instant { source.now() }

  /// Returns the seconds since 1970, for comparing with dates that servers send and for dated prices.
  public func unixTime() -> Double { source.unixTime() }

  /// The current day, for dated prices.
  package var today: CalendarDay { CalendarDay(unixTime: unixTime()) }

  /// Waits for a duration. Throws if the task is cancelled.
  public func sleep(_ duration: Duration) async throws { try await source.sleep(duration) }
}
