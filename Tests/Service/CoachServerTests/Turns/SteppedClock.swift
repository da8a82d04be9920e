#if Server
  import CoachKit
  import TestKit

  /// A clock that stands still until a test moves it on.
  final class SteppedClock: Sendable {
    private let start = ContinuousClock.now
    private let elapsed = Observed(Duration.zero)
    private let asleep = Observed<[Duration]>([])

    /// The clock for a server. It starts on 21 November 2026.
    var clock: CallClock {
      CallClock(
        now: { self.start + self.elapsed.current },
        unixTime: { 1_795_219_200 + self.elapsed.current / .seconds(1) },
        sleep: { try await self.sleep($0) })
    }

    func advance(by duration: Duration) { elapsed.update { $0 += duration } }

    /// Waits until tasks have begun so many sleeps of this length.
    func untilAsleep(_ duration: Duration, times: Int = 1) async throws {
      try await asleep.until { sleeps in sleeps.count { $0 == duration } >= times }
    }

    private func sleep(_ duration: Duration) async throws {
      let wake = elapsed.current + duration
      asleep.update { $0.append(duration) }
      do {
        try await elapsed.until { $0 >= wake }
      } catch {
        throw CancellationError()
      }
    }
  }
#endif
