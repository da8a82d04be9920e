import CoachModel

/// A language's formats for days and numbers.
struct CopyFormats: Sendable, Hashable {
  /// The format of a day without a year, with the placeholders `day` and `month`.
  var day: CopyTemplate
  /// The names of the twelve months, as used in such a day.
  var months: [String]
  /// The thousands separator; empty if a language has none or its use varies.
  var thousands: String

  /// Formats a day, such as `March 5`. The year is omitted since only near days are mentioned.
  func write(_ date: CalendarDay) -> String {
    // A day's description is always year, month and day.
    let parts = date.description.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return date.description }
    return day.filled { name in name == "month" ? months[parts[1] - 1] : "\(parts[2])" }
  }

  /// Formats an integer, such as `1,200`.
  func write(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text += thousands }
      text.append(digit)
    }
    return text
  }
}
