#if Server
  import CoachKit
  import Logging
  import Metrics
  import Synchronization

  /// Stores what calls of models cost, and says when a person's costs reach a threshold.
  struct CostKeeper: Sendable {
    let store: any CostStore
    let thresholds: ServerSettings.CostThresholds
    let clock: CallClock
    let logger: Logger
    private let reached = ReachedThresholds()

    /// The number of days of the longer threshold.
    static let monthDays = 30
    private static let timeout = Duration.seconds(2)

    init(
      store: any CostStore, thresholds: ServerSettings.CostThresholds, clock: CallClock,
      logger: Logger
    ) {
      self.store = store
      self.thresholds = thresholds
      self.clock = clock
      self.logger = logger
    }

    /// Stores calls that were made for a person. A failure is only logged and counted: nobody is refused because of a
    /// figure, and nobody waits for a store that hangs.
    func add(_ calls: [TurnCall], for person: String) async {
      guard !calls.isEmpty else { return }
      let today = CalendarDay(unixTime: clock.unixTime())
      let entries = calls.map { call in
        CostEntry(
          person: person, day: today, purpose: call.purpose, model: call.model.description,
          figures: CostFigures(usage: call.usage, cost: call.cost))
      }
      // To its end, even if the caller has left.
      await Task {
        let failure = await TurnTimeouts.result(within: Self.timeout, clock) { () -> String? in
          do {
            try await store.add(entries)
            return nil
          } catch {
            // Errors of the stores quote nobody.
            return "\(error)"
          }
        }
        // Without an answer in time, the figures may still be stored.
        if let failure = failure ?? .some("no answer within \(Self.timeout)") {
          Counter(label: ServerMetrics.costStoreFailures).increment()
          logger.error(
            "the costs of calls were not stored",
            metadata: ["calls": "\(calls.count)", "error": "\(failure)"])
        } else if entries.contains(where: { $0.figures.nanodollars > 0 }) {
          _ = await TurnTimeouts.result(within: Self.timeout, clock) {
            await check(person, on: today)
          }
        }
      }.value
    }

    /// Says which thresholds a person's costs have reached, of each day once.
    private func check(_ person: String, on today: CalendarDay) async {
      for (name, threshold, first) in limits(on: today) {
        var query = CostQuery(by: .person)
        (query.person, query.first, query.last) = (person, first, today)
        do {
          let sum = try await store.costs(query).first?.figures.nanodollars ?? 0
          guard sum >= Int(threshold * 1e9), reached.insert(name, of: person, on: today) else {
            continue
          }
        } catch {
          logger.error("a person's costs could not be read", metadata: ["error": "\(error)"])
          continue
        }
        Counter(label: ServerMetrics.thresholdsReached, dimensions: [("threshold", name)])
          .increment()
        logger.warning(
          "a person's costs reached a threshold",
          metadata: ["person": "\(person)", "threshold": "\(name)", "dollars": "\(threshold)"])
      }
    }

    /// The thresholds with the first day that each counts.
    func limits(on today: CalendarDay) -> [(name: String, dollars: Double, first: CalendarDay)] {
      [
        thresholds.day.map { ("day", $0, today) },
        thresholds.month.map { ("month", $0, today.adding(days: 1 - Self.monthDays)) },
      ].compactMap { $0 }
    }
  }

  /// The thresholds that people have reached on the present day, so that each is reported once by this process.
  private final class ReachedThresholds: Sendable {
    private struct Entry: Hashable {
      var person: String
      var threshold: String
    }

    private let entries = Mutex<(day: CalendarDay?, all: Set<Entry>)>((nil, []))

    /// Adds a threshold. Returns `false` if it was reached before on this day.
    func insert(_ threshold: String, of person: String, on day: CalendarDay) -> Bool {
      entries.withLock { entries in
        if entries.day != day { entries = (day, []) }
        return entries.all.insert(Entry(person: person, threshold: threshold)).inserted
      }
    }
  }
#endif
