import Conversations

/// Reads when a provider's limit is whole again.
enum LimitReset {
  /// A reset later than this is a mistake, or not about a minute's limits.
  private static let longest = Duration.seconds(86_400)

  /// A duration in Go's form (`6m0s`, `120ms`, `1h2m3.5s`), plain seconds, or a date in the form of RFC
  /// 3339. A date is measured from the server's own `date` where it sends one.
  static func duration(_ text: String, now unixTime: Double, serverDate: String?) -> Duration? {
    let duration: Duration?
    if let seconds = Double(text) {
      duration = seconds >= 0 && seconds.isFinite ? .seconds(min(seconds, 1e9)) : nil
    } else if let date = InternetDate.unixTime(text) {
      let now = serverDate.flatMap { HTTPDate.unixTime($0) } ?? unixTime
      duration = .seconds(max(0, date - now))
    } else {
      duration = goDuration(text)
    }
    return duration.flatMap { $0 <= longest ? $0 : nil }
  }

  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("us", 0.000_001), ("µs", 0.000_001), ("ns", 0.000_000_001), ("h", 3600),
    ("m", 60), ("s", 1), ("d", 86_400),
  ]

  private static func goDuration(_ text: String) -> Duration? {
    var rest = text[...]
    var seconds = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = units.first(where: { rest.hasPrefix($0.name) }) else { return nil }
      rest = rest.dropFirst(unit.name.count)
      seconds += number * unit.seconds
    }
    return text.isEmpty || seconds > 1e9 ? nil : .seconds(seconds)
  }
}

/// Reads dates of RFC 3339, such as `2026-11-21T12:30:05Z` or `2026-11-21T12:30:05.5+01:00`.
enum InternetDate {
  /// Seconds since 1970; nil when this is no such date.
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
      guard zone.count == 2 else { return nil }
      offset = Double(zone[0] * 3600 + zone[1] * 60) * (time[sign] == "-" ? -1 : 1)
      time = time[..<sign]
    } else {
      return nil
    }
    let parts = time.split(separator: ":")
    guard parts.count == 3, let hour = Int(parts[0]), (0..<24).contains(hour),
      let minute = Int(parts[1]), (0..<60).contains(minute), let second = Double(parts[2]),
      (0..<61).contains(second)
    else { return nil }
    return day.unixTime + Double(hour * 3600 + minute * 60) + second - offset
  }
}
