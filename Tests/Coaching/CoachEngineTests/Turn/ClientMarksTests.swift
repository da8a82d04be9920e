import CoachAccess
import CoachEngine
import CoachModel
import Documents
import TestKit
import Testing

@Suite("What an app can tell from a turn's events")
struct ClientMarksTests {
  private func client(_ played: Played) -> [JSONValue] {
    played.events.compactMap { $0.forClient?.json }
  }

  @Test("the words of a memory and of a pattern come with the name of their tag")
  func marked() async throws {
    let scene = try TurnScene(
      strong: ["You still [MEMORY: swim at six]. [PATTERN: You wait to be asked.] What now?"])
    try scene.subscribe()
    let texts = client(try await scene.say("hello")).filter { $0["event"] == "text" }
    expect(
      texts.filter { $0["tag"] != nil },
      equals: [
        ["v": 1, "event": "text", "text": "swim at six", "tag": "MEMORY"],
        ["v": 1, "event": "text", "text": "You wait to be asked.", "tag": "PATTERN"],
      ])
    expect(
      texts.compactMap { $0["text"]?.string }.joined(),
      equals: "You still swim at six. You wait to be asked. What now?")
  }

  @Test("a crisis is flagged before the reply, with help to show, and in what the caller stores")
  func crisis() async throws {
    let scene = try TurnScene(strong: ["I'm here with you."])
    scene.access.discoveryCompletedAt = 0
    try scene.subscribe()
    scene.person.region = "US"
    let played = try await scene.say("I want to kill myself")
    let events = client(played)
    #expect(events.first?["event"] == "crisis_detected")
    let contacts = events.first?["resources"]?.array?.compactMap { $0["contact"]?.string } ?? []
    #expect(contacts.contains { $0.contains("988") })
    #expect(contacts.contains { $0.contains("741741") })
    expect(played.events.last?.json["crisis_detected"], equals: true)
  }

  @Test("the end says whether discovery is complete: false until the coach's signal")
  func discovery() async throws {
    let profile = try #require(try Workspace.person("amara").discovery).json.text()
    let scene = try TurnScene(
      small: ["Go on?", "That is a lot. Thank you.\n[DISCOVERY_COMPLETE]\n\(profile)"], strong: [])
    for number in 1...11 {
      scene.conversation.messages += [
        Message(.assistant, "question \(number)?"), Message(.user, "answer \(number)"),
      ]
    }
    let ordinary = try await scene.say("The evenings.")
    expect(client(ordinary).last?["discovery_complete"], equals: false)
    let last = try await scene.say("The mornings, too.")
    expect(client(last).last?["discovery_complete"], equals: true)
    expect(last.shown, equals: "That is a lot. Thank you.")
    // The profile is for the caller, with all its fields.
    expect(
      last.events.last?.json["discovery"]?["profile"]?.object?.keys.sorted(),
      equals: [
        "aha_insight", "coaching_domains", "communication_style", "current_challenges",
        "emotional_baseline", "key_themes", "strengths_identified", "values", "vision",
      ])
  }
}
