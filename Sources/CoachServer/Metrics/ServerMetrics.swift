#if Server
  /// The metrics of the server itself.
  enum ServerMetrics {
    static let requestDuration = "http.server.request.duration"
    static let runningTurns = "coachkit.server.turns.running"
    static let costStoreFailures = "coachkit.server.cost_store.failures"
    static let thresholdsReached = "coachkit.server.cost_thresholds.reached"

    static let descriptions: [String: MetricDescription] = [
      requestDuration: MetricDescription(
        "Time from a request's head to the end of its response; a stream ends with its last event.",
        unit: "seconds",
        buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]),
      runningTurns: MetricDescription("Turns that run now."),
      costStoreFailures: MetricDescription("Costs that could not be stored."),
      thresholdsReached: MetricDescription("People whose costs reached a threshold."),
    ]
  }
#endif
