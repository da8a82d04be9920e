#if Server
  /// Which traces are exported: a share of those that start here, and of others what their parent
  /// says.
  struct TraceSampling: Sendable {
    /// The random part of an identifier: its last 7 bytes.
    private static let randomBits: UInt64 = 0x00ff_ffff_ffff_ffff
    /// The smallest random part that is sampled.
    private let threshold: Double

    /// Creates a sampling with a ratio from 0 to 1.
    init(ratio: Double) {
      let ratio = ratio.isNaN ? 0 : min(max(ratio, 0), 1)
      threshold = (1 - ratio) * Double(Self.randomBits + 1)
    }

    /// Returns whether a span is exported.
    ///
    /// The decision depends on the identifier alone (OpenTelemetry's probability sampling), so that
    /// services with the same ratio keep the same traces.
    func samples(_ trace: TraceID, childOf parent: TraceContext?) -> Bool {
      parent?.isSampled ?? (Double(trace.low & Self.randomBits) >= threshold)
    }
  }
#endif
