#if Postgres
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Pauses of random length between attempts, whose range doubles each time.
  ///
  /// Without chance, processes that were in each other's way would be so again.
  struct Backoff: Sendable {
    /// The range of the pause after the second attempt; there is none after the first.
    let first: Duration
    let maximum: Duration

    /// Between attempts to connect.
    static let connecting = Backoff(first: .milliseconds(20), maximum: .seconds(1))
    /// Between changes for which another process was faster.
    static let conflicts = Backoff(first: .milliseconds(2), maximum: .milliseconds(32))

    /// The upper limit of the pause after this many failures.
    func range(after failures: Int) -> Duration {
      guard failures > 1 else { return .zero }
      return min(maximum, first * (1 << min(failures - 2, 20)))
    }

    /// Blocks the thread for a pause, at most until the deadline.
    func pause(after failures: Int, _ random: RandomSource, before deadline: Deadline) {
      let pause = min(range(after: failures) * random.fraction(), deadline.rest)
      guard pause > .zero else { return }
      var time = timespec(
        tv_sec: Int(pause.components.seconds),
        tv_nsec: Int(pause.components.attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
    }
  }

  /// Random numbers for several threads.
  final class RandomSource: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = Mutex(generator)
    }

    /// A number from 0 up to, but not including, 1.
    func fraction() -> Double {
      generator.withLock { Double.random(in: 0..<1, using: &$0) }
    }
  }
#endif
