#if Server
  /// The upper bounds of a histogram's buckets; a last bucket without bound follows them.
  struct HistogramBuckets: Sendable {
    /// Finite and ascending.
    let bounds: [Double]
    /// The bounds as values of the label `le`, that of the last bucket included.
    ///
    /// With a decimal point, as OpenMetrics demands it and the text format permits it.
    let labels: [String]

    init(_ bounds: [Double]) {
      self.bounds = Set(bounds.filter(\.isFinite)).sorted()
      labels = self.bounds.map { "\($0)" } + ["+Inf"]
    }

    /// The position of the bucket that counts a value: the first one whose bound is not less.
    func position(of value: Double) -> Int {
      // Linear, because most values of most metrics fall into the first buckets.
      bounds.firstIndex { value <= $0 } ?? bounds.count
    }

    /// In seconds: from a cache's answer to a reply that streams for minutes.
    static let durations = HistogramBuckets(
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300])

    /// For numbers of an unknown unit.
    static let amounts = HistogramBuckets(
      [0.001, 0.01, 0.1, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000])
  }
#endif
