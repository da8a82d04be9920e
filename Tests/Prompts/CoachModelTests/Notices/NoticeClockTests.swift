import CoachModel
import Documents
import SourceFiles
import Testing

@Suite("The clock of notices")
struct NoticeClockTests {
  private static let start = 1_795_262_400.0

  private func clock(messagesAfter times: [Double], silence: Double = 1800) -> NoticeClock {
    var clock = NoticeClock()
    for time in times { clock.noteMessage(at: Self.start + time, silence: silence) }
    return clock
  }

  private func given(
    _ kind: NoticeKind = .ai, after seconds: Double, request: String = "r"
  ) -> NoticeClock.Given {
    NoticeClock.Given(
      kind: kind, moment: .interval, jurisdiction: "us-xx", at: Self.start + seconds,
      requestID: request)
  }

  @Test("a session ends by silence, at the second, and by nothing else")
  func sessions() {
    #expect(NoticeClock().session == nil && NoticeClock().timeWriting(at: 9) == 0)
    let going = clock(messagesAfter: [0, 1799, 3598])
    #expect(going.session?.startedAt == Self.start)
    #expect(going.timeWriting(at: Self.start + 3600) == 3600)
    let anew = clock(messagesAfter: [0, 1799, 3599])
    #expect(
      anew.session
        == NoticeClock.Session(startedAt: Self.start + 3599, lastMessageAt: Self.start + 3599))
    // Midnight does not.
    let night = clock(messagesAfter: stride(from: 0, through: 86_400, by: 1200).map { $0 })
    #expect(night.session?.startedAt == Self.start)
    #expect(clock(messagesAfter: [0, 60], silence: 60).session?.startedAt == Self.start + 60)
  }

  @Test("a clock that is set back moves everything with it")
  func setBack() {
    var clock = clock(messagesAfter: [0, 600])
    clock.record(given(after: 600))
    clock.noteMessage(at: Self.start - 86_400, silence: 1800)
    #expect(clock.session?.startedAt == Self.start - 86_400)
    #expect(clock.last(.ai)?.at == Self.start - 86_400)
    clock.advance(to: .nan)
    #expect(clock.session?.startedAt == 0)
  }

  @Test("a request finds its notices again for a day, byte by byte")
  func repetition() {
    var clock = clock(messagesAfter: [0])
    clock.record(given(after: 0, request: "\u{e9}"))
    clock.record(given(.break, after: 0, request: "\u{e9}"))
    let day = NoticeClock.repetitionTime
    #expect(
      clock.notices(of: "\u{e9}", at: Self.start + day - 1).map(\.kind) == [.ai, .break])
    #expect(clock.notices(of: "\u{e9}", at: Self.start + day).isEmpty)
    #expect(clock.notices(of: "e\u{301}", at: Self.start).isEmpty)
    clock.advance(to: Self.start + day - 1)
    #expect(clock.given.map(\.requestID) == ["\u{e9}", "\u{e9}"])
    clock.advance(to: Self.start + day)
    #expect(clock.given.map(\.requestID) == ["", ""])
  }

  @Test("what was not shown is taken back, and what was given before counts again")
  func withdrawing() {
    var clock = clock(messagesAfter: [0])
    clock.record(given(after: 0, request: "a"))
    clock.record(given(after: 90_000, request: "b"))
    clock.record(given(.break, after: 90_000, request: "b"))
    clock.withdraw([.ai], of: "b")
    #expect(clock.last(.ai)?.requestID == "a" && clock.last(.break)?.requestID == "b")
    clock.withdraw([], of: "a")
    #expect(clock.last(.ai) != nil)
  }

  @Test("of notices, those of a day are kept and two of each kind, and nothing after 32 days")
  func retention() {
    var clock = NoticeClock()
    for hour in 0..<200 { clock.record(given(after: Double(hour) * 3600)) }
    #expect(clock.given.count == 24)
    for week in 2..<5 { clock.record(given(.break, after: Double(week) * 604_800)) }
    #expect(clock.given.map(\.kind) == [.ai, .ai, .break, .break])
    clock.noteMessage(at: Self.start + 4 * 604_800, silence: 1800)
    let end = Self.start + 4 * 604_800 + NoticeClock.retention
    clock.advance(to: end - 1)
    #expect(clock.given.count == 1 && clock.session != nil && !clock.isEmpty)
    clock.advance(to: end)
    #expect(clock.isEmpty)
  }

  @Test(
    "places are codes of ISO 3166",
    arguments: [
      ("us-ca", "US-CA"), ("DE", "DE"), ("GB-SCT", "GB-SCT"), ("fr-75c", "FR-75C"), ("USA", nil),
      ("US-", nil), ("US-CALI", nil), ("California", nil), ("-CA", nil), ("US-C A", nil), ("", nil),
      ("ÜS", nil),
    ] as [(String, String?)])
  func places(text: String, code: String?) {
    var person = Person(id: "p")
    person.jurisdiction = text
    #expect(person.jurisdiction == code)
  }

  @Test(
    "a person's place and age are read, and an unknown one is an error that says how to write it")
  func form() throws {
    let person = try Person(
      json: [
        "id": "p", "language": "en", "sessions": 0, "jurisdiction": "us-ny", "age_group": "minor",
      ])
    #expect(person.jurisdiction == "US-NY" && person.ageGroup == .minor)
    try #expect(Person(json: person.json) == person)
    let silent = try Person(json: ["id": "p", "language": "en", "sessions": 0])
    #expect(silent.jurisdiction == nil && silent.ageGroup == .unknown)
    #expect(silent.json["age_group"] == nil)
    for (member, value, hint) in [
      ("jurisdiction", "New York", "write DE or US-CA"), ("age_group", "adlut", "'adult'"),
    ] {
      let error = #expect(throws: SourceError.self) {
        try Person(json: ["id": "p", "language": "en", "sessions": 0, "\(member)": .string(value)])
      }
      #expect(error?.diagnostics.first?.hint?.contains(hint) == true, "\(member)")
    }
  }
}
