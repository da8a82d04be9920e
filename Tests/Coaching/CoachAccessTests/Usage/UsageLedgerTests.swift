@testable import CoachAccess
import CoachKitTesting
import CoachModel
import Documents
import SourceFiles
import Testing
import TestKit

private typealias Kit = UsageStoreConformance

@Suite("The usage ledger")
struct UsageLedgerTests {
  @Test("one active person's records are kept only as long as windows and refunds need them")
  func busy() {
    var ledger = UsageLedger()
    for number in 0..<2000 {
      let time = Kit.start + Double(number) * 40
      let message = Kit.message("\(number)", at: time, [.minute, .hour], Kit.paid(.max))
      #expect(ledger.reserve(message) == .counted(used: number + 1))
      begin(&ledger, "\(number)", at: time)
      ledger.finish("\(number)", attempt: "1", messageID: "m", at: time)
    }
    #expect(ledger.usage(in: Kit.paid(.max).key) == 2000)
    #expect(ledger.counters[.message]?.reservations.count == 90)
    #expect(ledger.requests.count == UsageLedger.maximumAnswers)
    #expect(ledger.requests.map(\.id) == (1800..<2000).map { "\($0)" })
  }

  @Test("a shorter window does not remove what a longer one still contains")
  func windowsOfSeveralLengths() throws {
    var ledger = UsageLedger()
    let (long, short) = (
      [try RateWindow(count: 2, seconds: 100)], [try RateWindow(count: 5, seconds: 10)]
    )
    #expect(ledger.reserve(Kit.message("1", long)) == .counted(used: nil))
    #expect(ledger.reserve(Kit.message("2", at: Kit.start + 50, short)) == .counted(used: nil))
    let third = Kit.message("3", at: Kit.start + 60, long)
    #expect(ledger.reserve(third) == .refused(.rateLimited(retryAfter: 40)))
  }

  @Test("messages, openings and replies in a crisis have windows of their own")
  func purposes() throws {
    var ledger = UsageLedger()
    let windows = [try RateWindow(count: 1, seconds: 60)]
    for purpose in [UsagePurpose.message, .opening, .crisis, .secondOpinion] {
      for expected in [UsageVerdict.counted(used: nil), .refused(.rateLimited(retryAfter: 60))] {
        let reservation = UsageReservation(
          id: "\(purpose) \(expected)", person: "ana", purpose: purpose, at: Kit.start,
          windows: windows, allowance: nil)
        #expect(ledger.reserve(reservation) == expected)
      }
    }
  }

  @Test("the state of a request can be read, which records nothing")
  func requestState() {
    var ledger = UsageLedger()
    #expect(ledger.requestState(of: "1", at: Kit.start) == nil)
    begin(&ledger, "1", at: Kit.start)
    let before = ledger
    #expect(ledger.requestState(of: "1", at: Kit.start) == .running)
    #expect(ledger.requestState(of: "2", at: Kit.start) == nil)
    #expect(ledger.requestState(of: "1", at: Kit.start + 1_000) == nil)
    #expect(ledger == before)
    ledger.finish("1", attempt: "1", messageID: "m", at: Kit.start + 7)
    #expect(ledger.lastSign(ofRequest: "1") == Kit.start + 7)
    #expect(ledger.requestState(of: "1", at: Kit.start) == .answered(messageID: "m"))
    let late = Kit.start + UsageLedger.answerTime
    #expect(ledger.requestState(of: "1", at: late) == nil)
  }

  @Test("running requests are kept, however many, and forgotten when nobody will end them")
  func running() {
    var ledger = UsageLedger()
    for id in 0..<500 { begin(&ledger, "\(id)", at: Kit.start) }
    #expect(ledger.requests.count == 500)
    ledger.advance(to: Kit.start + 629)
    #expect(ledger.requests.count == 500)
    ledger.advance(to: Kit.start + 630)
    #expect(ledger.isEmpty)
  }

  @Test("a count from elsewhere is taken over")
  func setting() {
    var ledger = UsageLedger()
    ledger.setUsage(4, in: Kit.trial(5).key)
    #expect(ledger.reserve(Kit.message("1", [], Kit.trial(5))) == .counted(used: 5))
    #expect(ledger.reserve(Kit.message("2", [], Kit.trial(5))) == .refused(.trialEnded(.messages)))
    ledger.refund("1")
    ledger.setUsage(0, in: Kit.trial(5).key)
    #expect(ledger.isEmpty)
  }

