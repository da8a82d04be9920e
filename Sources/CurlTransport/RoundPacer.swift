#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lets several streams share one round of the loop when many are at work.
///
/// A wake-up of the loop and one of a reader cost far more than the event that they are for. With a few
/// streams nothing is held back; with many, a round that follows the last one closely is put off, by less
/// than anybody notices, and then finds the events of several streams.
struct RoundPacer {
  /// Below this many streams every event is handed on at once.
  private static let manyStreams = 8
  /// The least time between two rounds.
  private static let gap = Duration.microseconds(1000)

  private var last: ContinuousClock.Instant?

  /// Waits, if the round that ends now came right after another.
  mutating func endRound(at now: ContinuousClock.Instant, streams: Int) {
    let previous = last
    last = now
    guard streams >= Self.manyStreams, let previous, previous.duration(to: now) < Self.gap else {
      return
    }
    usleep(UInt32(Self.gap / .microseconds(1)))
    last = .now
  }
}
