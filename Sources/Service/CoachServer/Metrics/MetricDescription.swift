#if Server
  import ModelLayers

  /// What a metric measures, its unit, and the buckets of its histogram.
  ///
  /// Swift's metrics have only a label, so whoever exports them must know the rest.
  package struct MetricDescription: Sendable, Hashable {
    /// What is measured, in one sentence.
    package var help: String
    /// The unit, in full and in the plural, such as `seconds`; it becomes the end of the name.
    package var unit: String?
    /// The upper bounds of the buckets, in the metric's unit; nil for those that suit most metrics
    /// of its kind.
    package var buckets: [Double]?

    package init(_ help: String, unit: String? = nil, buckets: [Double]? = nil) {
      self.help = help
      self.unit = unit
      self.buckets = buckets
    }
  }

  extension MetricDescription {
    /// The metrics of calls to models and of traces, by their labels.
    ///
    /// The buckets are those of OpenTelemetry's semantic conventions for generative AI, so that
    /// dashboards for these conventions work.
    package static let known: [String: MetricDescription] = [
      TelemetryNames.Metric.tokens: MetricDescription(
        "Tokens of a call to a model.", buckets: (0...13).map { Double(1 << ($0 * 2)) }),
      TelemetryNames.Metric.duration: MetricDescription(
        "Time from the start of a call to the end of its reply.", unit: "seconds",
        buckets: callDurations),
      TelemetryNames.Metric.timeToFirstChunk: MetricDescription(
        "Time from the start of a call to the first content of its reply.", unit: "seconds",
        buckets: callDurations),
      TelemetryNames.Metric.cost: MetricDescription(
        "Cost of calls to models, in millionths of a dollar."),
      TelemetryNames.Metric.breakerOpen: MetricDescription(
        "1 while the circuit breaker of a model is open, 0 otherwise."),
      TelemetryNames.Metric.breakerOpenings: MetricDescription(
        "How often the circuit breaker of a model has opened."),
      "coachkit.spans.exported": MetricDescription("Spans that the trace collector has accepted."),
      "coachkit.spans.dropped": MetricDescription("Spans that were lost, by reason."),
    ]

    private static let callDurations = [
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ]
  }
#endif
