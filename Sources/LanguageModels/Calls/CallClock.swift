package import CoachModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the time of a call comes from, and how it waits.
///
/// Everything that waits or measures takes its time from here, so that a test can go through an hour
/// of outages in a moment.
public struct CallClock: Sendable {
  /// One reference, since every layer of every call passes the clock on.
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

  /// Creates a clock; without a way to sleep, the system's.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    unixTime: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    source = Source(now: now, unixTime: unixTime, sleep: sleep)
  }

  /// The machine's own time.
  public static let system = CallClock(
    now: { ContinuousClock.now }, unixTime: { Date().timeIntervalSince1970 })

  /// For deadlines and durations.
  public func now() -> ContinuousClock.Instant { source.now() }

  /// Seconds since 1970, for dates: those that servers send, and those of prices.
  public func unixTime() -> Double { source.unixTime() }

  /// The day, for prices.
  package var today: CalendarDay { CalendarDay(unixTime: unixTime()) }

  /// Waits so long. Throws when the task is cancelled.
  public func sleep(_ duration: Duration) async throws { try await source.sleep(duration) }
}
