#if Server
  import CoreMetrics
  import Synchronization

  /// How many values fell into each of a histogram's buckets, and their sum.
  final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
    private struct State {
      /// By bucket, not cumulative.
      var counts: [UInt64]
      var sum = 0.0
    }

    static let kind = MetricKind.histogram
    let address: SeriesAddress
    private let buckets: HistogramBuckets
    /// A lock and not atomics, so that sum and counts of one exposition belong together.
    private let state: Mutex<State>

    init(_ address: SeriesAddress, buckets: HistogramBuckets) {
      self.address = address
      self.buckets = buckets
      state = Mutex(State(counts: Array(repeating: 0, count: buckets.bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    /// Counts a value; one that is not finite is ignored, because the sum would never recover.
    func record(_ value: Double) {
      guard value.isFinite else { return }
      let position = buckets.position(of: value)
      state.withLock { state in
        state.counts[position] += 1
        state.sum += value
      }
    }

    /// Counts a duration in seconds; one below zero, from a clock that was set back, as zero.
    func recordNanoseconds(_ duration: Int64) {
      record(Double(max(0, duration)) / 1e9)
    }

    func write(to text: inout ExpositionWriter) {
      let state = state.withLock { $0 }
      var count: UInt64 = 0
      for (bucket, label) in zip(state.counts, buckets.labels) {
        count += bucket
        text.sample(address, suffix: "_bucket", bound: label, value: count)
      }
      text.sample(address, suffix: "_sum", value: state.sum)
      text.sample(address, suffix: "_count", value: count)
    }
  }
#endif
