import CoachModel
import LanguageModels

/// Parses the time at which a provider's limit is fully available again.
enum LimitReset {
  /// A later reset is an error, or does not concern a per-minute limit.
  private static let maximumWait = Duration.seconds(86_400)

  /// Parses a duration in Go's format (`6m0s`, `120ms`, `1h2m3.5s`), plain seconds, or an RFC 3339 date. A date is
  /// relative to the server's own `date` header if it sends one.
  static func duration(_ text: String, now unixTime: Double, serverDate: String?) -> Duration? {
    let duration: Duration?
    if let last = text.utf8.last, last | 0x20 != UInt8(ascii: "z"), last >= UInt8(ascii: "A") {
      duration = goDuration(text)
    } else if let seconds = Double(text) {
      duration = seconds >= 0 && seconds.isFinite ? .seconds(min(seconds, 1e9)) : nil
    } else if let date = InternetDate.unixTime(text) {
      let now = serverDate.flatMap { HTTPDate.unixTime($0) } ?? unixTime
      duration = .seconds(max(0, date - now))
    } else {
      return nil
    }
    return duration.flatMap { $0 <= maximumWait ? $0 : nil }
  }

  /// Returns the seconds of a unit; `m` is a minute.
  private static func seconds(of unit: Substring.UTF8View) -> Double? {
    if unit.elementsEqual("s".utf8) { return 1 }
    if unit.elementsEqual("ms".utf8) { return 0.001 }
    if unit.elementsEqual("m".utf8) { return 60 }
    if unit.elementsEqual("h".utf8) { return 3600 }
    if unit.elementsEqual("d".utf8) { return 86_400 }
    if unit.elementsEqual("us".utf8) || unit.elementsEqual("µs".utf8) { return 0.000_001 }
    return unit.elementsEqual("ns".utf8) ? 0.000_000_001 : nil
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

  private static func goDuration(_ text: String) -> Duration? {
    var rest = text.utf8[...]
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      rest = rest[digits.endIndex...]
      let unit = rest.prefix { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: ".") }
      rest = rest[unit.endIndex...]
      guard let number = decimal(digits), let seconds = seconds(of: unit) else { return nil }
      total += number * seconds
    }
    // Not a number if both halves of a fraction were beyond what a number holds.
    return !text.isEmpty && total <= 1e9 ? .seconds(total) : nil
  }
}

/// Parses RFC 3339 dates, such as `2026-11-21T12:30:05Z` or `2026-11-21T12:30:05.5+01:00`.
enum InternetDate {
  /// Returns the seconds since 1970; nil if the text is not such a date.
  static func unixTime(_ text: String) -> Double? {
    guard let split = text.firstIndex(where: { $0 == "T" || $0 == "t" }),
      let day = CalendarDay(String(text[..<split]))
    else { return nil }
    var time = text[text.index(after: split)...]
    var offset = 0.0
    if let last = time.last, last == "Z" || last == "z" {
      time = time.dropLast()
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let zone = time[time.index(after: sign)...].split(separator: ":").compactMap { Int($0) }
      guard zone.count == 2, (0..<24).contains(zone[0]), (0..<60).contains(zone[1]) else {
        return nil
      }
      offset = Double(zone[0] * 3600 + zone[1] * 60) * (time[sign] == "-" ? -1 : 1)
      time = time[..<sign]
    } else {
      return nil
    }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = time.utf8.allSatisfy { (0x30...0x3a).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, parts.count == 3, let hour = Int(parts[0]), (0..<24).contains(hour),
      let minute = Int(parts[1]), (0..<60).contains(minute), let second = Double(parts[2]),
      (0..<61).contains(second)
    else { return nil }
    return day.unixTime + Double(hour * 3600 + minute * 60) + second - offset
  }
}
