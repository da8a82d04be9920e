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
/// streams nothing is held back; with many, the round after one that followed closely on another is put
/// off by a millisecond, and then finds the events of several streams. Only replies wait like that, never
/// requests or connections that are coming about.
struct RoundPacer {
  /// Below this many streams every event is handed on at once.
  private static let manyStreams = 8
  /// The least time between two rounds.
  private static let gap = Duration.microseconds(1000)

  private var last: ContinuousClock.Instant?

  /// Waits, if the round that ends now came right after another and brought nothing but replies.
  mutating func endRound(at now: ContinuousClock.Instant, streams: Int, broughtOnlyReplies: Bool) {
    let previous = last
    last = now
    guard broughtOnlyReplies, streams >= Self.manyStreams, let previous,
      previous.duration(to: now) < Self.gap
    else {
      return
    }
    usleep(UInt32(Self.gap / .microseconds(1)))
    last = .now
  }
}
