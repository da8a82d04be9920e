#if Server
  import Synchronization

  /// All series by metric and labels, limited in number.
  ///
  /// Labels come from data, such as the model that a provider says it used, so that their number
  /// must be assumed to be unlimited.
  final class SeriesRegistry: Sendable {
    /// Why a series is not among those that are written.
    enum DropReason: String, CaseIterable {
      /// There are too many series; its values are counted in the metric's overflow.
      case seriesLimit = "series_limit"
      /// There are too many metrics; its values are lost.
      case metricLimit = "metric_limit"
      /// A metric of another type has this name; its values are lost.
      case typeConflict = "type_conflict"
    }

    fileprivate struct Metric {
      let name: MetricName
      let help: String
      var series: [MetricLabels: any MetricSeries] = [:]
    }

    fileprivate struct State {
      /// By base name.
      var metrics: [String: Metric] = [:]
      /// All names that are in use by a metric.
      var claimed: Set<String> = []
      var count = 0
    }

    private let maximumSeries: Int
    private let maximumMetrics: Int
    private let state: Mutex<State>
    private let drops: [DropReason: CounterSeries]

    /// Creates a registry that counts dropped series in a metric of its own.
    init(maximumSeries: Int, maximumMetrics: Int) {
      self.maximumSeries = maximumSeries
      self.maximumMetrics = maximumMetrics
      let name = MetricName("coachkit.metrics.dropped_series", unit: nil, kind: .counter)
      var metric = Metric(
        name: name, help: "Series beyond a limit, counted each time one is used.")
      var drops: [DropReason: CounterSeries] = [:]
      for reason in DropReason.allCases {
        let labels = MetricLabels([("reason", reason.rawValue)])
        let counter = CounterSeries(SeriesAddress(name: name, labels: labels))
        metric.series[labels] = counter
        drops[reason] = counter
      }
      self.drops = drops
      state = Mutex(
        State(
          metrics: [name.base: metric], claimed: Set(name.claimed), count: metric.series.count))
    }

    /// Returns the series at an address, which is made if there is none.
    ///
    /// Beyond a limit it is the metric's overflow, or one that is never written: whoever measures
    /// need not know.
    func series<Series: MetricSeries>(
      at address: SeriesAddress, help: String, make: (SeriesAddress) -> Series
    ) -> Series {
      let (series, reason) = state.withLock { state -> (Series, DropReason?) in
        if let reason = open(address.name, help: help, in: &state) {
          return (make(address), reason)
        }
        if let known = state.series(at: address) as? Series { return (known, nil) }
        guard state.count >= maximumSeries else {
          return (state.add(make(address)), nil)
        }
        let overflow = SeriesAddress(name: address.name, labels: .overflow)
        let series = state.series(at: overflow) as? Series ?? state.add(make(overflow))
        return (series, .seriesLimit)
      }
      if let reason { drops[reason]?.increment(by: 1 as Int64) }
      return series
    }

    /// Finds or adds a metric; returns why it cannot be used.
    private func open(_ name: MetricName, help: String, in state: inout State) -> DropReason? {
      if let metric = state.metrics[name.base] {
        return metric.name == name ? nil : .typeConflict
      }
      guard state.metrics.count < maximumMetrics else { return .metricLimit }
      guard state.claimed.isDisjoint(with: name.claimed) else { return .typeConflict }
      state.metrics[name.base] = Metric(name: name, help: help)
      state.claimed.formUnion(name.claimed)
      return nil
    }

    /// Removes a series that will not change any more. A metric's overflow stays, since others use
    /// it, too.
    func remove(_ series: any MetricSeries) {
      guard series.address.labels != .overflow else { return }
      state.withLock { $0.remove(series) }
    }

    /// Writes all metrics, sorted by name and labels.
    func write(to text: inout ExpositionWriter) {
      // Sorted and written outside of the lock: the copy costs nothing until a series is added.
      let metrics = state.withLock { $0.metrics }
      for (_, metric) in metrics.sorted(by: { $0.key < $1.key }) {
        text.begin(metric.name, help: metric.help)
        for (_, series) in metric.series.sorted(by: { $0.key.text < $1.key.text }) {
          series.write(to: &text)
        }
      }
    }
  }

  extension SeriesRegistry.State {
    fileprivate func series(at address: SeriesAddress) -> (any MetricSeries)? {
      metrics[address.name.base]?.series[address.labels]
    }

    fileprivate mutating func add<Series: MetricSeries>(_ series: Series) -> Series {
      metrics[series.address.name.base]?.series[series.address.labels] = series
      count += 1
      return series
    }

    fileprivate mutating func remove(_ series: any MetricSeries) {
      let address = series.address
      // Another one may have been made at the same address since.
      guard self.series(at: address) === series else { return }
      metrics[address.name.base]?.series[address.labels] = nil
      count -= 1
      if metrics[address.name.base]?.series.isEmpty == true {
        metrics[address.name.base] = nil
        claimed.subtract(address.name.claimed)
      }
    }
  }
#endif
