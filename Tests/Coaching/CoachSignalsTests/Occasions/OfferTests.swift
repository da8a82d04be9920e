import CoachModel
import CoachSignals
import Documents
import TestKit
import Testing

@Suite("What the app asks a person, and when")
struct OfferTests {
  private let day = CalendarDay(number: 20_783)

  private func message(_ id: String, _ role: Role, at minute: Double = 0) -> SessionMessage {
    SessionMessage(
      id: id, role: role, text: "I planted the beans.", time: day.unixTime + minute * 60)
  }

  /// A person with some completed sessions.
  private func record(sessions: Int) throws -> PersonRecord {
    var record = PersonRecord(id: "p", salt: "s")
    for number in 0..<sessions { try hold("c\(number)", in: &record) }
    return record
  }

  private func hold(_ conversation: String, in record: inout PersonRecord) throws {
    record.note([message("\(conversation)-m", .user)], in: conversation, kind: .coaching)
    let session = try #require(record.session(in: conversation))
    record.apply(try #require(record.closing(session, end: .app, zone: .utc)), on: day)
  }

  private func answer(
    _ offer: Offer, _ answer: OfferLog.Answer, in record: inout PersonRecord
  ) {
    record.offers.record(offer, answer, sessions: record.sessions.count, on: day)
  }

  @Test(
    "after the first session both are asked, one after the answer to the other",
    arguments: [OfferLog.Answer.accepted, .declined])
  func both(answer given: OfferLog.Answer) throws {
    var record = try record(sessions: 1)
    expect(record.offer.offer, equals: .remember)
    answer(.remember, .shown, in: &record)
    expect(record.offer.offer, equals: nil)
    expect(record.offer.reason, contains: "waits for its answer")
    answer(.remember, given, in: &record)
    expect(record.offer.offer, equals: .checkIn)
    answer(.checkIn, .shown, in: &record)
    answer(.checkIn, .declined, in: &record)
    expect(record.offer.offer, equals: nil)
    try hold("second", in: &record)
    expect(record.offer.offer, equals: nil)
  }

  @Test("an offer without an answer does not hold back the other one for good")
  func unanswered() throws {
    var record = try record(sessions: 1)
    answer(.remember, .shown, in: &record)
    try hold("second", in: &record)
    expect(record.offer.offer, equals: .checkIn)
  }

  @Test("what was declined is asked once more from the third session on, each in turn")
  func secondChance() throws {
    var record = try record(sessions: 1)
    for offer in Offer.allCases {
      answer(offer, .shown, in: &record)
      answer(offer, .declined, in: &record)
    }
    try hold("second", in: &record)
    expect(record.offer.offer, equals: nil)
    try hold("third", in: &record)
    for offer in Offer.allCases {
      expect(record.offer.offer, equals: offer)
      answer(offer, .shown, in: &record)
      answer(offer, .declined, in: &record)
    }
    expect(record.offer.offer, equals: nil)
    try hold("fourth", in: &record)
    expect(record.offer.offer, equals: nil)
  }

  @Test(
    "with the policy, remembering is asked after the first reply, and checking in after the session"
  )
  func firstReply() throws {
    let early = OfferPolicy(afterFirstReply: true)
    var record = PersonRecord(id: "p", salt: "s")
    expect(record.offer(by: early).offer, equals: nil)
    record.note([message("m-0", .assistant)], in: "c", kind: .discovery)
    expect(record.offer(by: early).reason, contains: "no session")
    record.note([message("m-1", .user, at: 1)], in: "c", kind: .discovery)
    expect(record.offer(by: early).offer, equals: nil)
    record.note([message("m-2", .assistant, at: 2)], in: "c", kind: .discovery)
    expect(record.offer(by: early).offer, equals: .remember)
    expect(record.offer.offer, equals: nil)
    answer(.remember, .shown, in: &record)
    answer(.remember, .declined, in: &record)
    expect(record.offer(by: early).offer, equals: nil)
    let session = try #require(record.session(in: "c"))
    record.apply(try #require(record.closing(session, end: .app, zone: .utc)), on: day)
    expect(record.offer(by: early).offer, equals: .checkIn)
    answer(.checkIn, .accepted, in: &record)
    try hold("second", in: &record)
    expect(record.offer(by: early).offer, equals: nil)
    try hold("third", in: &record)
    expect(record.offer(by: early).offer, equals: .remember)
  }

  @Test("a yes before the first session was over is about what discovery finds")
  func earlyYes() throws {
    for isEarly in [true, false] {
      var record = PersonRecord(id: "p", salt: "s")
      if isEarly { answer(.remember, .accepted, in: &record) }
      record.note(
        [message("m-1", .user)],
        discovery: DiscoveryProfile(
          coachingDomains: [], currentChallenges: ["too much"], emotionalBaseline: "",
          communicationStyle: "", keyThemes: [], strengthsIdentified: [], values: ["calm"],
          vision: "", ahaInsight: "carries others' work"), in: "c", kind: .discovery)
      let session = try #require(record.session(in: "c"))
      record.apply(try #require(record.closing(session, end: .app, zone: .utc)), on: day)
      expect(record.profile.proposals.isEmpty, equals: isEarly)
      let values = record.person(on: day, domain: nil).profile.values.map(\.text)
      expect(values, equals: isEarly ? ["calm"] : [])
    }
  }

  @Test("nothing is asked while nobody has asked how things are after danger")
  func danger() throws {
    var record = try record(sessions: 1)
    record.crises.note(["self_harm"], on: day)
    expect(record.offer.offer, equals: nil)
    expect(record.offer.reason, contains: "danger")
    record.crises.takeUp()
    expect(record.offer.offer, equals: .remember)
  }

  @Test("remembering is not asked of a person whose profile has content; checking in is, at once")
  func content() throws {
    var record = try record(sessions: 1)
    record.add("tea", category: .values, on: day)
    expect(record.offer.offer, equals: .checkIn)
  }
}
