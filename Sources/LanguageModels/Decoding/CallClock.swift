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
  /// For deadlines and durations.
  public var now: @Sendable () -> ContinuousClock.Instant
  /// Seconds since 1970, for dates: those that servers send, and those of prices.
  public var unixTime: @Sendable () -> Double
  /// Waits so long. Throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock; without a way to sleep, the system's.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    unixTime: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.unixTime = unixTime
    self.sleep = sleep
  }

  /// The machine's own time.
  public static let system = CallClock(
    now: { ContinuousClock.now }, unixTime: { Date().timeIntervalSince1970 })
}
