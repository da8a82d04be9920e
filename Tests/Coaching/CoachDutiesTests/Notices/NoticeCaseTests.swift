import CoachDuties
import CoachModel
import Testing
import TestKit

@Suite("The notices of the shipped duties")
struct NoticeCaseTests {
  @Test("there are twelve cases for each file at least", arguments: ShippedDuties.ids)
  func number(id: String) throws {
    #expect(try NoticeCase.all(for: id).count >= 12)
  }

  @Test("each message comes with the notices of the table", arguments: ShippedDuties.ids)
  func notices(id: String) throws {
    let set = try ShippedDuties.set()
    for example in try NoticeCase.all(for: id) {
      let zone = try example.zone.map { name in try TimeZoneRules(named: name) }
      let duties = set.duties(in: example.place, age: example.age, zone: zone)
      var clock = NoticeClock()
      var expected: Double?
      for (number, message) in example.messages.enumerated() {
        let now = message.time
        clock.noteMessage(at: now, silence: 1800)
        let due = duties.dueNotices(by: clock, at: now)
        let label = "\(example.label), message \(number + 1)"
        expect(due.map { "\($0.kind) \($0.moment.rawValue)" }, equals: message.notices, "\(label)")
        #expect(due.allSatisfy { $0.jurisdiction == id }, "\(label)")
        if let expected, due.contains(where: { $0.moment == .interval }) {
          #expect(now >= expected, "\(label) has a notice before it was announced")
        }
        for notice in due {
          clock.record(
            NoticeClock.Given(
              kind: notice.kind, moment: notice.moment, jurisdiction: notice.jurisdiction, at: now,
              requestID: "\(number)"))
        }
        if message.checksHours {
          let hours = Int(clock.timeWriting(at: now) / 3600)
          #expect(message.hours == (hours < 3 ? nil : hours), "\(label)")
        }
        expected = duties.nextNotice(by: clock, at: now)
      }
    }
  }
}
