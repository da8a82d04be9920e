/// Offsets that change on the same two dates of every year, as the POSIX variable `TZ` describes them.
struct YearlyOffset: Sendable, Hashable {
  /// A date of every year.
  enum Date: Sendable, Hashable {
    /// The n-th weekday of a month, where 5 is the last: `M10.5.0`. Sunday is 0.
    case weekday(Int, week: Int, month: Int)
    /// The day of the year from 1, without counting 29 February: `J60`.
    case dayWithoutLeap(Int)
    /// The day of the year from 0: `59`.
    case day(Int)
  }

  /// A change: its date, and the second of that day by the clock before the change.
  struct Change: Sendable, Hashable {
    var date: Date
    var second: Int
  }

  /// The other offset of a year, with the changes to and from it.
  struct Summer: Sendable, Hashable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// The offset in seconds east of UTC.
  var standard: Int
  /// The offset in summer; `nil` if it is the same.
  var summer: Summer?

  func offset(at second: Int) -> Int {
    guard let summer else { return standard }
    let year = CalendarDay(unixTime: Double(second + standard)).year
    let start = summer.start.time(in: year) - standard
    let end = summer.end.time(in: year) - summer.offset
    let isSummer =
      start < end ? (start..<end).contains(second) : !(end..<start).contains(second)
    return isSummer ? summer.offset : standard
  }
}

extension YearlyOffset.Change {
  /// Returns the time of the change by the clock before it, in seconds since 1970.
  fileprivate func time(in year: Int) -> Int {
    guard let first = CalendarDay(year: year, month: 1, day: 1) else { return 0 }
    let day: CalendarDay
    switch date {
    case .day(let number): day = first.adding(days: number)
    case .dayWithoutLeap(let number):
      let isLeap = CalendarDay(year: year, month: 2, day: 29) != nil
      day = first.adding(days: number - (isLeap && number >= 60 ? 0 : 1))
    case .weekday(let weekday, let week, let month):
      guard let start = CalendarDay(year: year, month: month, day: 1) else { return 0 }
      let ahead = (weekday + 7 - start.weekday % 7) % 7
      let last = (start.daysInMonth - 1 - ahead) / 7
      day = start.adding(days: ahead + 7 * min(week - 1, last))
    }
    return day.number * 86_400 + second
  }
}
