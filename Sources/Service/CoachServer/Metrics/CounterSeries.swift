#if Server
  import CoreMetrics
  import Synchronization

  /// A number that only grows.
  final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
    static let kind = MetricKind.counter
    let address: SeriesAddress
    /// Whole numbers are counted apart: as a double, a large count would no longer grow by one.
    private let whole = Atomic<UInt64>(0)
    private let fractional = AtomicDouble()

    init(_ address: SeriesAddress) {
      self.address = address
    }

    /// Adds an amount; one below zero is ignored, because a decrease would be read as a restart.
    func increment(by amount: Int64) {
      guard amount > 0 else { return }
      whole.wrappingAdd(UInt64(amount), ordering: .relaxed)
    }

    func increment(by amount: Double) {
      guard amount > 0, amount.isFinite else { return }
      fractional.add(amount)
    }

    func reset() {
      whole.store(0, ordering: .relaxed)
      fractional.value = 0
    }

    func write(to text: inout ExpositionWriter) {
      let (whole, fractional) = (whole.load(ordering: .relaxed), fractional.value)
      if fractional == 0 {
        text.sample(address, suffix: "_total", value: whole)
      } else {
        text.sample(address, suffix: "_total", value: Double(whole) + fractional)
      }
    }
  }
#endif
