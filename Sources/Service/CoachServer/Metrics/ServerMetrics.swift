#if Server
  import CoachKit
  import CoreMetrics

  /// The metrics of the server itself.
  enum ServerMetrics {
    static let requestDuration = "http.server.request.duration"
    static let runningTurns = "coachkit.server.turns.running"
    static let turns = "coachkit.server.turns"
    static let secondOpinions = "coachkit.server.second_opinions"
    static let notices = "coachkit.server.notices"
    static let costStoreFailures = "coachkit.server.cost_store.failures"
    static let unpricedCalls = "coachkit.server.unpriced_calls"
    static let capsReached = "coachkit.server.cost_caps.reached"
    static let thresholdsReached = "coachkit.server.cost_thresholds.reached"

    static let descriptions: [String: MetricDescription] = [
      requestDuration: MetricDescription(
        "Time from a request's head to the end of its response; a stream ends with its last event.",
        unit: "seconds",
        buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]),
      runningTurns: MetricDescription("Turns that run now."),
      turns: MetricDescription("Turns that ended, by their route and outcome."),
      secondOpinions: MetricDescription(
        "Messages about which a second opinion was needed, by what came of it."),
      notices: MetricDescription(
        "Notices that laws ask for and people were shown, by jurisdiction and kind."),
      costStoreFailures: MetricDescription("Costs that could not be stored."),
      unpricedCalls: MetricDescription(
        "Calls without a known price, which thresholds and caps do not see."),
      capsReached: MetricDescription("Calls of models that a cap on spending prevented."),
      thresholdsReached: MetricDescription("People whose costs reached a threshold."),
    ]

    /// Shows what counts failures before there are any: a counter that appears with its first failure has no increase.
    static func begin() {
      Counter(label: costStoreFailures).increment(by: 0)
      Counter(label: unpricedCalls).increment(by: 0)
      for cap in SpendingCaps.Cap.allCases {
        Counter(label: capsReached, dimensions: [("cap", cap.rawValue)]).increment(by: 0)
      }
      for result in SecondOpinionResult.allCases { count(result, by: 0) }
      for name in ["day", "month"] {
        Counter(label: thresholdsReached, dimensions: [("threshold", name)]).increment(by: 0)
      }
    }

    /// Counts a turn that has ended. Those that failed and were refused have the status 200, too.
    static func count(_ outcome: TurnOutcome) {
      let word =
        outcome.failure.map { "failed_\($0.code.rawValue)" }
        ?? outcome.refusal.map { "refused_\($0.reason.word)" } ?? "answered"
      Counter(
        label: turns, dimensions: [("route", outcome.route.rawValue), ("outcome", word)]
      ).increment()
      if let result = outcome.trace.secondOpinion { count(result, by: 1) }
      // A request that was answered before shows its notices again, and is refused.
      guard outcome.refusal == nil else { return }
      for notice in outcome.notices {
        Counter(
          label: notices,
          dimensions: [("jurisdiction", notice.jurisdiction), ("kind", notice.kind.rawValue)]
        ).increment()
      }
    }

    private static func count(_ result: SecondOpinionResult, by number: Int) {
      Counter(label: secondOpinions, dimensions: [("result", result.rawValue)])
        .increment(by: number)
    }
  }
#endif
