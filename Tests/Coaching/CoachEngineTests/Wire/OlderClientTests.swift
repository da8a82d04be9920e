import CoachAccess
import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import Documents
import Foundation
import SourceFiles
import Testing

/// What an app that is older than its server makes of events, and what databases and frameworks make of values.
@Suite("Values that other programs hold and send")
struct OlderClientTests {
  private func event(_ text: String) throws -> ClientEvent {
    try JSONDecoder().decode(ClientEvent.self, from: Data(text.utf8))
  }

  @Test("members, events, reasons, codes and tiers that are new")
  func newer() throws {
    #expect(
      try event(#"{"v":1,"event":"text","text":"a","new":{"b":1}}"#) == .text("a", tag: nil))
    #expect(
      try event(#"{"event":"typing","text":"…","seconds":3}"#)
        == .other("typing", ["text": "…", "seconds": 3]))
    let refused = try event(#"{"event":"refused","reason":"maintenance","text":"Later."}"#)
    #expect(refused == .refused(TurnRefusal(reason: .other("maintenance"), text: "Later.")))
    #expect(
      try event(#"{"event":"failed","code":"melted","text":"Sorry.","keeps_text":false}"#)
        == .failed(.unknown, text: "Sorry.", keepsText: false))
    #expect(
      try event(
        #"{"event":"limits","tier":"loud","used":1,"limit":2,"is_trial":false,"text":"One left."}"#)
        == .limits(ClientLimits(tier: .silent, used: 1, limit: 2), text: "One left."))
    let help = try event(
      #"{"event":"crisis_detected","resources":[{"name":"Line","contact":"111","note":"","kinds":["suicide","comets"]}]}"#
    )
    guard case .crisisDetected(let resources, _) = help else {
      Issue.record("\(help)")
      return
    }
    #expect(resources.map(\.contact) == ["111"] && resources.first?.kinds == [.suicide])
  }

  @Test("an event that is not known is written as it came")
  func other() throws {
    let event = try event(#"{"event":"typing","seconds":3}"#)
    #expect(event.json["event"] == "typing" && event.json["seconds"] == 3)
    #expect(try ClientEvent(json: event.json) == event)
  }

  @Test("what an app cannot do without is an error still")
  func missing() {
    for text in [
      #"{"event":"text"}"#, #"{"text":"a"}"#, #"{"event":"refused","reason":"running"}"#,
    ] {
      #expect(throws: DecodingError.self) { try event(text) }
    }
  }

  private struct Body: Codable {
    var change: AccessChange
  }

  @Test("a bad body is an error of decoding, which frameworks answer with 400")
  func decoding() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Body.self, from: Data(#"{"change":{"event":"subscribd"}}"#.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("no error of decoding")
      return
    }
    #expect(
      context.underlyingError is SourceError && context.codingPath.last?.stringValue == "change")
  }

  @Test("names that a decoder converts, and texts that a database holds")
  func stores() throws {
    let record = PersonRecord(id: "p", language: "en", salt: "s")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let access = AccessRecord(discoveryCompletedAt: 1, updatedAt: 2)
    #expect(try decoder.decode(AccessRecord.self, from: JSONEncoder().encode(access)) == access)
    let column = try JSONEncoder().encode(record.json.text())
    #expect(try JSONDecoder().decode(PersonRecord.self, from: column) == record)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PersonRecord.self, from: Data(#""{not JSON""#.utf8))
    }
  }
}
