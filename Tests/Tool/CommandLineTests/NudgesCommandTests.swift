import CoachAccess
import CoachModel
import CoachSignals
import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit nudges")
struct NudgesCommandTests {
  private let day = "2026-11-26"

  /// Writes records of people who were away for five days and accepted check-ins.
  private func writeRecords(_ count: Int, to folder: String) throws {
    let today = try #require(CalendarDay(day))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<count {
      var record = PersonRecord(id: "p\(number)", salt: "s")
      let session = Session(
        conversation: "c", kind: .coaching, language: "en",
        messages: [
          SessionMessage(
            id: "m", role: .user, text: "I planted the beans.",
            time: today.adding(days: -5).unixTime)
        ])
      let outcome = try #require(record.closing(session, end: .app, zone: .utc))
      record.apply(outcome, on: today.adding(days: -5))
      record.offers.record(
        .checkIn, number % 3 == 0 ? .declined : .accepted, sessions: 1,
        on: today.adding(days: -5))
      try record.json.text().write(
        toFile: "\(folder)/p\(number).json", atomically: true, encoding: .utf8)
    }
  }

  private func plan(
    _ folder: String, _ people: String, replies: [String] = [], _ more: String...
  ) throws -> Tool.Result {
    let script = "\(folder)/script.txt"
    try replies.joined(separator: "\n---\n").write(
      toFile: script, atomically: true, encoding: .utf8)
    return try Tool.run(
      [
        "nudges", "plan", "--people", people, "--date", day, "--plan", "\(folder)/plan.jsonl",
        "--model", "scripted:\(script)", "--retries", "0",
      ] + more)
  }

  /// The lines of a plan's log with an outcome.
  private func lines(_ folder: String, _ outcome: String) throws -> [JSONValue] {
    try String(contentsOfFile: "\(folder)/plan.jsonl", encoding: .utf8).split(separator: "\n")
      .compactMap { try? JSONValue(parsing: String($0)) }
      .filter { $0["outcome"]?.string == outcome }
  }

  @Test(
    "records: everybody is considered, the chosen get a text, and a second run nudges nobody again")
  func records() throws {
    try Tool.inFolder { folder in
      let people = "\(folder)/people"
      try writeRecords(9, to: people)
      let dry = try plan(folder, people, "--dry-run", "--json")
      let figures = try JSONValue(parsing: dry.output)
      #expect(figures["considered"] == 9 && figures["chosen"] == 6)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/plan.jsonl"))
      let first = try plan(
        folder, people, replies: ["One thought about beans.", "[NO_NUDGE]", "A bean?", "Beans."],
        "--cap", "4")
      #expect(first.code == 0, "\(first.errors)")
      #expect(first.output.contains("3 texts written"))
      #expect(try lines(folder, "sent").count == 3)
      #expect(try lines(folder, "dropped").count == 1)
      #expect(try lines(folder, "held").count == 5)
      // The cap of the day is used up, also in another run.
      let second = try plan(folder, people, replies: ["Never sent."], "--cap", "4")
      #expect(second.code == 0 && second.output.contains("0 texts written"), "\(second.errors)")
      let third = try plan(folder, people, replies: ["One.", "Two."], "--cap", "1000")
      #expect(third.code == 0, "\(third.errors)")
      let sent = try lines(folder, "claimed").compactMap { $0["person"]?.string }
      #expect(sent.count == 6 && Set(sent).count == 6)
    }
  }

  @Test("a plan that was killed while a text was written goes on without that person")
  func killed() throws {
    try Tool.inFolder { folder in
      let people = "\(folder)/people"
      try writeRecords(3, to: people)
      // p1 was claimed, and the last line is cut.
      try """
      {"day": "\(day)"}
      {"person": "p0", "outcome": "held", "reason": "x"}
      {"person": "p1", "outcome": "claimed", "kind": "re_engagement"}
      {"person": "p2", "outc
      """.write(toFile: "\(folder)/plan.jsonl", atomically: true, encoding: .utf8)
      let result = try plan(folder, people, replies: ["A thought."])
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("1  claimed in an earlier run"))
      #expect(try lines(folder, "sent").map { $0["person"] } == ["p2"])
    }
  }

  @Test("a model that is down stops the plan before it uses up the day")
  func down() throws {
    try Tool.inFolder { folder in
      let people = "\(folder)/people"
      try writeRecords(30, to: people)
      let result = try plan(folder, people, replies: [])
      #expect(result.code == 1 && result.errors.contains("5 texts in a row"), "\(result.errors)")
      #expect(try lines(folder, "claimed").count == 5)
      let again = try plan(folder, people, replies: Array(repeating: "A thought.", count: 20))
      #expect(again.code == 0 && again.output.contains("15 texts written"), "\(again.errors)")
    }
  }

  @Test("candidates: the log has who was chosen, and one that cannot be read is told")
  func candidates() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/people.jsonl"
      let good = (0..<5).map {
        #"{"v": 1, "id": "p\#($0)", "is_allowed": true, "session_days": ["2026-11-20"]}"#
      }
      try (good + ["{\"id\": 3}", ""]).joined(separator: "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
      let result = try plan(folder, path, "--cap", "2")
      #expect(result.code == 0 && result.errors.contains("candidate 6"), "\(result.errors)")
      let chosen = try lines(folder, "chosen").compactMap { $0["person"]?.string }
      #expect(chosen.count == 2)
      try ((good + good.suffix(1)).joined(separator: "\n")).write(
        toFile: "\(folder)/twice.jsonl", atomically: true, encoding: .utf8)
      let twice = try plan(folder, "\(folder)/twice.jsonl")
      #expect(twice.code == 1 && twice.errors.contains("'p4' is in the file already"), "\(twice)")
      let more = try plan(folder, path, "--cap", "5")
      #expect(more.code == 0)
      #expect(Set(try lines(folder, "chosen").compactMap { $0["person"]?.string }).count == 5)
    }
  }

  @Test("trials: the notice needs no model and no place under the cap, and its opening is recorded")
  func trials() throws {
    try Tool.inFolder { folder in
      let (people, access) = ("\(folder)/people", "\(folder)/access")
      try writeRecords(3, to: people)
      try FileManager.default.createDirectory(atPath: access, withIntermediateDirectories: true)
      let today = try #require(CalendarDay(day))
      for person in ["p0", "p1"] {
        let start = today.adding(days: -2).unixTime + 3_600
        try AccessRecord(trial: .init(startedAt: start), updatedAt: start).json.text().write(
          toFile: "\(access)/\(person).json", atomically: true, encoding: .utf8)
      }
      let result = try plan(folder, people, replies: ["Beans?"], "--access", access, "--cap", "1")
      #expect(result.code == 0, "\(result.errors)")
      let sent = try lines(folder, "sent")
      // p0 declined check-ins.
      #expect(Set(sent.map { $0["person"] }) == ["p1", "p2"])
      let notice = try #require(sent.first { $0["kind"] == "trial_ending" })
      #expect(notice["person"] == "p1")
      #expect(notice["text"]?.string?.contains("November 27") == true)
      #expect(sent.allSatisfy { ($0["at"]?.integer ?? 0) > 1_700_000_000 })
      // The notice did not use up the cap: nothing is left of it now.
      let again = try plan(folder, people, replies: ["Beans?"], "--access", access, "--cap", "1")
      #expect(again.code == 0 && again.output.contains("0 texts written"), "\(again.errors)")
      let state = "\(people)/p1.json"
      let opened = try Tool.run(["nudges", "opened", "--state", state, "--date", day])
      #expect(opened.code == 0 && opened.output.contains("trial_ending"), "\(opened.errors)")
      let record = try PersonRecord(
        json: JSONValue(parsing: String(contentsOfFile: state, encoding: .utf8)))
      #expect(record.nudges.entries.last?.openedAt != nil)
      let none = try Tool.run(["nudges", "opened", "--state", state, "--date", "2020-01-01"])
      #expect(none.code == 1 && none.errors.contains("no nudge was sent on 2020-01-01"))
    }
  }

  @Test("what is told of an opened nudge is that of the day that was named")
  func openedDay() throws {
    try Tool.inFolder { folder in
      let state = "\(folder)/p.json"
      var object = try #require(PersonRecord(id: "p", salt: "s").json.object)
      object["nudges"] = [
        "entries": [
          ["day": "2026-11-24", "kind": "event", "is_sent": true, "reason": "x"],
          [
            "day": "2026-11-26", "kind": "theme", "is_sent": true, "reason": "x",
            "opened_at": 1_795_700_000,
          ],
        ]
      ]
      try JSONValue.object(object).text().write(toFile: state, atomically: true, encoding: .utf8)
      let opened = try Tool.run(["nudges", "opened", "--state", state, "--date", "2026-11-24"])
      #expect(opened.code == 0, "\(opened.errors)")
      #expect(opened.output.contains("2026-11-24  event") && !opened.output.contains("theme"))
    }
  }

  @Test(
    "mistakes say what to do",
    arguments: [
      (["--people", "nowhere", "--date", "2026-11-26"], "no people"),
      (["--people", ".", "--date", "soon"], "--date"),
      (["--people", ".", "--date", "2026-11-26", "--cap", "-1"], "--cap"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let result = try Tool.run(["nudges", "plan", "--dry-run"] + arguments)
    #expect(result.code != 0 && result.errors.contains(words), "\(result.errors)")
  }
}
