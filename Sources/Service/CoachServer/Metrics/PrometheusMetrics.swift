#if Server
  package import CoreMetrics

  /// Metrics that are kept in memory, and written as Prometheus reads them.
  ///
  /// Timers become histograms of seconds, recorders histograms or gauges. The number of series is
  /// limited: beyond the limit, what a metric measures is added up in one series with the label
  /// `overflow`, and `coachkit_metrics_dropped_series_total` counts.
  ///
  /// ```swift
  /// let metrics = PrometheusMetrics()
  /// Counter(label: "turns", dimensions: [("outcome", "done")], factory: metrics).increment()
  /// print(metrics.text())  // turns_total{outcome="done"} 1
  /// ```
  package final class PrometheusMetrics: MetricsFactory {
    private let descriptions: [String: MetricDescription]
    private let buckets: [String: HistogramBuckets]
    private let registry: SeriesRegistry

    /// Creates a factory.
    ///
    /// - Parameters:
    ///   - descriptions: What is known about metrics, by their labels.
    ///   - maximumSeries: The number of series from which on new ones are added up.
    ///   - maximumMetrics: The number of metrics from which on new ones are ignored.
    package init(
      describing descriptions: [String: MetricDescription] = MetricDescription.known,
      maximumSeries: Int = 10_000, maximumMetrics: Int = 1000
    ) {
      self.descriptions = descriptions
      buckets = descriptions.compactMapValues { $0.buckets.map { HistogramBuckets($0) } }
      registry = SeriesRegistry(maximumSeries: maximumSeries, maximumMetrics: maximumMetrics)
    }

    /// Returns all metrics as text, sorted, so that two texts can be compared.
    package func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// Returns the same text as bytes, for the body of a response.
    package func bytes() -> [UInt8] {
      var text = ExpositionWriter()
      registry.write(to: &text)
      return text.bytes
    }

    private func series<Series: MetricSeries>(
      _ label: String, _ dimensions: [(String, String)], unit: String? = nil,
      make: (SeriesAddress) -> Series
    ) -> Series {
      let description = descriptions[label]
      let name = MetricName(label, unit: description?.unit ?? unit, kind: Series.kind)
      return registry.series(
        at: SeriesAddress(name: name, labels: MetricLabels(dimensions)),
        help: description?.help ?? label, make: make)
    }

    private func histogram(
      _ label: String, _ dimensions: [(String, String)], unit: String? = nil,
      default fallback: HistogramBuckets
    ) -> HistogramSeries {
      let buckets = buckets[label] ?? fallback
      return series(label, dimensions, unit: unit) { HistogramSeries($0, buckets: buckets) }
    }

    // MARK: Handlers

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
      series(label, dimensions) { CounterSeries($0) }
    }

    package func makeFloatingPointCounter(
      label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
      series(label, dimensions) { CounterSeries($0) }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
      series(label, dimensions) { GaugeSeries($0) }
    }

    package func makeRecorder(
      label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
      aggregate
        ? histogram(label, dimensions, default: .amounts)
        : series(label, dimensions) { GaugeSeries($0) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
      histogram(label, dimensions, unit: "seconds", default: .durations)
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
      remove(handler)
    }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    private func remove(_ handler: AnyObject) {
      if let series = handler as? any MetricSeries { registry.remove(series) }
    }
  }
#endif
