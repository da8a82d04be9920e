import CoachModel
import TestKit
import Testing

@testable import CoachDuties

@Suite("Which notices are due")
struct PersonDutiesTests {
  /// 1 March 2027, 22:00 in New York.
  private static let evening = 1_803_956_400.0
  private static let hour = 3600.0

  private static func law(
    _ id: String = "us-xx", places: [String] = ["US"], from: String = "2027-01-01",
    zone: TimeZoneRules? = nil, owing notices: (CalendarDay) -> [NoticeDuty]
  ) throws -> JurisdictionDuties {
    let from = try #require(CalendarDay(from))
    var law = JurisdictionDuties(
      id: id, name: id, places: places,
      lookedUp: JurisdictionDuties.LookUp(date: from, pages: ["https://law.example"]), law: "Act",
      from: from, timeZone: zone)
    law.notices = notices(from)
    return law
  }

  /// The notice at the start once a day, one every three hours, and a break for minors every hour.
  private static func three(_ from: CalendarDay) -> [NoticeDuty] {
    [
      NoticeDuty(.ai, .start(atMostEvery: .days(1)), from: from, section: "1"),
      NoticeDuty(.ai, .interval(3 * hour), from: from, section: "2"),
      NoticeDuty(.break, .interval(hour), for: .minors, from: from, section: "3"),
    ]
  }

  /// Writes at times, in seconds after the evening, and returns what is given when, in the form `0 ai start`.
  private func write(
    _ duties: PersonDuties, at times: [Double], from start: Double = evening
  ) -> [String] {
    var clock = NoticeClock()
    var given: [String] = []
    for time in times {
      clock.noteMessage(at: start + time, silence: 1800)
      for notice in duties.dueNotices(by: clock, at: start + time) {
        given.append("\(Int(time)) \(notice.kind) \(notice.moment.rawValue)")
        clock.record(
          NoticeClock.Given(
            kind: notice.kind, moment: notice.moment, jurisdiction: notice.jurisdiction,
            at: start + time, requestID: "\(time)"))
      }
    }
    return given
  }

  @Test("a notice of three hours is due at 10,800 seconds, and never before")
  func boundary() throws {
    let duties = PersonDuties([try Self.law(owing: Self.three)], age: .adult, zone: .utc)
    let minutes = stride(from: 0.0, to: 10_799, by: 600).map { $0 }
    expect(
      write(duties, at: minutes + [10_799, 10_799.999, 10_800, 10_801, 12_000]),
      equals: ["0 ai start", "10800 ai interval"])
    // The next three hours count from the notice, which came late.
    let late = minutes + [10_799, 11_000] + stride(from: 12_000.0, to: 21_800, by: 900)
    expect(
      write(duties, at: late + [21_799, 21_800]),
      equals: ["0 ai start", "11000 ai interval", "21800 ai interval"])
  }

  @Test("silence ends the writing that counts")
  func silence() throws {
    let duties = PersonDuties([try Self.law(owing: Self.three)], age: .adult, zone: .utc)
    let before = stride(from: 0.0, through: 9_000, by: 900).map { $0 }
    // 1,799 seconds are no end; 1,800 are.
    expect(
      write(duties, at: before + [10_799, 10_800]), equals: ["0 ai start", "10800 ai interval"])
    expect(write(duties, at: before + [10_800, 11_000, 12_600]), equals: ["0 ai start"])
  }

  @Test("once a day is by the calendar of the person, or of the jurisdiction, and hours are hours")
  func days() throws {
    let zone = try TimeZoneRules(named: "America/New_York")
    let law = try Self.law(zone: zone, owing: Self.three)
    // 22:00 and 00:00:00 in New York; in UTC it is the same day throughout.
    let midnight: [Double] = [0, 7_200]
    for zone in [zone, nil] {
      let duties = PersonDuties([law], age: .adult, zone: zone)
      expect(write(duties, at: [0, 7_199]), equals: ["0 ai start"])
      expect(write(duties, at: midnight), equals: ["0 ai start", "7200 ai start"])
    }
    expect(
      write(PersonDuties([law], age: .adult, zone: .utc), at: midnight), equals: ["0 ai start"])
    // A session goes on after midnight, and its start is over.
    let through = stride(from: 3_600.0, to: 14_400, by: 900).map { $0 }
    expect(
      write(PersonDuties([law], age: .adult, zone: zone), at: [0] + through),
      equals: ["0 ai start"])
    let hourly = try Self.law { from in
      [NoticeDuty(.ai, .start(atMostEvery: .seconds(24 * Self.hour)), from: from, section: "1")]
    }
    expect(
      write(
        PersonDuties([hourly], age: .adult, zone: zone), at: [0, 7_200, 86_399, 90_000]),
      equals: ["0 ai start", "90000 ai start"])
    let always = try Self.law { from in
      [NoticeDuty(.ai, .start(atMostEvery: nil), from: from, section: "1")]
    }
    expect(
      write(PersonDuties([always], age: .adult), at: [0, 60, 1_860]),
      equals: ["0 ai start", "1860 ai start"])
  }

