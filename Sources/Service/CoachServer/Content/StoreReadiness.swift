#if Server
  import CoachKit
  import Logging

  /// Whether the store takes changes. All who ask within a second share one answer, so that asking costs nothing.
  actor StoreReadiness {
    private let stores: ServerStores
    private let clock: CallClock
    private let logger: Logger
    private var last: (asked: ContinuousClock.Instant, answer: Task<Bool, Never>)?

    private static let validity = Duration.seconds(1)

    init(_ stores: ServerStores, clock: CallClock, logger: Logger) {
      self.stores = stores
      self.clock = clock
      self.logger = logger
    }

    /// Whether the store takes changes now.
    var isReady: Bool {
      get async {
        let now = clock.now()
        if let last, last.asked.duration(to: now) < Self.validity { return await last.answer.value }
        let answer = Task { [stores, clock, logger] in
          do {
            try await stores.probe(at: clock.unixTime())
            return true
          } catch {
            // Errors of the stores quote nobody.
            logger.error("the store takes no changes", metadata: ["error": "\(error)"])
            return false
          }
        }
        last = (now, answer)
        return await answer.value
      }
    }
  }
#endif
