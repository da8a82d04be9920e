package import Documents

/// A day in the Gregorian calendar: `2026-11-21`.
public struct CalendarDay: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  public let number: Int

  /// Creates the day in UTC that contains a time in seconds since 1970; ``TimeZoneRules/day(at:)`` gives the local one.
  ///
  /// Times outside the years 1 to 9999 are clamped to the first or last day of that range; NaN counts as 0.
  public init(unixTime: Double) {
    // 0001-01-01 to 9999-12-31.
    let days = unixTime.isNaN ? 0 : (unixTime / 86_400).rounded(.down)
    self.init(number: Int(min(max(days, -719_162), 2_932_896)))
  }

  /// Creates the day with a number of days since 1970, clamped to the years 1 to 9999.
  public init(number: Int) {
    self.number = min(max(number, -719_162), 2_932_896)
  }

  /// Parses a day in the form `2026-11-21`; `nil` if the format is wrong or there is no such day.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }),
      let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates a day from its components; `nil` if there is no such day in the years 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    number = Self.number(year: year, month: month, day: day)
    // The 31st of a shorter month wraps to the first of the next.
    guard date == (year, month, day) else { return nil }
  }

  /// Returns the days since 1970, counting years from March so that the leap day is the last day of a year.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let shiftedMonth = (month + 9) % 12
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    return 365 * shiftedYear + leapDays + (153 * shiftedMonth + 2) / 5 + day - 719_469
  }

  /// The year, from 1 to 9999.
  public var year: Int { date.year }

  /// The month, from 1 to 12.
  public var month: Int { date.month }

  /// The day of the month, from 1 to 31.
  public var dayOfMonth: Int { date.day }

  /// The day of the week, from 1 for Monday to 7 for Sunday (ISO 8601).
  public var weekday: Int {
    // 1 January 1970 was a Thursday.
    let days = (number + 3) % 7
    return (days < 0 ? days + 7 : days) + 1
  }

  /// The number of days in the month.
  var daysInMonth: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: CalendarDay(year: year, month: 2, day: 29) == nil ? 28 : 29
    default: 31
    }
  }

  /// The days from this one through another, or this one alone if the other is not later.
  ///
  /// Unlike `...`, which ends the process if its bounds are in the wrong order, as sums are that were clamped at the end of
  /// the calendar.
  package func through(_ last: CalendarDay) -> ClosedRange<CalendarDay> { self...max(self, last) }

  /// The days of the month that contains this one.
  package var wholeMonth: ClosedRange<CalendarDay> {
    let first = adding(days: 1 - dayOfMonth)
    return first.through(first.adding(days: daysInMonth - 1))
  }

  /// The days of the year that contains this one.
  package var wholeYear: ClosedRange<CalendarDay> {
    let first = adding(months: 1 - month).wholeMonth.lowerBound
    return first.through(first.adding(months: 11).wholeMonth.upperBound)
  }

  /// Returns the day a number of days later, or earlier for a negative number, clamped to the years 1 to 9999.
  public func adding(days: Int) -> CalendarDay {
    let (sum, isOverflow) = number.addingReportingOverflow(days)
    return CalendarDay(number: isOverflow ? (days < 0 ? .min : .max) : sum)
  }

  /// Returns the same day of the month a number of months later, or the last day of a month that is too short. Months
  /// outside the years 1 to 9999 are clamped to the first or last one.
  public func adding(months: Int) -> CalendarDay {
    let present = year * 12 + month - 1
    let count = present + min(max(months, 12 - present), 9999 * 12 + 11 - present)
    guard let first = CalendarDay(year: count / 12, month: count % 12 + 1, day: 1) else {
      return self
    }
    return first.adding(days: min(dayOfMonth, first.daysInMonth) - 1)
  }

  /// The inverse of ``number(year:month:day:)``; 400 years have 146,097 days.
  private var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The start of the day, in seconds since 1970.
  public var unixTime: Double { Double(number * 86_400) }

  /// Returns whether the first day is earlier than the second.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.number < right.number
  }
}

extension CalendarDay: CustomStringConvertible {
  /// The day in the form `2026-11-21`.
  public var description: String {
    let (year, month, day) = date
    func padded(_ number: Int, width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, width: 4))-\(padded(month, width: 2))-\(padded(day, width: 2))"
  }
}

extension JSONForm where Value == CalendarDay {
  /// A day in the form `2026-11-21`.
  package static var day: JSONForm {
    converted(
      .text, write: \.description, read: { CalendarDay($0) }, "date.day", "is not a date",
      hint: "write it as 2026-11-21"
    ).describing([
      "type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    ])
  }
}
