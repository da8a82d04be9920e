#if Server
  /// One series of a metric: the values for one set of labels.
  protocol MetricSeries: AnyObject, Sendable {
    static var kind: MetricKind { get }
    var address: SeriesAddress { get }

    /// Writes the current values.
    func write(to text: inout ExpositionWriter)
  }

  /// Where a series is registered.
  struct SeriesAddress: Sendable, Hashable {
    let name: MetricName
    let labels: MetricLabels
  }
#endif
