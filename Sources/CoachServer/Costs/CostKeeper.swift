#if Server
  import CoachKit
  import Logging
  import Metrics

  /// Stores what calls of models cost, and says when a person's costs reach a threshold.
  struct CostKeeper: Sendable {
    let store: any CostStore
    let thresholds: ServerSettings.CostThresholds
    let clock: CallClock
    let logger: Logger

    /// The number of days of the longer threshold.
    static let monthDays = 30
    private static let timeout = Duration.seconds(2)

    /// Stores calls that were made for a person. It fails silently but for the log: nobody should wait or be refused because
    /// of a figure.
    func add(_ calls: [TurnCall], for person: String) async {
      guard !calls.isEmpty else { return }
      let today = CalendarDay(unixTime: clock.unixTime())
      let entries = calls.map { call in
        CostEntry(
          person: person, day: today, purpose: call.purpose, model: call.model.description,
          figures: CostFigures(usage: call.usage, cost: call.cost))
      }
      let added = entries.reduce(0) { $0 + $1.figures.nanodollars }
      // To its end, even if the caller has left.
      let isStored = await Task {
        await TurnTimeouts.result(within: Self.timeout, clock) {
          () -> Bool in
          do {
            try await store.add(entries)
            return true
          } catch {
            return false
          }
        }
      }.value
      guard isStored == true else {
        Counter(label: ServerMetrics.costStoreFailures).increment()
        logger.error("the costs of calls were not stored", metadata: ["calls": "\(calls.count)"])
        return
      }
      await check(person, added: added, on: today)
    }

    private func check(_ person: String, added: Int, on today: CalendarDay) async {
      guard added > 0 else { return }
      for (name, threshold, first) in limits(on: today) {
        var query = CostQuery(by: .person)
        (query.person, query.first, query.last) = (person, first, today)
        guard let sum = try? await store.costs(query).first?.figures.nanodollars else { continue }
        let limit = Int(threshold * 1e9)
        guard sum >= limit, sum - added < limit else { continue }
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
#endif
