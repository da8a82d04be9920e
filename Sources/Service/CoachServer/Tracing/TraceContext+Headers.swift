#if Server
  /// The headers of W3C's Trace Context.
  extension TraceContext {
    static let parentHeader = "traceparent"
    static let stateHeader = "tracestate"

    /// The longest state that is passed on, in bytes: as much as the recommendation demands.
    private static let maximumStateLength = 512

    /// Reads the headers of a request; nil if the first one is not valid, as the recommendation
    /// demands.
    init?(parent: String, state: String?) {
      let bytes = Array(parent.utf8)
      let dash = UInt8(ascii: "-")
      guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
        let version = UInt64(hex: bytes[..<2]), version != 0xff,
        // Later versions may add fields at the end.
        bytes.count == 55 || version > 0 && bytes[55] == dash,
        let traceID = TraceID(hex: bytes[3..<35]), let spanID = SpanID(hex: bytes[36..<52]),
        let flags = UInt64(hex: bytes[53..<55])
      else { return nil }
      self.init(
        traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1,
        state: state.flatMap { Self.isValid(state: $0) ? $0 : nil }, isRemote: true)
    }

    /// The value of the header `traceparent` in requests of this span.
    var parentHeader: String { "00-\(traceID.hex)-\(spanID.hex)-\(isSampled ? "01" : "00")" }

    /// Whether a state can be passed on. It comes from outside and becomes a header again, so that
    /// control characters must not pass.
    private static func isValid(state: String) -> Bool {
      (1...maximumStateLength).contains(state.utf8.count)
        && state.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
  }
#endif
