#if Postgres
  /// The time until which a thread works on a call.
  struct Deadline: Sendable {
    /// The time that the caller allowed, for the message.
    let limit: Duration
    private let instant: ContinuousClock.Instant

    /// The deadline of a thread for a call that starts now.
    init(within limit: Duration) {
      self.limit = limit
      instant = .now + PostgresTimeouts.thread(within: limit)
    }

    var failure: PostgresFailure { .deadline(limit) }

    /// The time left; not positive when there is none.
    var rest: Duration { ContinuousClock.now.duration(to: instant) }

    /// The milliseconds left, rounded up; `nil` when there are none.
    var milliseconds: Int32? {
      let rest = rest
      return rest > .zero ? Int32(clamping: rest.positiveMilliseconds + 1) : nil
    }
  }
#endif