  @Test("as JSON it is short, and a damaged one is an error")
  func json() throws {
    var ledger = UsageLedger()
    _ = ledger.reserve(Kit.message("1", [.minute], Kit.trial(5)))
    begin(&ledger, "r", at: Kit.start)
    let digest = ContentDigest(of: "hello").hexadecimal
    #expect(
      ledger.json.text() == """
        {"v":1,"updated_at":1795262400,"counters":{"message":{"horizon":60,\
        "times":[1795262400],"counts":{"trial:2026-11-21":1},"reservations":\
        {"1":{"key":"trial:2026-11-21","used":1,"at":1795262400}}}},"requests":[\
        {"id":"r","digest":"\(digest)","attempt":"1","started_at":1795262400,\
        "renewed_at":1795262400,"lease":30}]}
        """)
    try expect(UsageLedger(json: ledger.json), equals: ledger)
    let damaged: JSONValue = ["updated_at": 0, "counters": ["message": ["horizon": "long"]]]
    let error = #expect(throws: SourceError.self) { try UsageLedger(json: damaged) }
    #expect(error?.description.contains("'horizon'") == true)
  }

  @Test("the clock of notices is kept with everything else, and a ledger from before it opens")
  func noticeClock() throws {
    var ledger = try UsageLedger(json: ["v": 1, "updated_at": 1_795_262_400])
    #expect(ledger.isEmpty)
    ledger.noticeClock.noteMessage(at: Kit.start, silence: 1800)
    ledger.noticeClock.record(
      NoticeClock.Given(
        kind: .ai, moment: .start, jurisdiction: "us-ny", at: Kit.start, requestID: "r"))
    #expect(!ledger.isEmpty)
    #expect(
      ledger.json.text() == """
        {"v":1,"updated_at":1795262400,"notices":{"session":{"started_at":1795262400,\
        "last_message_at":1795262400},"given":[{"kind":"ai","moment":"start",\
        "jurisdiction":"us-ny","at":1795262400,"request_id":"r"}]}}
        """)
    try expect(UsageLedger(json: ledger.json), equals: ledger)
    ledger.advance(to: Kit.start - 60)
    #expect(ledger.noticeClock.session?.startedAt == Kit.start - 60)
    ledger.advance(to: Kit.start + NoticeClock.retention)
    #expect(ledger.isEmpty)
  }

  @Test("a notice of a request whose program died is taken back, and no other is")
  func diedNotices() {
    for seconds in [29.0, 30, 5_000] {
      var ledger = UsageLedger()
      for id in ["dead", "answered", "released"] {
        begin(&ledger, id, at: Kit.start)
        ledger.noticeClock.record(
          NoticeClock.Given(
            kind: id == "answered" ? .break : .ai, moment: .start, jurisdiction: "us-ny",
            at: Kit.start, requestID: id))
      }
      ledger.finish("answered", attempt: "1", messageID: "m", at: Kit.start)
      ledger.release("released", attempt: "1")
      ledger.advance(to: Kit.start + seconds)
      let ids = ledger.noticeClock.given.map(\.requestID)
      #expect(ids == (seconds < 30 ? ["dead"] : []) + ["answered", "released"], "\(seconds)")
    }
  }

  @Test("a purpose of a later version is kept as it is")
  func laterVersion() throws {
    let stored: JSONValue = [
      "v": 1, "updated_at": .integer(Int(Kit.start)),
      "counters": ["lunch": ["horizon": 60, "times": [.integer(Int(Kit.start))]]],
    ]
    var ledger = try UsageLedger(json: stored)
    ledger.advance(to: Kit.start + 59)
    #expect(ledger.json["counters"]?["lunch"]?["horizon"] == 60)
    ledger.advance(to: Kit.start + 60)
    #expect(ledger.isEmpty)
  }

  @Test("a withdrawn message has left the allowance and the rate windows, and no other has")
  func withdrawing() throws {
    var ledger = UsageLedger()
    let window = [try RateWindow(count: 2, seconds: 60)]
    #expect(ledger.reserve(Kit.message("1", window, Kit.paid(9))) == .counted(used: 1))
    #expect(ledger.reserve(Kit.message("2", window, Kit.paid(9))) == .counted(used: 2))
    // A clock that was set back moves both.
    ledger.advance(to: Kit.start - 10)
    ledger.withdraw("2")
    ledger.withdraw("2")
    ledger.withdraw("3")
    #expect(ledger.usage(in: Kit.paid(9).key) == 1)
    #expect(
      ledger.reserve(Kit.message("4", at: Kit.start - 10, window, Kit.paid(9))) == .counted(used: 2)
    )
    #expect(
      ledger.reserve(Kit.message("5", at: Kit.start - 10, window, Kit.paid(9)))
        == .refused(.rateLimited(retryAfter: 60)))
    for id in ["1", "4"] { ledger.withdraw(id) }
    #expect(ledger.isEmpty)
  }

  private func begin(_ ledger: inout UsageLedger, _ id: String, at time: Double) {
    _ = ledger.begin(
      id, digest: ContentDigest(of: "hello"), attempt: "1", lease: 30, at: time)
  }
}
