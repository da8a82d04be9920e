import CoachModel
import TestKit
import Testing

@testable import CoachSignals

@Suite struct DateMentionTests {
  /// Thursday, 26 November 2026.
  private static let today = CalendarDay("2026-11-26") ?? CalendarDay(unixTime: 0)

  @Test(arguments: [
    ("en", "I see her tomorrow.", "tomorrow=2026-11-27"),
    ("en", "The day after tomorrow is the exam", "The day after tomorrow=2026-11-28"),
    ("en", "my interview is on the 3rd", "on the 3rd=2026-12-03?"),
    ("en", "on the 28th we move", "on the 28th=2026-11-28?"),
    ("en", "next Tuesday", "next Tuesday=2026-12-01"),
    ("en", "this Saturday", "this Saturday=2026-11-28"),
    ("en", "I talk to Dana on Monday", "Monday=2026-11-30?"),
    ("en", "in two weeks, maybe", "in two weeks=2026-12-07/2026-12-13"),
    ("en", "in a couple of days", "in a couple of days=2026-11-28"),
    ("en", "three days from now", "three days from now=2026-11-29"),
    ("en", "in 10 days", "in 10 days=2026-12-06"),
    ("en", "next week", "next week=2026-11-30/2026-12-06"),
    (
      "en", "next month and next year",
      "next month=2026-12-01/2026-12-31, next year=2027-01-01/2027-12-31"
    ),
    ("en", "this weekend", "this weekend=2026-11-28/2026-11-29"),
    ("en", "the wedding is on May 3rd", "May 3rd=2027-05-03?"),
    ("en", "the 3rd of May 2027", "the 3rd of May 2027=2027-05-03"),
    ("en", "3 May", "3 May=2027-05-03?"),
    ("en", "due 2026-12-24.", "2026-12-24=2026-12-24"),
    ("en", "it starts in May", "May=2027-05-01/2027-05-31?"),
    ("de", "Am Dienstag habe ich das Gespräch", "Dienstag=2026-12-01?"),
    ("de", "nächsten Freitag", "nächsten Freitag=2026-11-27"),
    ("de", "übermorgen", "übermorgen=2026-11-28"),
    ("de", "in zwei Wochen", "in zwei Wochen=2026-12-07/2026-12-13"),
    ("de", "in ein paar Tagen", "in ein paar Tagen=2026-11-29"),
    ("de", "am 3. habe ich Prüfung", "am 3=2026-12-03?"),
    ("de", "am 3. Mai ist die Feier", "am 3. Mai=2027-05-03?"),
    ("de", "der Termin am 14.12. um drei", "14.12=2026-12-14?"),
    ("de", "am 14.12.2027", "14.12.2027=2027-12-14"),
    ("de", "nächste Woche", "nächste Woche=2026-11-30/2026-12-06"),
    ("de", "dieses Wochenende", "dieses Wochenende=2026-11-28/2026-11-29"),
    ("de", "MORGEN früh", "MORGEN=2026-11-27"),
    ("es", "mañana hablo con ella", "mañana=2026-11-27"),
    ("es", "pasado mañana", "pasado mañana=2026-11-28"),
    ("es", "el próximo martes", "próximo martes=2026-12-01"),
    ("es", "el martes que viene", "martes que viene=2026-12-01"),
    ("es", "dentro de dos semanas", "dentro de dos semanas=2026-12-07/2026-12-13"),
    ("es", "la semana que viene", "semana que viene=2026-11-30/2026-12-06"),
    ("es", "el 3 de mayo de 2027", "el 3 de mayo de 2027=2027-05-03"),
    ("es", "el día 3 es la entrevista", "el día 3=2026-12-03?"),
    ("es", "el fin de semana", "fin de semana=2026-11-28/2026-11-29?"),
  ])
  func readsWhatIsToCome(language: String, text: String, expected: String) {
    expect(read(text, language, .future), equals: expected)
  }

  @Test(arguments: [
    ("en", "what did I say last week?", "last week=2026-11-16/2026-11-22"),
    ("en", "Yesterday was hard", "Yesterday=2026-11-25"),
    ("en", "two weeks ago", "two weeks ago=2026-11-09/2026-11-15"),
    ("en", "a few months ago", "a few months ago=2026-08-11/2026-09-10"),
    ("en", "last Friday", "last Friday=2026-11-20"),
    ("en", "on Friday", "Friday=2026-11-20?"),
    ("en", "in May I was ill", "May=2026-05-01/2026-05-31?"),
    ("en", "in November", "November=2026-11-01/2026-11-30?"),
    ("en", "last December", "last December=2025-12-01/2025-12-31"),
    ("en", "in March 2024", "March 2024=2024-03-01/2024-03-31"),
    ("en", "the other day", "the other day=2026-11-19/2026-11-25"),
    ("de", "vor drei Tagen", "vor drei Tagen=2026-11-23"),
    ("de", "letzte Woche", "letzte Woche=2026-11-16/2026-11-22"),
    ("de", "im Mai", "Mai=2026-05-01/2026-05-31?"),
    ("de", "vorgestern", "vorgestern=2026-11-24"),
    ("de", "letzten Dienstag", "letzten Dienstag=2026-11-24"),
    ("es", "hace dos semanas", "hace dos semanas=2026-11-09/2026-11-15"),
    ("es", "la semana pasada", "semana pasada=2026-11-16/2026-11-22"),
    ("es", "en mayo", "mayo=2026-05-01/2026-05-31?"),
    ("es", "anteayer", "anteayer=2026-11-24"),
    ("es", "el jueves pasado", "jueves pasado=2026-11-19"),
  ])
  func readsWhatIsOver(language: String, text: String, expected: String) {
    expect(read(text, language, .past), equals: expected)
  }

