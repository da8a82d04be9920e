#if Server
  import CoreMetrics

  /// A number that rises and falls.
  final class GaugeSeries: MetricSeries, RecorderHandler, MeterHandler {
    static let kind = MetricKind.gauge
    let address: SeriesAddress
    private let current = AtomicDouble()

    init(_ address: SeriesAddress) {
      self.address = address
    }

    func record(_ value: Int64) { current.value = Double(value) }
    func record(_ value: Double) { current.value = value }
    func set(_ value: Int64) { current.value = Double(value) }
    func set(_ value: Double) { current.value = value }

    func increment(by amount: Double) {
      // What is not finite could never be subtracted again.
      if amount.isFinite { current.add(amount) }
    }

    func decrement(by amount: Double) { increment(by: -amount) }

    func write(to text: inout ExpositionWriter) {
      text.sample(address, value: current.value)
    }
  }
#endif
