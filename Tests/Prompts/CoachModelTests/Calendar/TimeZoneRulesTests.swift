import CoachModel
import Foundation
import SourceFiles
import TestKit
import Testing

@Suite struct TimeZoneRulesTests {
  /// Zones with summer time, without, with offsets of half hours, south of the equator, with negative summer time.
  private static let zones = [
    "UTC", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo",
    "America/St_Johns", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Sydney",
    "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Apia",
  ]

  @Test(arguments: zones)
  func agreesWithFoundation(name: String) throws {
    let rules = try TimeZoneRules(named: name)
    let zone = try #require(TimeZone(identifier: name))
    var random = SplitMix(seed: 7)
    for _ in 0..<5_000 {
      // 1970 to 2100.
      let time = Double(random.below(4_102_444_800))
      #expect(
        rules.offset(at: time) == zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)),
        "\(time)")
    }
  }

  @Test(arguments: zones)
  func findsTheMomentOfALocalTime(name: String) throws {
    let rules = try TimeZoneRules(named: name)
    var random = SplitMix(seed: 8)
    for _ in 0..<2_000 {
      let time = Double(random.below(4_102_444_800))
      let day = rules.day(at: time)
      let second = rules.secondOfDay(at: time)
      let found = rules.unixTime(of: day, secondOfDay: second)
      // A time that the clock shows twice has an earlier moment, too.
      #expect(found <= time.rounded(.down))
      #expect(rules.day(at: found) == day)
      #expect(rules.secondOfDay(at: found) == second)
      let midnight = rules.unixTime(of: day)
      #expect(rules.day(at: midnight) == day)
      #expect(rules.day(at: midnight - 1) < day)
    }
  }

  @Test func readsTheHourThatIsShownTwiceAndTheOneThatIsSkipped() throws {
    let berlin = try TimeZoneRules(named: "Europe/Berlin")
    let autumn = try #require(CalendarDay("2026-10-25"))
    let spring = try #require(CalendarDay("2027-03-28"))
    let twice = berlin.unixTime(of: autumn, secondOfDay: 9_000)
    expect(twice, equals: 1_792_888_200)
    expect(berlin.offset(at: twice), equals: 7_200)
    let skipped = berlin.unixTime(of: spring, secondOfDay: 9_000)
    expect(skipped, equals: 1_806_195_600)
    expect(berlin.secondOfDay(at: skipped), equals: 10_800)
  }

  @Test func aDayCanBeMissing() throws {
    // Samoa had no 30 December 2011.
    let apia = try TimeZoneRules(named: "Pacific/Apia")
    let before = try #require(CalendarDay("2011-12-29"))
    let end = apia.unixTime(of: before, secondOfDay: 86_399)
    expect(apia.day(at: end + 1).description, equals: "2011-12-31")
  }

  @Test(arguments: [
    ("", "write it as in 'Europe/Berlin'"), ("../etc/passwd", "write it as in 'Europe/Berlin'"),
    ("europe/berlin", "write it as in 'Europe/Berlin'"),
    ("Europe/Atlantis", "use a name of the IANA database"), ("Europe", "use a name of the IANA"),
  ])
  func saysWhatIsWrongWithAName(name: String, hint: String) {
    do throws(SourceError) {
      _ = try TimeZoneRules(named: name)
      Issue.record("no error")
    } catch {
      expect(error.description, contains: hint)
    }
  }

  @Test func saysWhereItLookedForTheDatabase() {
    do throws(SourceError) {
      _ = try TimeZoneRules(named: "Europe/Berlin", folder: "/no/such/folder")
      Issue.record("no error")
    } catch {
      expect(error.description, contains: "install the package tzdata")
    }
  }

  @Test func rejectsADamagedFile() throws {
    let bytes = try DiskFileSystem().read("\(TimeZoneRules.databaseFolder)/Europe/Berlin").bytes
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let files = InMemoryFileSystem(bytes: ["zones": [], "zones/X": Array(bytes.prefix(length))])
      #expect(throws: SourceError.self) {
        let rules = try TimeZoneRules(named: "X", folder: "zones", files: files)
        // The rules up to the last transition are complete without those after it.
        if length > bytes.count - 30 { throw SourceError(Diagnostic("x", rules.name)) }
      }
    }
  }

  @Test func aFixedOffsetIsBounded() {
    expect(TimeZoneRules(offset: 3_600).day(at: -1).description, equals: "1970-01-01")
    expect(TimeZoneRules(offset: .max).offset(at: 0), equals: 64_800)
    expect(TimeZoneRules(offset: .min).offset(at: 0), equals: -64_800)
    for time in [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, -62_135_596_801,
    ] {
      #expect((0..<86_400).contains(TimeZoneRules(offset: 3_600).secondOfDay(at: time)))
    }
    expect(TimeZoneRules.utc.offset(at: .nan), equals: 0)
    expect(TimeZoneRules.utc.offset(at: .infinity), equals: 0)
  }
}

@Suite struct CalendarDayArithmeticTests {
  @Test func agreesWithFoundation() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var random = SplitMix(seed: 9)
    for _ in 0..<5_000 {
      let day = CalendarDay(number: random.below(60_000) - 10_000)
      let months = random.below(100) - 50
      let date = Date(timeIntervalSince1970: day.unixTime)
      let parts = calendar.dateComponents([.weekday, .month, .day], from: date)
      #expect(day.weekday == ((parts.weekday ?? 0) + 5) % 7 + 1)
      #expect(day.month == parts.month)
      #expect(day.dayOfMonth == parts.day)
      let later = day.adding(months: months)
      let count = later.year * 12 + later.month - day.year * 12 - day.month
      #expect(count == months)
      let isLast = later.adding(days: 1).dayOfMonth == 1
      #expect(later.dayOfMonth == day.dayOfMonth || later.dayOfMonth < day.dayOfMonth && isLast)
    }
  }

  @Test func staysInTheYearsThatHaveANumber() throws {
    let last = try #require(CalendarDay("9999-12-31"))
    expect(last.adding(days: 1), equals: last)
    expect(last.adding(months: 1), equals: last)
    let first = try #require(CalendarDay("0001-01-01"))
    expect(first.adding(months: -5), equals: first)
  }
}