  @Test(arguments: [
    ("en", "I may march on, second by second."), ("en", "every Sunday, on Sundays, each week"),
    ("en", "the 3rd time this has happened"), ("en", "I am 34 and the first of five"),
    ("en", "in the morning"), ("en", "one day I will"), ("en", "2026-13-45"),
    ("en", "on the 45th"), ("de", "guten Morgen, am Morgen bin ich müde"),
    ("de", "jeden Montag"), ("de", "das 3. Mal"), ("es", "por la mañana, cada lunes, los martes"),
    ("es", "el 3 por ciento"), ("fr", "demain, mardi prochain"), ("en", ""),
  ])
  func leavesOtherWordsAlone(language: String, text: String) {
    for direction in DateMention.Direction.allCases {
      expect(read(text, language, direction), equals: "")
    }
  }

  /// Whatever the day, what a text names is on the side that it names, and a whole week or month has its days.
  @Test(arguments: TestCases.seeds(200))
  func holdsOnEveryDay(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let today = CalendarDay(number: random.below(40_000))
    func period(_ text: String, _ direction: DateMention.Direction) -> ClosedRange<CalendarDay>? {
      DateMention.all(in: text, language: "en", today: today, direction: direction).first?.period
    }
    for weekday in ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] {
      let next = period("next \(weekday)", .future)
      #expect(next.map { (1...13).contains($0.lowerBound.number - today.number) } == true)
      let coming = period(weekday, .future)
      #expect(coming.map { (0...6).contains($0.lowerBound.number - today.number) } == true)
      let past = period(weekday, .past)
      #expect(past.map { (-6...0).contains($0.lowerBound.number - today.number) } == true)
      #expect(next?.lowerBound.weekday == coming?.lowerBound.weekday)
    }
    #expect(period("next week", .future).map(\.count) == 7)
    #expect(period("last month", .past).map { (28...31).contains($0.count) } == true)
    #expect(period("last month", .past).map { $0.upperBound < today } == true)
    #expect(
      period("in \(1 + random.below(20)) days", .future).map { $0.lowerBound > today } == true)
    #expect(period("in February", .past).map { $0.lowerBound <= today } == true)
    #expect(period("on the 31st", .future).map { $0.lowerBound >= today } == true)
    #expect(period("February 29", .future).map { $0.lowerBound >= today } == true)
  }

  /// Every expression, on days at the ends of the calendar: a period that ends before it begins ends the process.
  @Test(arguments: [
    "0001-01-01", "0001-01-31", "0001-03-01", "1970-01-01", "9998-12-31", "9999-01-01",
    "9999-02-28", "9999-11-30", "9999-12-01", "9999-12-26", "9999-12-31",
  ])
  func holdsAtTheEndsOfTheCalendar(text: String) throws {
    let today = try #require(CalendarDay(text))
    let texts = [
      "en": """
      next year, last year, next month, last month, this week, next week, last week, this weekend, next weekend, in 400 \
      years, 400 years ago, in 400 months, 400 months ago, in 3 weeks, 2 days ago, tomorrow, the other day, next Monday, \
      last Monday, on Friday, in December, in January, next December, last January, in December 1900, on the 31st, \
      February 29, May 3rd, May 3rd, 2199, 2026-02-28
      """,
      "es":
        "el año que viene, el mes pasado, en 400 años, hace 400 meses, en diciembre, el 31, el fin de semana",
      "de":
        "nächstes Jahr, letzten Monat, in 400 Jahren, vor 400 Monaten, im Dezember, am 31., dieses Wochenende",
    ]
    for (language, text) in texts {
      for direction in DateMention.Direction.allCases {
        let mentions = DateMention.all(
          in: text, language: language, today: today, direction: direction)
        #expect(mentions.count > 5)
        #expect(mentions.allSatisfy { (1...9999).contains($0.day.year) })
      }
    }
  }

  private func read(_ text: String, _ language: String, _ direction: DateMention.Direction)
    -> String
  {
    let bytes = Array(text.utf8)
    return DateMention.all(
      in: text, language: language, today: Self.today, direction: direction
    ).map { mention in
      let words = String(decoding: bytes[mention.range], as: UTF8.self)
      let (low, high) = (mention.period.lowerBound, mention.period.upperBound)
      return "\(words)=\(low)\(low == high ? "" : "/\(high)")\(mention.isAmbiguous ? "?" : "")"
    }.joined(separator: ", ")
  }
}

extension ClosedRange<CalendarDay> {
  fileprivate var count: Int { upperBound.number - lowerBound.number + 1 }
}
