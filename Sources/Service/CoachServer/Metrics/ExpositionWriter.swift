#if Server
  /// Writes metrics in Prometheus's text format 0.0.4, which every reader understands.
  struct ExpositionWriter {
    /// The value of the header `Content-Type`.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var bytes: [UInt8] = []

    /// Writes the lines in front of a metric's samples.
    mutating func begin(_ name: MetricName, help: String) {
      let written = name.kind == .counter ? name.base + "_total" : name.base
      add("# HELP \(written) ")
      addEscaped(help)
      add("\n# TYPE \(written) \(name.kind.rawValue)\n")
    }

    /// Writes a sample; `bound` is the value of the label `le` of a histogram's bucket.
    mutating func sample(
      _ address: SeriesAddress, suffix: String = "", bound: String? = nil, value: Double
    ) {
      sample(address, suffix, bound, Self.text(value))
    }

    mutating func sample(
      _ address: SeriesAddress, suffix: String = "", bound: String? = nil, value: UInt64
    ) {
      sample(address, suffix, bound, String(value))
    }

    private mutating func sample(
      _ address: SeriesAddress, _ suffix: String, _ bound: String?, _ value: String
    ) {
      add(address.name.base)
      add(suffix)
      let labels = address.labels.text
      if !labels.isEmpty || bound != nil {
        add("{")
        add(labels)
        if let bound {
          add(labels.isEmpty ? "le=\"" : ",le=\"")
          add(bound)
          add("\"")
        }
        add("}")
      }
      add(" ")
      add(value)
      add("\n")
    }

    private static func text(_ value: Double) -> String {
      if value.isNaN { return "NaN" }
      if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
      // Larger numbers have more digits than a double is exact to.
      guard value.magnitude < 0x1p53, let whole = Int64(exactly: value) else { return "\(value)" }
      return String(whole)
    }

    private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func addEscaped(_ help: String) {
      for byte in help.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): add("\\\\")
        case UInt8(ascii: "\n"): add("\\n")
        default: bytes.append(byte)
        }
      }
    }
  }
#endif
