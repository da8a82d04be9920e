import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit chat runs the product's course and stores the person between runs")
struct ChatCommandTests {
  private static let profile = #"""
    {"coaching_domains": ["career"], "current_challenges": ["nights"], "emotional_baseline": "tired",
    "communication_style": "brief", "key_themes": ["rest"], "strengths_identified": ["stays"],
    "values": ["rest"], "vision": "mornings", "aha_insight": "you rest only when ill"}
    """#

  private struct Chat {
    var events: [JSONValue]
    var result: Tool.Result
  }

  /// A person's folder, which is removed after the test.
  private final class Course {
    let folder: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(
        path: "coachkit-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      folder = url.path()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var state: String { "\(folder)/state.json" }

    /// Runs the chat with replies, and returns its events.
    func chat(
      _ replies: [String], typing lines: [String], options: [String] = []
    ) throws -> Chat {
      let script = "\(folder)/script.txt"
      try Data(replies.joined(separator: "\n---\n").utf8).write(to: URL(filePath: script))
      let result = try Tool.run(
        [
          "chat", "--model", "scripted:\(script)", "--state", state, "--json",
          "--time-zone", Tool.middayZone,
        ] + options,
        input: lines.map { $0 + "\n" }.joined())
      let events = try result.output.split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
      return Chat(events: events, result: result)
    }

    func kept() throws -> JSONValue {
      try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: state))))
    }
  }

  @Test("the law of a place is tried by naming it, and the place is kept with the person")
  func duties() throws {
    let course = try Course()
    let chat = try course.chat(
      ["Hello.", "Go on?"], typing: ["hi"],
      options: ["--jurisdiction", "us-ny", "--age-group", "adult"])
    let notices = chat.events.filter { $0["event"] == "notice" }
    #expect(
      notices.map { $0["kind"] } == ["ai"] && notices.first?["jurisdiction"] == "us-ny",
      "\(chat.result.output) \(chat.result.errors)")
    let record = try course.kept()["record"]
    #expect(record?["jurisdiction"] == "US-NY" && record?["age_group"] == "adult")
    // The place that the state has kept brings its duties in later runs, too.
    let next = try course.chat(["Again."], typing: ["hi"])
    #expect(
      next.events.contains { $0["event"] == "notice" && $0["jurisdiction"] == "us-ny" },
      "\(next.result.output) \(next.result.errors)")
    let wrong = try course.chat([], typing: [], options: ["--jurisdiction", "New York"])
    #expect(wrong.result.code == 64 && wrong.result.errors.contains("write DE or US-CA"))
  }

  @Test("discovery, the paywall, a purchase and coaching, over three runs")
  func course() throws {
    let course = try Course()
    let replies = (1...11).map { "Part \($0)?" }
    let first = try course.chat(replies, typing: (2...11).map { "answer \($0)" })
    #expect(first.result.code == 0)
    #expect(first.events.count { $0["event"] == "done" } == 11)
    #expect(first.events.first?["event"] == "model")

    let second = try course.chat(
      ["Goodbye for now.\n[DISCOVERY_COMPLETE]\n\(Self.profile)"],
      typing: ["answer 12", "hello?", "/status"])
    #expect(second.events.contains { $0["event"] == "resumed" && $0["last"] == "Part 11?" })
    let done = second.events.filter { $0["event"] == "done" }
    #expect(done.first?["discovery_complete"] == true)
    #expect(done.last?["refusal"]?["reason"] == "paywall")
    #expect(second.events.last?["text"]?.string?.hasPrefix("paywall_shown") == true)
    try expect(course.kept()["unanswered"], equals: "hello?")
    try expect(
      course.kept()["record"]?["profile"]?["items"]?.array?.compactMap { $0["text"]?.string }
        .contains("you rest only when ill"), equals: true)
    // Discovery was a session, and what it found is only proposed.
    let closed = second.events.first { $0["event"] == "session_closed" }
    #expect(closed?["outcome"]?["number"] == 1)
    #expect(second.events.contains { $0["event"] == "offer" && $0["offer"] == "remember" })

    let third = try course.chat(
      ["Welcome back.", "So, nights.", "You are here again."],
      typing: ["/trial", "/again", "/later 4d", "and now?", "/subscribe", ""],
      options: ["--no-notes"])
    let routes = third.events.filter { $0["event"] == "done" }.map { $0["route"] }
    #expect(routes == ["coaching", "coaching", "refused", "coaching"])
    let kept = try course.kept()
    #expect(kept["used"]?.object?.count == 2)
    #expect(kept["conversation"]?["messages"]?.array?.count == 27)
  }

  @Test("with a single prompt, there are no purchases and no counts")
  func pinned() throws {
    let course = try Course()
    let chat = try course.chat(
      ["Hello?", "And then?"], typing: ["/trial"], options: ["coaching"])
    #expect(chat.result.code == 0)
    let done = chat.events.filter { $0["event"] == "done" }
    #expect(done.count == 2 && done.allSatisfy { $0["route"] == "pinned" })
    #expect(done.allSatisfy { $0["limits"] == nil })
  }

  @Test("a failing model is reported in the coach's voice, and no input is lost")
  func failing() throws {
    let course = try Course()
    let chat = try course.chat(["Hello?"], typing: ["are you there?"])
    #expect(chat.result.code == 1)
    let failed = chat.events.first { $0["event"] == "failed" }
    #expect(failed?["text"]?.string?.contains("lost") == true)
    let again = try course.chat(["I am."], typing: ["/again"])
    #expect(again.events.last { $0["event"] == "done" }?["message"]?["text"] == "I am.")
    try expect(course.kept()["unanswered"], equals: nil)
  }

  @Test(
    "invalid input is explained",
    arguments: [
      ("/tral", "/help"), ("/later soon", "/later 2d"), ("/cancel", "no trial"),
      ("/renew", "no subscription"), ("/again", "answered"),
    ])
  func typedWrong(line: String, explanation: String) throws {
    let course = try Course()
    let chat = try course.chat(["Hello?"], typing: [line])
    #expect(chat.result.code == 0)
    let notes = chat.events.filter { $0["event"] == "note" }.compactMap { $0["text"]?.string }
    #expect(notes.contains { $0.contains(explanation) }, "\(notes)")
  }

  @Test("nobody else can read a state file")
  func privateState() throws {
    let course = try Course()
    _ = try course.chat(["Hello?"], typing: [])
    let attributes = try FileManager.default.attributesOfItem(atPath: course.state)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("an invalid state file has a located error and is not changed")
  func brokenState() throws {
    let course = try Course()
    let broken = #"{"format": 1, "person": {"id": "x", "language": "en", "sesions": 0}}"#
    try Data(broken.utf8).write(to: URL(filePath: course.state))
    let chat = try course.chat(["Hello?"], typing: ["hi"])
    #expect(chat.result.code == 1 && chat.result.errors.contains("state.json:1:"))
    try expect(String(contentsOfFile: course.state, encoding: .utf8), equals: broken)
  }
}

@Suite("coachkit turn runs one request")
struct TurnCommandTests {
  private static let request = #"""
    {"id": "r1", "person": {"id": "p", "language": "en", "sessions": 0},
     "access": {"updated_at": 0}, "conversation": {"id": "c"}, "is_opening": true}
    """#

  private func run(
    _ request: String, reply: String = "Hello?", _ options: [String] = []
  ) throws -> Tool.Result {
    var result: Tool.Result?
    try Tool.inFolder { folder in
      let script = "\(folder)/script.txt"
      try Data(reply.utf8).write(to: URL(filePath: script))
      result = try Tool.run(
        ["turn", "--request", "-", "--model", "scripted:\(script)"] + options, input: request)
    }
    return try #require(result)
  }

  @Test("text goes to standard output, events with --json")
  func answered() throws {
    let plain = try run(Self.request)
    #expect(plain.code == 0 && plain.output == "Hello?\n")
    #expect(plain.errors.contains("discovery"))
    let json = try run(Self.request, ["--json"])
    let events = try json.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(events.map { $0["event"] } == ["started", "text", "done"])
    #expect(events.last?["message"]?["text"] == "Hello?")
  }

  @Test("a refusal is a reply, a failure is not")
  func codes() throws {
    let blocked = Self.request.replacing(
      "\"updated_at\": 0", with: "\"discovery_completed_at\": 1, \"updated_at\": 1")
    let refused = try run(blocked)
    #expect(refused.code == 0 && refused.errors.contains("refused: paywall"))
    // As often as the call is repeated.
    let failed = try run(Self.request, reply: "\n---\n\n---\n\n---\n")
    #expect(failed.code == 1 && failed.errors.contains("empty"), "\(failed.errors)")
  }

  @Test(
    "invalid requests have located errors",
    arguments: [
      ("{", "standard input:1:2"), ("[]", "a turn's request must be an object"),
      (
        request.replacing("\"sessions\": 0", with: "\"sessions\": -1"), "standard input:1:"
      ),
      (request.replacing("is_opening", with: "is_openning"), "is_opening"),
    ])
  func bad(request: String, message: String) throws {
    let result = try run(request)
    #expect(result.code == 1 && result.errors.contains(message), "\(result.errors)")
  }
}
