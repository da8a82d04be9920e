import CoachModel

/// Parses the dates of HTTP headers (RFC 9110, section 5.6.7) in their three forms: `Sun, 06 Nov 1994 08:49:37 GMT`,
/// and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850) and `Sun Nov  6 08:49:37 1994` (C's `asctime`), which
/// recipients must understand.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the seconds since 1970; nil if the text is not such a date.
  ///
  /// - Parameter now: The current time in the same unit. The form with a two-digit year does not say the century.
  package static func unixTime(_ text: String, near now: Double) -> Double? {
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }
    switch words.count {
    case 6:
      guard ["gmt", "utc", "ut"].contains(words[5]) else { return nil }
      return unixTime(
        day: words[1], month: words[2], year: words[3], time: words[4], near: now)
    case 5:
      // Such a date states no zone, and is always in UTC.
      return unixTime(
        day: words[2], month: words[1], year: words[4], time: words[3], near: now)
    default: return nil
    }
  }

  private static func unixTime(
    day: Substring, month: Substring, year: Substring, time: Substring, near now: Double
  ) -> Double? {
    let words = time.split(separator: ":", omittingEmptySubsequences: false)
    let parts = words.compactMap { number($0, digits: 2...2) }
    guard words.count == 3, parts.count == 3, (0..<24).contains(parts[0]),
      (0..<60).contains(parts[1]),
      (0...60).contains(parts[2]), let day = number(day, digits: 1...2),
      let month = months.firstIndex(of: String(month)), let year = fullYear(year, near: now),
      let date = CalendarDay(year: year, month: month + 1, day: day)
    else { return nil }
    return date.unixTime + Double(parts[0] * 3600 + parts[1] * 60 + parts[2])
  }

  /// Returns a year from 1970 on. Of two digits that would be more than 50 years in the future, the century before is
  /// meant.
  private static func fullYear(_ text: Substring, near now: Double) -> Int? {
    guard text.utf8.count == 2 else {
      return number(text, digits: 4...4).flatMap { $0 >= 1970 ? $0 : nil }
    }
    let current = CalendarDay(unixTime: now).year
    guard let digits = number(text, digits: 2...2) else { return nil }
    let year = current - current % 100 + digits
    return year > current + 50 ? year - 100 : year
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
