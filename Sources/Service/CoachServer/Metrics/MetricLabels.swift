#if Server
  /// The labels of a series as the text format writes them: sorted, escaped, without braces.
  ///
  /// The text identifies the series, whatever the order of its dimensions.
  struct MetricLabels: Sendable, Hashable {
    let text: String

    private init(text: String) {
      self.text = text
    }

    /// The labels of the series that replaces those beyond the limit.
    static let overflow = MetricLabels(text: #"overflow="true""#)

    /// In bytes. Longer values are truncated: a limit on the number of series bounds memory only if
    /// the size of each is bounded, too.
    static let maximumLength = 1024

    init(_ dimensions: [(String, String)]) {
      // An empty value means the same as no label, so that both would be the same series twice.
      var labels = dimensions.filter { !$0.1.isEmpty }.map { key, value in
        (name: Self.name(key), key: key, value: value.truncated(toBytes: Self.maximumLength))
      }
      labels.sort { ($0.name, $0.key) < ($1.name, $1.key) }
      var text = ""
      for (position, label) in labels.enumerated() {
        if position > 0, labels[position - 1].name == label.name {
          // Two dimensions whose names differ only in invalid characters; OpenTelemetry joins their
          // values in this way.
          text.removeLast()
          text += ";"
        } else {
          if position > 0 { text += "," }
          text += label.name + "=\""
        }
        text.appendEscaped(label.value)
        text += "\""
      }
      self.text = text
    }

    private static func name(_ dimension: String) -> String {
      let name = MetricName.valid(dimension)
      // Two underscores are reserved for the reader of metrics, `le` for the buckets of histograms.
      if name.hasPrefix("__") { return "label" + name }
      return name == "le" ? "exported_le" : name
    }
  }

  extension String {
    fileprivate mutating func appendEscaped(_ value: String) {
      guard value.utf8.contains(where: \.needsEscape) else { return self += value }
      for scalar in value.unicodeScalars {
        switch scalar {
        case "\\": self += "\\\\"
        case "\"": self += "\\\""
        case "\n": self += "\\n"
        default: unicodeScalars.append(scalar)
        }
      }
    }
  }

  extension UInt8 {
    fileprivate var needsEscape: Bool {
      self == UInt8(ascii: "\\") || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\n")
    }
  }
#endif
