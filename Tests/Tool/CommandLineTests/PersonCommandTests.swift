import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit chat learns from sessions, and coachkit person shows, changes and forgets it")
struct PersonCommandTests {
  /// A folder with a state and a script, which is removed after the test.
  private final class Place {
    let folder: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(
        path: "coachkit-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      folder = url.path()
      try write(
        "person.yaml",
        "id: noor\nlanguage: en\nsessions: 1\ndiscovery: " + #"""
          {coaching_domains: [career], current_challenges: [], emotional_baseline: tired,
            communication_style: brief, key_themes: [], strengths_identified: [], values: [honesty],
            vision: a desk by the sea, aha_insight: says yes first}
          """#)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var state: String { "\(folder)/state.json" }

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    func chat(_ replies: [String], typing lines: [String], options: [String] = []) throws
      -> (events: [JSONValue], result: Tool.Result)
    {
      try write("script.txt", replies.joined(separator: "\n---\n"))
      let isNew = !FileManager.default.fileExists(atPath: state)
      let result = try Tool.run(
        [
          "chat", "--model", "scripted:\(folder)/script.txt", "--state", state, "--json",
          "--time-zone", Tool.middayZone, "--no-second-opinion",
        ]
          + (isNew ? ["--person", "\(folder)/person.yaml"] : []) + options,
        input: lines.map { $0 + "\n" }.joined())
      let events = try result.output.split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
      return (events, result)
    }

    func person(_ words: String...) throws -> Tool.Result {
      try Tool.run(["person", words[0], "--state", state] + words.dropFirst())
    }

    var stored: String {
      get throws { try String(contentsOfFile: state, encoding: .utf8) }
    }
  }

  private static let notes = #"""
    {"summary": "Came with the drill.", "open_question": "What did Bram say on Sunday?", "themes": ["leaving it to others"]}
    """#
  private static let suggestions = #"""
    {"suggestions": [{"evidence": "I want to leave the drill to Bram", "category": "goals", "text": "leave the drill to Bram", "confidence": 0.9},
    {"evidence": "my sister Ada taught me to swim", "category": "situation", "text": "learnt to swim from a sister", "confidence": 0.8}]}
    """#
  private static let said =
    "I want to leave the drill to Bram, because my sister Ada taught me to swim and never looked back."

  /// A state after one coaching session that was closed with notes.
  private func afterOneSession() throws -> (Place, [JSONValue]) {
    let place = try Place()
    let chat = try place.chat(
      ["Hello Noor.", "You'd hand it over.", Self.notes, "The Sunday drill", Self.suggestions],
      typing: ["/subscribe", Self.said, "/end"])
    #expect(chat.result.code == 0, "\(chat.result.errors)")
    return (place, chat.events)
  }

  @Test("a session is closed with its notes, and proposals wait for a decision")
  func closing() throws {
    let (place, events) = try afterOneSession()
    let closed = try #require(events.first { $0["event"] == "session_closed" })
    expect(closed["outcome"]?["number"], equals: 2)
    expect(closed["outcome"]?["session"]?["title"], equals: "The Sunday drill")
    expect(closed["problems"], equals: [])
    let proposals = try #require(events.first { $0["event"] == "proposals" }?["items"]?.array)
    expect(proposals.count, equals: 2)

    // The next session opens with what was left open, and its prompt knows what was kept and nothing else.
    let next = try place.chat(
      ["And Sunday?", "Good."],
      typing: ["/keep 1", "/drop 2", "/later 3d", "Bram ran the drill well."],
      options: ["--no-notes"])
    #expect(next.result.code == 0, "\(next.result.errors)")
    let learned = try place.person("learned")
    expect(learned.output, contains: "leave the drill to Bram")
    #expect(!learned.output.contains("learnt to swim"))
    try #expect(!place.stored.contains("learnt to swim"))
  }

  @Test("everything can be looked at")
  func looking() throws {
    let (place, _) = try afterOneSession()
    let shown = try place.person("show")
    expect(shown.output, contains: "asks “What did Bram say on Sunday?”")
    expect(shown.output, contains: "The Sunday drill")
    try expect(place.person("signals").output, contains: "sessions          1")
    try expect(place.person("style").output, contains: "No style yet")
    try expect(place.person("patterns").output, contains: "No patterns yet")
    for number in ["0", "1", "\(Int.max)", "\(Int.min)"] {
      try expect(
        place.person("patterns", "--dismiss=\(number)").errors, contains: "there is no pattern")
    }
    try expect(place.person("memory", "swimming").output, contains: "Ada taught me to swim")
    let learned = try place.person("learned")
    expect(learned.output, contains: "a desk by the sea")
    expect(learned.output, contains: "Proposed")
    expect(learned.output, contains: "“I want to leave the drill to Bram”")
    let exported = try JSONValue(parsing: try place.person("export").output)
    expect(exported["id"], equals: "noor")
    try expect(place.person("export", "--markdown").output, contains: "Left open: What did Bram")
  }

  @Test("items are confirmed, edited, added and removed by the beginning of their ids")
  func deciding() throws {
    let (place, _) = try afterOneSession()
    func ids() throws -> [(id: String, text: String)] {
      let json = try JSONValue(parsing: place.person("learned", "--json").output)
      return json["items"]?.array?.compactMap { item in
        item["id"]?.string.flatMap { id in item["text"]?.string.map { (id, $0) } }
      } ?? []
    }
    let drill = try #require(ids().first { $0.text == "leave the drill to Bram" }?.id)
    let swim = try #require(ids().first { $0.text.hasPrefix("learnt") }?.id)
    #expect(try place.person("learned", "--confirm", String(drill.prefix(10))).code == 0)
    #expect(try place.person("learned", "--edit", drill, "--text", "hand over drills").code == 0)
    #expect(try place.person("learned", "--remove", swim).code == 0)
    #expect(try place.person("learned", "--add", "values", "--text", "tea at four").code == 0)
    let output = try place.person("learned").output
    expect(output, contains: "hand over drills")
    expect(output, contains: "in your words")
    expect(output, contains: "tea at four")
    #expect(!output.contains("Proposed") && !output.contains("learnt"))
    let wrong = try place.person("learned", "--confirm", "zzz")
    #expect(wrong.code != 0)
    expect(wrong.errors, contains: "there is no item 'zzz'")
  }

  @Test("forgetting a conversation leaves no byte of it in the state or an export")
  func forgetting() throws {
    let (place, _) = try afterOneSession()
    let words = ["Bram", "Ada", "drill", "swim", "Sunday", "handing", "You'd hand"]
    let wrong = try place.person("forget", "--conversation", "c-9", "--yes")
    expect(wrong.errors, contains: "there are: chat-noor")
    let unasked = try place.person("forget", "--conversation", "chat-noor")
    expect(unasked.errors, contains: "--yes")
    try expect(place.stored, contains: "Bram")
    #expect(try place.person("forget", "--conversation", "chat-noor", "--yes").code == 0)
    for text in [try place.stored, try place.person("export").output] {
      for word in words { #expect(!text.contains(word), "\(word)") }
    }
    // The person told the rest elsewhere, and it stays.
    try expect(place.person("learned").output, contains: "a desk by the sea")
  }

  @Test("forgetting a message leaves no byte of it, also in the chat")
  func forgettingMessage() throws {
    let (place, _) = try afterOneSession()
    let state = try JSONValue(parsing: place.stored)
    let sessions = state["record"]?["memory"]?["sessions"]?.array
    let messages = try #require(sessions?.first?["messages"]?.array)
    let id = try #require(messages.first { $0["text"]?.string == Self.said }?["id"]?.string)
    try expect(place.person("forget", "--message", id, "--yes").code, equals: 0)
    for left in [try place.stored, try place.person("export").output] {
      for word in ["never looked back", "Sunday drill", "Came with the drill"] {
        #expect(!left.contains(word), "\(word)")
      }
    }
    try expect(place.stored, contains: "You'd hand it over.")
  }

  @Test("clearing the history leaves no byte of a conversation, and keeps what was decided")
  func clearing() throws {
    let (place, _) = try afterOneSession()
    #expect(try place.person("learned", "--add", "values", "--text", "tea at four").code == 0)
    let unasked = try place.person("forget", "--history")
    expect(unasked.errors, contains: "--yes")
    try expect(place.stored, contains: "Bram")
    let cleared = try place.person("forget", "--history", "--yes")
    #expect(cleared.code == 0)
    expect(cleared.output, contains: "all conversations")
    for word in ["Bram", "Ada", "drill", "swim", "You'd hand"] {
      try #expect(!place.stored.contains(word), "\(word)")
    }
    // What another system knew counts as confirmed.
    let learned = try place.person("learned").output
    #expect(learned.contains("tea at four") && learned.contains("a desk by the sea"))
    try expect(place.person("show").output, contains: "sessions  2")
    // A new conversation is learned from.
    let next = try place.chat(
      ["Hello again.", "I see."], typing: ["The tea was good today.", "/end"],
      options: ["--no-notes"])
    #expect(next.result.code == 0, "\(next.result.errors)")
    try expect(place.person("show").output, contains: "sessions  3")
    let both = try place.person("forget", "--history", "--danger", "--yes")
    expect(both.errors, contains: "--history")
  }

  @Test("what is shown besides the profile is removed by its id")
  func removingInsights() throws {
    let (place, _) = try afterOneSession()
    let learned = try place.person("learned").output
    let share = try #require(learned.split(separator: "\n").first { $0.contains("share/") })
    let id = try #require(share.split(separator: "(").last?.dropLast())
    #expect(try place.person("learned", "--remove", String(id)).code == 0)
    try #expect(!place.person("learned").output.contains("share/"))
    let again = try place.person("learned", "--remove", String(id))
    expect(again.errors, contains: "there is no item '\(id)'")
  }

  @Test("forgetting an item leaves no byte of it in the state or an export")
  func forgettingItem() throws {
    let (place, _) = try afterOneSession()
    let profile = try JSONValue(parsing: place.person("learned", "--json").output)
    let items = try #require(profile["items"]?.array)
    // From discovery, and proposed by the session.
    for text in ["a desk by the sea", "learnt to swim from a sister"] {
      let id = try #require(items.first { $0["text"]?.string == text }?["id"]?.string)
      try expect(place.stored, contains: text)
      try expect(place.person("forget", "--item", id, "--yes").code, equals: 0)
      for left in [
        try place.stored, try place.person("export").output,
        try place.person("export", "--markdown").output,
      ] { #expect(!left.contains(text), "\(text)") }
    }
  }

  @Test("forgetting everything deletes the file")
  func erasing() throws {
    let (place, _) = try afterOneSession()
    #expect(try place.person("forget", "--all", "--yes").code == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: place.folder)
    for name in left where name.hasPrefix("state") {
      let text = try String(contentsOfFile: "\(place.folder)/\(name)", encoding: .utf8)
      #expect(!text.contains("Bram"), "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.state))
  }

  @Test("the style can be set and reset")
  func style() throws {
    let (place, _) = try afterOneSession()
    let set = try place.person("style", "--set", "brief_detailed=-1")
    expect(set.output, contains: "-1.0")
    let wrong = try place.person("style", "--set", "brief=-1")
    expect(wrong.errors, contains: "brief_detailed")
    let career = try place.person(
      "style", "--domain", "career", "--set", "direct_exploratory=-0.5")
    expect(career.output, contains: "set for career")
    let learned = try place.person("learned").output
    expect(learned, contains: "very brief  (as you set it, chosen_style)")
    expect(learned, contains: "career: direct  (as you set it, chosen_style/career)")
    let unknown = try place.person(
      "style", "--domain", "carer", "--set", "direct_exploratory=-0.5")
    #expect(unknown.code != 0)
    expect(unknown.errors, contains: "career")
    let wrongly = try place.person("style", "--domain", "career")
    expect(wrongly.errors, contains: "--domain belongs to --set or --reset")
    #expect(
      try !place.person("style", "--domain", "career", "--reset").output.contains("for career"))
    try expect(place.person("style", "--reset").output, contains: "No style yet")
  }

  @Test("a session that was silent for half an hour is closed by the next message")
  func silence() throws {
    let place = try Place()
    let chat = try place.chat(
      ["Hello Noor.", "I see.", "You again."],
      typing: ["/subscribe", "One thing first.", "/later 40m", "Another thing."],
      options: ["--no-notes"])
    #expect(chat.result.code == 0, "\(chat.result.errors)")
    let kinds = chat.events.compactMap { $0["event"]?.string }
    expect(kinds.filter { $0 == "session_closed" }.count, equals: 1)
    let closed = chat.events.first { $0["event"] == "session_closed" }
    expect(closed?["outcome"]?["session"]?["end"], equals: "silence")
  }

  @Test("a state of the first version opens, and nothing of it is lost")
  func oldState() throws {
    let place = try Place()
    try place.write(
      "state.json",
      #"""
      {"format": 1, "person": {"id": "noor", "language": "en", "sessions": 4,
      "profile": {"goals": [{"text": "learn to sail", "source": "told", "date": "2026-01-02"}]},
      "memories": [{"text": "the boat is called Ida", "date": "2026-02-03"}], "open_question": "And the mast?"},
      "access": {"updated_at": 0}, "conversation": {"id": "c", "messages": [{"role": "coach", "text": "Hello."}]}}
      """#)
    let shown = try place.person("show")
    expect(shown.output, contains: "sessions  4")
    expect(shown.output, contains: "And the mast?")
    try expect(place.person("learned").output, contains: "learn to sail")
    try expect(place.person("memory", "boat").output, contains: "2026-02-03")
  }
}