  @Test("a law is in force from its first day on, by the person's calendar")
  func inForce() throws {
    let zone = try TimeZoneRules(named: "America/New_York")
    let law = try Self.law(from: "2027-03-02", zone: zone, owing: Self.three)
    for (zone, first) in [(zone, 7_200.0), (nil, 7_200), (TimeZoneRules.utc, 0)] {
      let duties = PersonDuties([law], age: .adult, zone: zone)
      // The session began before the law: it is told with the first message under it.
      let given = write(duties, at: stride(from: 0.0, through: 9_000, by: 600).map { $0 })
      expect(given, equals: ["\(Int(first)) ai start"])
    }
  }

  @Test(
    "who is given a notice", arguments: AgeGroup.allCases)
  func ages(age: AgeGroup) throws {
    let law = try Self.law { from in
      NoticeDuty.Audience.allCases.enumerated().map { number, audience in
        NoticeDuty(
          .break, .interval(Double(number + 1) * Self.hour), for: audience, from: from,
          section: "\(number)")
      }
    }
    let clock = NoticeClock.writing(for: 0, until: Self.evening)
    let next = PersonDuties([law], age: age).nextNotice(by: clock, at: Self.evening)
    #expect(next == Self.evening + Self.hour)
    let included = NoticeDuty.Audience.allCases.filter { $0.includes(age) }
    switch age {
    case .adult: expect(included, equals: [.everyone])
    case .minor: expect(included, equals: [.everyone, .minors, .minorsAndUnknown])
    case .unknown: expect(included, equals: [.everyone, .minorsAndUnknown])
    }
  }

  @Test("several notices at once are one of each kind, and that at the start comes first")
  func together() throws {
    let duties = PersonDuties(
      [try Self.law("us-b", owing: Self.three), try Self.law("us-a", owing: Self.three)],
      age: .minor)
    let clock = NoticeClock.writing(for: 3 * Self.hour, until: Self.evening)
    let due = duties.dueNotices(by: clock, at: Self.evening)
    expect(
      due,
      equals: [
        DueNotice(kind: .ai, moment: .start, jurisdiction: "us-a"),
        DueNotice(kind: .break, moment: .interval, jurisdiction: "us-a"),
      ])
  }

  @Test("a notice at the start is owed until it is given")
  func owed() throws {
    let duties = PersonDuties([try Self.law(owing: Self.three)], age: .adult)
    var clock = NoticeClock.writing(for: 600, until: Self.evening)
    #expect(duties.dueNotices(by: clock, at: Self.evening).map(\.moment) == [.start])
    clock.record(
      NoticeClock.Given(
        kind: .ai, moment: .start, jurisdiction: "us-xx", at: Self.evening, requestID: "r"))
    #expect(duties.dueNotices(by: clock, at: Self.evening).isEmpty)
  }

  @Test("when the next one is due")
  func next() throws {
    let duties = PersonDuties([try Self.law(owing: Self.three)], age: .minor)
    let now = Self.evening
    #expect(duties.nextNotice(by: NoticeClock(), at: now) == nil)
    let clock = NoticeClock.writing(for: 600, until: now)
    #expect(duties.nextNotice(by: clock, at: now) == now + 3_000)
    // One that is due is being given now.
    let longer = NoticeClock.writing(for: 4_000, until: now)
    #expect(duties.nextNotice(by: longer, at: now) == now + Self.hour)
    #expect(PersonDuties([], age: .minor).nextNotice(by: clock, at: now) == nil)
  }
}

extension NoticeClock {
  /// The clock of a person who has been writing for a time, without a notice.
  fileprivate static func writing(for seconds: Double, until end: Double) -> NoticeClock {
    var clock = NoticeClock()
    for time in stride(from: end - seconds, to: end, by: 600) {
      clock.noteMessage(at: time, silence: 1800)
    }
    clock.noteMessage(at: end, silence: 1800)
    return clock
  }
}
