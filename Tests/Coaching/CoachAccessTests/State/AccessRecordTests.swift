import CoachAccess
import Documents
import SourceFiles
import Testing
import TestKit

private typealias At = AccessMoments

@Suite("Reading and writing access records")
struct AccessRecordTests {
  @Test("the smallest record")
  func smallest() throws {
    let record = try At.read(#"{"updated_at": 1795262400}"#)
    #expect(record == AccessRecord(updatedAt: At.noon))
    #expect(record.json.text() == #"{"v":1,"updated_at":1795262400}"#)
  }

  @Test("a full record round-trips with fractions of a second")
  func roundTrip() throws {
    let record = AccessRecord(
      discoveryCompletedAt: At.noon + 0.125, paywallShownAt: At.noon.nextUp,
      trial: .init(startedAt: 1, cancelledAt: 2.5, resumedAt: 2.75),
      subscription: .init(
        try At.period(from: At.noon + 7), countedFrom: At.noon, willRenew: false,
        renewalChangedAt: At.noon + 8, isPaid: false, endedAt: At.noon + 9,
        previous: .init(countedFrom: 3, end: At.noon)),
      updatedAt: At.noon.nextUp.nextUp)
    try expect(At.read(record.json.text()), equals: record)
    try expect(At.read(record.json.text(.indented(2))), equals: record)
  }

  @Test("the JSON is the documented format")
  func members() throws {
    let text = #"""
      {
        "v": 1,
        "discovery_completed_at": 1795176000,
        "trial": {
          "started_at": 1795176001
        },
        "subscription": {
          "period_start": 1795262400,
          "period_end": 1797854400,
          "will_renew": true
        },
        "updated_at": 1795262400
      }
      """#
    let record = try At.read(text)
    #expect(record.json.text(.indented(2)) == text)
    #expect(record.subscription?.countedFrom == At.noon)
    #expect(record.stage(at: At.noon) == .subscribed)
  }

  @Test("nil values are left out")
  func null() throws {
    let record = try At.read(#"{"trial": null, "subscription": null, "updated_at": 5}"#)
    #expect(record == AccessRecord(updatedAt: 5))
  }

  @Test(
    "errors have a location",
    arguments: [
      ("{}", "json.missing", 1, 1),
      ("[1]", "json.type", 1, 1),
      (#"{"updated_at": "5"}"#, "json.time", 1, 16),
      (#"{"updated_at": -1}"#, "json.time", 1, 16),
      (#"{"updated_at": 1795262400000}"#, "json.time", 1, 16),
      ("{\"updated_at\": 5,\n\"trail\": {}}", "json.unknown-key", 2, 1),
      ("{\"updated_at\": 5,\n\"trial\": {}}", "json.missing", 2, 10),
      ("{\"updated_at\": 5,\n\"trial\": true}", "json.type", 2, 10),
      (
        "{\"updated_at\": 5,\n\"trial\": {\"started_at\": 1,\n\"ended\": 2}}", "json.unknown-key",
        3, 1
      ),
      (
        "{\"updated_at\": 5,\n\"subscription\": {\"period_start\": 9,\n\"period_end\": 9,\n"
          + "\"will_renew\": true}}", "access.period", 3, 15
      ),
      (
        "{\"updated_at\": 5,\n\"subscription\": {\"period_start\": 8,\n\"period_end\": 9,\n"
          + "\"will_renew\": 1}}", "json.type", 4, 15
      ),
      (
        "{\"updated_at\": 5,\n\"subscription\": {\"period_start\": 8,\n\"period_end\": 9,\n"
          + "\"will_renew\": true,\n\"previous\": {\"counted_from\": 1}}}", "json.missing", 5, 13
      ),
    ])
  func mistakes(text: String, code: String, line: Int, column: Int) {
    let error = #expect(throws: SourceError.self) { try At.read(text) }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.code == code)
    #expect(diagnostic?.location?.line == line)
    #expect(diagnostic?.location?.column == column)
  }

  @Test("milliseconds are recognised instead of seconds")
  func milliseconds() {
    let error = #expect(throws: SourceError.self) { try At.read(#"{"updated_at": 1795262400000}"#) }
    #expect(error?.diagnostics.first?.hint == "divide milliseconds by 1000")
  }
}

@Suite("Choosing between two saved records")
struct NewerRecordTests {
  private func check(_ holds: AccessRecord, _ other: AccessRecord) {
    #expect(AccessRecord.newer(of: holds, other) == holds)
    #expect(AccessRecord.newer(of: other, holds) == holds)
  }

  @Test("the later time wins, even over a further stage")
  func later() throws {
    let subscribed = At.record(subscription: .init(try At.period(from: At.noon)))
    check(AccessRecord(updatedAt: At.noon.nextUp), subscribed)
  }

  @Test("at the same time, the further stage wins")
  func stages() throws {
    let period = try At.period(from: At.noon - At.day, days: 0.5)
    let records = [
      At.record(discovery: false), At.record(), At.record(trial: .init(startedAt: At.noon)),
      At.record(trial: .init(startedAt: At.noon - 3 * At.day, cancelledAt: At.noon - 1)),
      At.record(subscription: .init(period)),
      At.record(subscription: .init(period, willRenew: false)),
    ]
    #expect(records.map { $0.stage(at: At.noon) } == AccessStage.allCases)
    for (place, record) in records.enumerated() {
      for other in records[..<place] { check(record, other) }
    }
  }

  @Test("for equal time and stage, the choice does not depend on the order")
  func alike() {
    let first = AccessRecord(discoveryCompletedAt: 1, updatedAt: At.noon)
    let second = AccessRecord(discoveryCompletedAt: 2, updatedAt: At.noon)
    #expect(AccessRecord.newer(of: first, second) == AccessRecord.newer(of: second, first))
    #expect(AccessRecord.newer(of: first, first) == first)
  }
}
