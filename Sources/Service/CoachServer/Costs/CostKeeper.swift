#if Server
  import CoachKit
  import Logging
  import Metrics
  import Synchronization

  /// Stores what calls of models cost, and says when a person's costs reach a threshold, or somebody's a cap.
  struct CostKeeper: Sendable {
    let store: any CostStore
    let thresholds: ServerSettings.CostThresholds
    let clock: CallClock
    let logger: Logger
    /// The caps; `nil` for none.
    let limit: StoredSpendingLimit?
    private let reached = ReachedThresholds()

    private static let timeout = Duration.seconds(2)

    init(
      store: any CostStore, thresholds: ServerSettings.CostThresholds,
      caps: SpendingCaps = SpendingCaps(), clock: CallClock, logger: Logger
    ) {
      limit = caps.isEmpty ? nil : StoredSpendingLimit(caps, store: store)
      self.store = store
      self.thresholds = thresholds
      self.clock = clock
      self.logger = logger
    }

    /// Stores calls that were made for a person. A failure is only logged and counted: nobody is refused because of a
    /// figure, and nobody waits for a store that hangs.
    ///
    /// - Parameter key: The name of the caller's key.
    func add(_ calls: [TurnCall], for person: String, by key: String) async {
      guard !calls.isEmpty else { return }
      let today = CalendarDay(unixTime: clock.unixTime())
      let entries = calls.map { call in
        CostEntry(
          person: person, day: today, purpose: call.purpose, model: call.model.description,
          key: key, figures: CostFigures(usage: call.usage, cost: call.cost))
      }
      let unpriced = entries.reduce(0) { $0 + $1.figures.unpricedCalls }
      if unpriced > 0 { Counter(label: ServerMetrics.unpricedCalls).increment(by: unpriced) }
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
        // Not before: a reading in between would lack them and stand for a second. Figures that could not be stored count until
        // the next reading.
        limit?.note(entries)
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
      for (window, threshold) in limits {
        let (name, first) = (window.rawValue, window.first(endingOn: today))
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

    /// The thresholds, by the days over which costs are added up.
    var limits: [(window: CostWindow, dollars: Double)] {
      [thresholds.day.map { (.day, $0) }, thresholds.month.map { (.month, $0) }].compactMap { $0 }
    }

    /// Returns what holds the caps for a caller with a key; `nil` without caps.
    func limit(of key: String) -> (any SpendingLimiting)? {
      limit.map { limit in
        var limit = limit
        limit.key = key
        return WatchedSpendingLimit(limit: limit, keeper: self)
      }
    }

    /// Counts a call that a cap prevents, and logs the cap once a day.
    fileprivate func note(_ cap: ReachedCap, of person: String?, _ key: String?, at now: Double) {
      Counter(label: ServerMetrics.capsReached, dimensions: [("cap", cap.cap.rawValue)]).increment()
      var metadata: Logger.Metadata = [
        "cap": "\(cap.cap.rawValue)", "dollars": "\(cap.dollars)", "spent": "\(cap.spent)",
      ]
      if let day = cap.resumesOn { metadata["resumes_on"] = "\(day)" }
      let whose =
        switch cap.cap {
        case .personDay, .personMonth: ("person", person)
        case .keyDay, .keyMonth: ("key", key)
        case .serverDay, .serverMonth: ("server", nil as String?)
        }
      if let name = whose.1 { metadata[whose.0] = "\(name)" }
      let today = CalendarDay(unixTime: now)
      guard reached.insert("cap \(cap.cap.rawValue)", of: whose.1 ?? "", on: today) else { return }
      logger.warning("a cap on spending is reached", metadata: metadata)
    }
  }

  /// The caps for callers with a key, whose effect operators learn of.
  private struct WatchedSpendingLimit: SpendingLimiting {
    let limit: StoredSpendingLimit
    let keeper: CostKeeper

    func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap? {
      let cap = try await limit.reachedCap(for: person, at: now)
      if let cap { keeper.note(cap, of: person, limit.key, at: now) }
      return cap
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
