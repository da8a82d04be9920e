#if Server
  import Metrics
  import Synchronization

  /// The number of requests of a kind that run at once.
  final class LoadLimit: Sendable {
    private let maximum: Int
    private let running = Mutex(0)

    private let gauge: Gauge?

    /// Creates a limit, which shows the number of running requests as a metric if that has a name.
    init(_ maximum: Int, shownAs label: String? = nil) {
      self.maximum = maximum
      gauge = label.map { Gauge(label: $0) }
    }

    /// Takes a place if one is free.
    ///
    /// - Parameter isUrgent: Whether the request may go beyond the maximum, up to twice of it: messages that signal a crisis
    ///   must not wait for a quieter hour.
    func take(isUrgent: Bool = false) -> Bool {
      running.withLock { count in
        guard count < (isUrgent ? 2 * maximum : maximum) else { return false }
        count += 1
        gauge?.record(count)
        return true
      }
    }

    /// Gives a place back.
    func release() {
      running.withLock { count in
        count -= 1
        gauge?.record(count)
      }
    }
  }
#endif
