#if Server
  /// The type of a metric in the text format.
  enum MetricKind: String, Sendable {
    case counter, gauge, histogram
  }

  /// The name of a metric in the text format.
  struct MetricName: Sendable, Hashable {
    /// The name without `_total`, which identifies the metric whatever its type.
    let base: String
    let kind: MetricKind

    /// Creates a valid name from a label such as `gen_ai.client.operation.duration`.
    init(_ label: String, unit: String?, kind: MetricKind) {
      var name = Self.valid(label)
      if kind == .counter { name.removeSuffix("_total") }
      if let unit {
        let suffix = "_\(Self.valid(unit))"
        if !name.hasSuffix(suffix) { name += suffix }
      }
      base = name
      self.kind = kind
    }

    /// All names that belong to this metric in the text format or in OpenMetrics, and therefore to no other one.
    var claimed: [String] {
      switch kind {
      case .counter: [base, base + "_total", base + "_created"]
      case .gauge: [base]
      case .histogram:
        [base, base + "_bucket", base + "_sum", base + "_count", base + "_created"]
      }
    }

    /// Returns a name of ASCII letters, digits and underscores that does not begin with a digit.
    ///
    /// Colons are valid in names of metrics, but reserved for the rules of whoever reads them.
    static func valid(_ text: String) -> String {
      guard let first = text.utf8.first else { return "_" }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count + 1)
      if first.isDigit { bytes.append(UInt8(ascii: "_")) }
      // One underscore for each code point, however many bytes it has.
      for byte in text.utf8 where !UTF8.isContinuation(byte) {
        bytes.append(byte.isNameByte ? byte : UInt8(ascii: "_"))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isNameByte: Bool {
      isDigit || self == UInt8(ascii: "_")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
  }

  extension String {
    /// Removes an ending, unless it is all there is.
    fileprivate mutating func removeSuffix(_ suffix: String) {
      if hasSuffix(suffix), utf8.count > suffix.utf8.count { removeLast(suffix.count) }
    }
  }
#endif
