#if Server
  import Synchronization

  /// A request until its end, which is noted once. It gives its place back however it ends, also if the connection fails before
  /// anything of the response was written.
  final class RunningRequest: Sendable {
    private let entry: RequestLog.Entry
    private let log: RequestLog
    private let place: Mutex<LoadLimit?>
    private let hasEnded = Atomic(false)

    init(_ entry: RequestLog.Entry, log: RequestLog, place: LoadLimit?) {
      self.entry = entry
      self.log = log
      self.place = Mutex(place)
    }

    deinit { end(status: 499, code: "client_left") }

    /// Returns the place, for a turn that may go on after the request; the caller gives it back.
    func handOver() -> LoadLimit? {
      place.withLock { place in
        defer { place = nil }
        return place
      }
    }

    /// Notes the end. What is noted later has no effect.
    func end(status: Int, code: String? = nil) {
      guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
      handOver()?.release()
      log.note(entry, status: status, code: code)
    }
  }
#endif
