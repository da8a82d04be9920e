import CoachModel
import LanguageModels

/// Parses how long a server asks the caller to wait.
enum RetryAfter {
  /// A wait of more than a day is treated as a mistake of the server and ignored.
  private static let maximumWait = 86_400.0

  /// Returns the wait that headers request: `retry-after-ms`, then `retry-after` in seconds, whole or fractional, or
  /// as an HTTP date. A date is relative to the server's own `date` header if it sends one, so that a wrong clock on
  /// either side does no harm.
  static func duration(headers: [String: String], now unixTime: Double) -> Duration? {
    if let text = headers["retry-after-ms"], let wait = Double(text) {
      return duration(seconds: wait / 1000)
    }
    guard let text = headers["retry-after"] else { return nil }
    if let wait = Double(text) { return duration(seconds: wait) }
    guard let date = HTTPDate.unixTime(text) else { return nil }
    let now = headers["date"].flatMap { HTTPDate.unixTime($0) } ?? unixTime
    return duration(seconds: max(0, date - now))
  }

  /// Parses a duration in Google's format: `12s`, `0.5s`.
  static func duration(_ text: String) -> Duration? {
    guard text.hasSuffix("s"), let seconds = Double(text.dropLast()) else { return nil }
    return duration(seconds: seconds)
  }

  private static func duration(seconds: Double) -> Duration? {
    (0...maximumWait).contains(seconds) ? .seconds(seconds) : nil
  }
}

/// Parses the dates of HTTP headers (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete
/// formats are not supported.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970; nil if the text is not such a date.
  package static func unixTime(_ text: String) -> Double? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
      (1970...9999).contains(year)
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    guard let date = CalendarDay(year: year, month: month + 1, day: day) else { return nil }
    return date.unixTime + Double(time[0] * 3600 + time[1] * 60 + time[2])
  }
}
