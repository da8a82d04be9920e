#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Batches the events of several streams into one round of the loop under load.
///
/// Waking the loop and waking a reader cost far more than the event that causes them. With few streams nothing is
/// delayed. With many, a round that closely follows another is followed by a pause of a millisecond, so that the next
/// one finds the events of several streams. Only replies are delayed, never requests or connections that are being
/// established.
struct RoundPacer {
  /// With fewer streams than this every event is delivered at once.
  private static let manyStreams = 8
  /// The minimum time between two rounds.
  private static let gap = Duration.microseconds(1000)

  private var last: ContinuousClock.Instant?

  /// Pauses if the round that ends now closely followed another and delivered only replies.
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
