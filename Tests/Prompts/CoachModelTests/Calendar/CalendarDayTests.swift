import CoachModel
import Testing

@Suite("Days of the Gregorian calendar")
struct CalendarDayTests {
  @Test(
    "known days have the right numbers",
    arguments: [
      ("0001-01-01", -719_162), ("0001-12-31", -718_798), ("0004-02-29", -718_008),
      ("1600-02-29", -135_081), ("1899-12-31", -25_568), ("1900-01-01", -25_567),
      ("1900-02-28", -25_509), ("1900-03-01", -25_508), ("1969-12-31", -1), ("1970-01-01", 0),
      ("1970-02-28", 58), ("1970-03-01", 59), ("1972-02-29", 789), ("2000-02-29", 11_016),
      ("2000-03-01", 11_017), ("2000-12-31", 11_322), ("2001-01-01", 11_323),
      ("2024-02-29", 19_782), ("2024-12-31", 20_088), ("2026-11-21", 20_778),
      ("2038-01-19", 24_855), ("2100-02-28", 47_540), ("2100-03-01", 47_541),
      ("9999-12-31", 2_932_896),
    ])
  func known(text: String, number: Int) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.number == number)
    #expect(day.description == text)
    #expect(day.unixTime == Double(number) * 86_400)
    let parts = text.split(separator: "-").compactMap { Int($0) }
    #expect(CalendarDay(year: parts[0], month: parts[1], day: parts[2]) == day)
  }

  @Test(
    "leap years, including the exception for centuries",
    arguments: [
      (2024, true), (2000, true), (1600, true), (4, true), (400, true), (9996, true),
      (1900, false), (2100, false), (2023, false), (2026, false), (1, false), (100, false),
    ])
  func leapYears(year: Int, isLeap: Bool) throws {
    #expect((CalendarDay(year: year, month: 2, day: 29) != nil) == isLeap)
    let new = try #require(CalendarDay(year: year, month: 1, day: 1))
    let last = try #require(CalendarDay(year: year, month: 12, day: 31))
    #expect(last.number - new.number == (isLeap ? 365 : 364))
    let march = try #require(CalendarDay(year: year, month: 3, day: 1))
    let february = try #require(CalendarDay(year: year, month: 2, day: isLeap ? 29 : 28))
    #expect(march.number - february.number == 1)
  }

  @Test("each month has the right number of days")
  func months() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (month, length) in zip(1..., lengths) {
      #expect(CalendarDay(year: 2026, month: month, day: 1) != nil)
      #expect(CalendarDay(year: 2026, month: month, day: length) != nil)
      #expect(CalendarDay(year: 2026, month: month, day: length + 1) == nil)
    }
    for (year, month, day) in [
      (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 1, -1), (2026, -1, 1),
      (0, 1, 1), (-1, 1, 1), (10_000, 1, 1), (.max, 1, 1), (.min, 1, 1), (2026, .max, 1),
      (2026, 1, .max), (2026, 1, .min),
    ] {
      #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }
  }

  @Test(
    "an invalid day is nil",
    arguments: [
      "", "-", "--", "2026", "2026-11", "2026-11-", "2026-11-21-", "-2026-11-21", "2026-11-21T",
      "2026-11-21 ", " 2026-11-21", "2026-11-21\n", "2026-1-21", "2026-11-1", "26-11-21",
      "12026-11-21", "20261121", "2026/11/21", "2026.11.21", "2026–11–21", "21-11-2026",
      "2026-13-01", "2026-00-10", "2026-11-00", "2026-11-31", "2026-02-29", "1900-02-29",
      "2100-02-29", "0000-01-01", "2026-1a-01", "abcd-ef-gh", "2026-११-21", "２026-11-21",
      "0x12-11-21", "2026--1-21", "2026- 1-21", "2O26-11-21",
    ])
  func noDays(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test("signs are not digits", arguments: ["+202-11-21", "2026-+1-21", "2026-11-+1"])
  func signs(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  /// The ends of the calendar, the days beside them, and some in its middle.
  private static let ends = [
    "0001-01-01", "0001-01-31", "0001-02-28", "0001-12-31", "2024-02-29", "2026-11-28",
    "9998-12-31", "9999-01-01", "9999-02-28", "9999-11-30", "9999-12-01", "9999-12-31",
  ]

  @Test("no sum leaves the calendar or ends the process", arguments: ends)
  func sums(text: String) throws {
    let day = try #require(CalendarDay(text))
    for count in [Int.min, -3_652_059, -1, 0, 1, 12, 3_652_059, .max] {
      #expect((1...9999).contains(day.adding(days: count).year))
      #expect((1...9999).contains(day.adding(months: count).year))
      #expect(count < 0 || day.adding(days: count) >= day)
      #expect(count < 0 || day.adding(months: count) >= day)
    }
    #expect(day.adding(days: .max).description == "9999-12-31")
    #expect(day.adding(months: .min).description.hasPrefix("0001-01-"))
  }

  @Test("a month and a year have their days also at the ends of the calendar", arguments: ends)
  func wholePeriods(text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.wholeMonth.contains(day) && day.wholeYear.contains(day))
    let (month, year) = (day.wholeMonth, day.wholeYear)
    #expect((27...30).contains(month.upperBound.number - month.lowerBound.number))
    #expect((364...365).contains(year.upperBound.number - year.lowerBound.number))
    #expect(day.wholeYear.lowerBound.description == "\(text.prefix(4))-01-01")
    #expect(day.through(day.adding(days: -1)) == day...day)
  }

  @Test(
    "200,000 consecutive days are adjacent and round-trip as text",
    arguments: [(1, "0548-08-01"), (1700, "2247-08-02")])
  func everyDay(firstYear: Int, end: String) throws {
    let first = try #require(CalendarDay(year: firstYear, month: 1, day: 1))
    var (year, month, day) = (firstYear, 1, 1)
    var wrong: [String] = []
    for number in first.number..<(first.number + 200_000) {
      // Counting is quick and reading is not: read days of each month, and all of its ends.
      if number % 11 == 0 || day == 1 || day == Self.length(year, month) {
        let text = Self.text(year, month, day)
        let found = CalendarDay(text)
        if found?.number != number || found?.description != text { wrong.append(text) }
      }
      day += 1
      if day > Self.length(year, month) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) days, such as \(wrong.first ?? "")")
    #expect(Self.text(year, month, day) == end)
  }

  private static func length(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
    let tens = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(tens(year / 100))\(tens(year % 100))-\(tens(month))-\(tens(day))"
  }

  @Test("days are ordered chronologically")
  func order() {
    let texts = [
      "9999-12-31", "1969-12-31", "2026-11-21", "0001-01-01", "1970-01-01", "2026-12-01",
      "2025-12-31", "2026-11-20",
    ]
    let days = texts.compactMap { CalendarDay($0) }
    #expect(days.sorted().map(\.description) == texts.sorted())
    #expect(Set(days).count == texts.count)
    #expect(CalendarDay("2026-11-21") == CalendarDay(year: 2026, month: 11, day: 21))
  }

  @Test(
    "a time belongs to its day, even before 1970",
    arguments: [
      (0, "1970-01-01"), (0.5, "1970-01-01"), (86_399.999, "1970-01-01"), (86_400, "1970-01-02"),
      (-0.0, "1970-01-01"), (-0.001, "1969-12-31"), (-1, "1969-12-31"), (-86_400, "1969-12-31"),
      (-86_400.5, "1969-12-30"), (-86_401, "1969-12-30"), (1_795_219_199, "2026-11-20"),
      (1_795_219_200, "2026-11-21"), (1_795_255_200, "2026-11-21"), (951_782_400, "2000-02-29"),
      (-2_208_988_800, "1900-01-01"), (-2_208_988_801, "1899-12-31"),
    ])
  func times(unixTime: Double, text: String) {
    #expect(CalendarDay(unixTime: unixTime).description == text)
  }

  @Test("around 1970, the first and last second of a day belong to it")
  func seconds() {
    for number in stride(from: -100_000, to: 100_000, by: 7) {
      let start = Double(number * 86_400)
      let day = CalendarDay(unixTime: start)
      guard day.number == number, day.unixTime == start,
        CalendarDay(unixTime: start + 86_399.75) == day
      else {
        Issue.record("the day \(number) is not its own")
        return
      }
    }
  }

  @Test(
    "the first second of every representable day belongs to it",
    arguments: ["0001-01-01", "0067-12-31", "0100-03-01", "9892-01-01", "9900-06-15", "9999-12-31"])
  func farDays(text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(CalendarDay(unixTime: day.unixTime) == day)
  }

  @Test(
    "times beyond the representable days do not trap",
    arguments: [Double.infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e18, -1e18])
  func beyond(unixTime: Double) {
    let day = CalendarDay(unixTime: unixTime)
    #expect((day.unixTime < 0) == (unixTime < 0))
    #expect(day.description.utf8.count == 10)
  }
}
