import CoachModel

/// How a language writes days and numbers.
struct CopyFormats: Sendable {
  /// A day without its year, with places for `day` and `month`.
  var day: CopyTemplate
  /// The names of the twelve months as they stand in such a day.
  var months: [String]
  /// What parts thousands; nothing where that is not the custom, or not the same everywhere.
  var thousands: String

  /// A day as people say it: `March 5`. The year goes without saying, since only days that are near are named.
  func write(_ date: CalendarDay) -> String {
    // A day's own text is always year, month and day.
    let parts = date.description.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return date.description }
    return day.filled { name in name == "month" ? months[parts[1] - 1] : "\(parts[2])" }
  }

  /// A whole number: `1,200`.
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
