/// Parses lengths of time as servers write them: `6m0s`, `850ms`, `1.5 s`, `PT30S`, `2 minutes and 30 seconds`.
enum TimeSpan {
  /// Returns the seconds of a text that is nothing but a length of time; nil for any other text, such as a number
  /// without a unit. Infinity if the number is larger than any.
  static func seconds(_ text: String) -> Double? {
    var rest = text.utf8[...]
    // The form of ISO 8601, without years and months.
    if rest.starts(with: "PT".utf8) { rest = rest.dropFirst(2) }
    guard let seconds = seconds(atStartOf: &rest), skipSpaces(rest).isEmpty else { return nil }
    return seconds
  }

  /// Returns the seconds of the length of time at the start of a text, and removes it from there; nil if there is none.
  static func seconds(atStartOf text: inout Substring.UTF8View) -> Double? {
    var total: Double?
    while true {
      var rest = skipSpaces(text)
      if total != nil { rest = skipSpaces(skipConjunction(rest)) }
      let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
      rest = skipSpaces(rest[digits.endIndex...])
      let unit = rest.prefix { isLetter($0) }
      guard let number = decimal(digits), let scale = seconds(ofUnit: Substring(unit)) else {
        break
      }
      total = (total ?? 0) + number * scale
      text = rest[unit.endIndex...]
    }
    // Not a number if both halves of a fraction were beyond what a number holds.
    return total.flatMap { $0.isNaN ? nil : $0 }
  }

  private static func skipSpaces(_ text: Substring.UTF8View) -> Substring.UTF8View {
    text.drop { $0 == UInt8(ascii: " ") }
  }

  private static func skipConjunction(_ text: Substring.UTF8View) -> Substring.UTF8View {
    if text.first == UInt8(ascii: ",") { return text.dropFirst() }
    return text.starts(with: "and ".utf8) ? text.dropFirst(4) : text
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte belongs to a letter; those of other alphabets have a micro sign.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte >= 0x80
  }

  /// Returns the seconds of a unit; `m` is a minute.
  private static func seconds(ofUnit unit: Substring) -> Double? {
    switch unit {
    case "s", "sec", "secs", "second", "seconds": return 1
    case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds": return 0.001
    case "m", "min", "mins", "minute", "minutes": return 60
    case "h", "hr", "hrs", "hour", "hours": return 3600
    case "d", "day", "days": return 86_400
    case "us", "µs", "μs", "microsecond", "microseconds": return 0.000_001
    case "ns", "nanosecond", "nanoseconds": return 0.000_000_001
    default:
      let lowercase = unit.lowercased()
      return lowercase == unit ? nil : seconds(ofUnit: lowercase[...])
    }
  }

  /// Parses digits with at most one decimal point. This runs for every response, and the standard library's parser is
  /// slow.
  private static func decimal(_ digits: Substring.UTF8View) -> Double? {
    var (number, scale) = (0.0, 0.0)
    var count = 0
    for byte in digits {
      if byte == UInt8(ascii: ".") {
        guard scale == 0 else { return nil }
        scale = 1
      } else {
        number = number * 10 + Double(byte - 0x30)
        scale *= 10
        count += 1
      }
    }
    return count == 0 ? nil : number / max(scale, 1)
  }
}
