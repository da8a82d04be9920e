import CoachModel
import LanguageModels

/// Parses the time at which a provider's limit is fully available again.
enum LimitReset {
  /// A later reset is an error, or does not concern a per-minute limit.
  private static let maximumWait = Duration.seconds(86_400)

  /// Parses a duration with units (`6m0s`, `120ms`, `1h2m3.5s`), plain seconds, or an RFC 3339 date. A date is
  /// relative to the server's own `date` header if it sends one.
  static func duration(_ text: String, now unixTime: Double, serverDate: String?) -> Duration? {
    let duration: Duration?
    if let last = text.utf8.last, last | 0x20 != UInt8(ascii: "z"), last >= UInt8(ascii: "A") {
      duration = TimeSpan.seconds(text).map { .seconds(min($0, 1e9)) }
    } else if let seconds = Double(text) {
      duration = seconds >= 0 && seconds.isFinite ? .seconds(min(seconds, 1e9)) : nil
    } else if let date = InternetDate.unixTime(text) {
      let now = serverDate.flatMap { HTTPDate.unixTime($0, near: unixTime) } ?? unixTime
      duration = .seconds(max(0, date - now))
    } else {
      return nil
    }
    return duration.flatMap { $0 <= maximumWait ? $0 : nil }
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
