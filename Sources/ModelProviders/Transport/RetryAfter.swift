import CoachModel
import LanguageModels

/// Reads how long a server asks to wait.
enum RetryAfter {
  /// A wait of more than a day is a mistake of the server's and not believed.
  private static let longest = 86_400.0

  /// The wait that headers ask for: `retry-after-ms`, then `retry-after` in seconds, whole or not, or
  /// as an HTTP date. A date is measured from the server's own `date`, where it sends one, so that
  /// a wrong clock on either side does no harm.
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

  /// Google's form of a duration: `12s`, `0.5s`.
  static func duration(_ text: String) -> Duration? {
    guard text.hasSuffix("s"), let seconds = Double(text.dropLast()) else { return nil }
    return duration(seconds: seconds)
  }

  private static func duration(seconds: Double) -> Duration? {
    (0...longest).contains(seconds) ? .seconds(seconds) : nil
  }
}

/// Reads the dates of HTTP headers (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two
/// obsolete forms are not read.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970; nil when this is no such date.
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
