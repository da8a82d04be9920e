import CoachAccess
import CoachEngine
import CoachModel
import Documents
import LanguageModels
import SourceFiles
import Testing
import TestKit

@Suite("Reading turn requests, and recognising repeated ones")
struct TurnRequestTests {
  private static let whole = #"""
    {
      "id": "r1",
      "person": {"id": "p1", "language": "en", "sessions": 0},
      "access": {"updated_at": 0},
      "conversation": {
        "id": "c1",
        "messages": [{"role": "coach", "text": "Hi \ud83d\ude00\ud83d \\ud83d"}],
        "domain": "career"
      },
      "message": "Tab\there",
      "domain": "life",
      "inputs": {"unclear": true},
      "today": "2026-11-21"
    }
    """#

  private func read(_ text: String) throws -> TurnRequest {
    try TurnRequest(SourceFile(path: "request.json", text: text))
  }

  @Test("a request with all members")
  func allMembers() throws {
    let request = try read(Self.whole)
    #expect(request.id == "r1" && request.person.id == "p1" && request.message == "Tab\there")
    #expect(
      request.conversation.messages == [Message(.assistant, "Hi 😀\u{fffd} \\ud83d")])
    #expect(request.conversation.domain == "career" && request.domain == "life")
    #expect(request.inputs["unclear"] == true && request.today == CalendarDay("2026-11-21"))
    let opening = try read(
      Self.whole.replacing("\"message\": \"Tab\\there\"", with: "\"is_opening\": true"))
    #expect(opening.isOpening)
  }

  @Test(
    "errors have a location and a fix",
    arguments: [
      ("\"id\": \"r1\"", "\"id\": \"\"", "request.json:2:9", "'id' is empty"),
      ("\"message\": \"Tab\\there\"", "\"message\": \" \"", "request.json:10:14", "empty"),
      ("\"message\": \"Tab\\there\",", "", "request.json:1:1", "is_opening"),
      (
        "\"message\": \"Tab\\there\"", "\"message\": \"x\", \"is_opening\": true",
        "request.json:10", "the coach speaks first, and there is a message"
      ),
      ("\"coach\"", "\"system\"", "request.json:7", "known: coach, person"),
      ("2026-11-21", "yesterday", "request.json:13", "2026-11-21"),
      ("\"conversation\"", "\"conversatoin\"", "request.json", "conversation"),
      ("\"updated_at\": 0", "\"updated_at\": 1795219200000", "request.json:4", "milliseconds"),
      ("{\"updated_at\": 0}", "{\"updated_at\": 0", "request.json", "JSON"),
      ("\"today\"", "'today'", "request.json:13", "JSON"),
    ])
  func located(part: String, other: String, place: String, hint: String) throws {
    let text = Self.whole.replacing(part, with: other)
    #expect(text != Self.whole)
    let error = #expect(throws: SourceError.self) { try read(text) }
    let message = error?.description ?? ""
    #expect(message.contains(place) && message.contains(hint), "\(message)")
  }

  @Test("a repeated request is answered once, and another body under the same id is rejected")
  func recognised() async throws {
    let scene = try TurnScene(small: [], strong: [.reply(["One."]), .reply(["Two."])])
    try scene.subscribe()
    var request = scene.request("hello")
    let first = try await scene.play(request)
    let again = try await scene.play(request)
    #expect(again.kinds == ["refused", "done"])
    let id = try #require(first.outcome?.message?.id)
    #expect(again.refusal?.reason == .answered(messageID: id))
    request.message = "something else"
    try await expect(scene.play(request).failure?.detail.contains("another message"), equals: true)
    #expect(scene.used == 1 && scene.strong.requests.count == 1)
  }

  @Test(
    "of 200 simultaneous requests with one id, one is answered and the others are told that it is running"
  )
  func concurrent() async throws {
    let scene = try TurnScene(small: [], strong: (0..<200).map { _ in .reply(["One."]) })
    try scene.subscribe()
    let (turn, request) = (scene.service, scene.request("hello"))
    let outcomes = await withTaskGroup(of: TurnOutcome?.self) { group in
      for _ in 0..<200 { group.addTask { await turn.reply(to: request).outcome() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0?.message != nil } == 1)
    #expect(outcomes.count { $0?.refusal != nil } == 199)
    #expect(scene.used == 1 && scene.strong.requests.count == 1)
  }

  @Test("200 simultaneous turns never exceed the limit")
  func limit() async throws {
    let scene = try TurnScene(small: [], strong: (0..<200).map { _ in .reply(["One."]) })
    try scene.subscribe()
    scene.service.configuration.access = try AccessPolicy(
      paidLimit: 37, rateWindows: [try RateWindow(count: 1000, seconds: 60)])
    let turn = scene.service
    let requests = (0..<200).map { _ in scene.request("hello") }
    let answered = await withTaskGroup(of: Bool.self) { group in
      for request in requests {
        group.addTask { await turn.reply(to: request).outcome()?.message != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(answered == 37 && scene.strong.requests.count == 37)
  }

  @Test("the outcome of a turn can be sent with the next one, whatever text it contains")
  func roundTrip() async throws {
    let odd = "a\u{7f}b\u{85}c \u{2028} d\u{feff}\u{fffe} \"\\ \t😀"
    let amara = try #require(try Workspace.person("amara").discovery).json.object ?? [:]
    var profile: JSONObject = [:]
    for (name, value) in amara { profile[name] = value.array == nil ? "" : value }
    let replies = (1...11).map { "Part \($0) \(odd)?" }
    let scene = try TurnScene(
      small: replies + ["[DISCOVERY_COMPLETE]\(JSONValue.object(profile).text())"], strong: [])
    try await scene.say(nil)
    for number in 2...12 { try await scene.say("answer \(number) \(odd)") }
    #expect(scene.person.discovery?.emotionalBaseline == "")
    let request: JSONValue = [
      "id": "again", "person": scene.person.json, "access": scene.access.json,
      "conversation": scene.conversation.json, "message": .string(odd),
    ]
    for text in [request.text(), request.text(.indented(2)), "\t" + request.text()] {
      let read = try self.read(text)
      #expect(read.person == scene.person && read.access == scene.access)
      #expect(read.conversation == scene.conversation && read.message == odd)
    }
  }

  @Test("the outcome is one JSON object with everything to store")
  func outcome() async throws {
    let scene = try TurnScene(
      small: [], strong: [.reply(["You [MEMORY: swim at six] still."])])
    try scene.subscribe()
    let played = try await scene.say("hello")
    let json = try #require(played.events.last?.json)
    #expect(json["event"] == "done" && json["route"] == "coaching")
    #expect(json["message"]?["text"] == "You swim at six still.")
    #expect(json["message"]?["written"] == "You [MEMORY: swim at six] still.")
    #expect(json["message"]?["tags"]?.array?.first?["verdict"] == "valid")
    #expect(
      json["updates"]?["signals"]?.array?.contains([
        "signal": "memory_recalled", "text": "swim at six",
      ]) == true
    )
    #expect(json["limits"]?["used"] == 1 && json["crisis_detected"] == false)
    #expect(json["trace"]?["prompt"]?["reference"] == "coaching@v8")
    #expect(
      json["trace"]?["prompt"]?["request_digest"]?.string
        == scene.strong.requests.first?.digest.description)
    #expect(json["trace"]?["routing"]?["needs_clarification"] == true)
    #expect(json["trace"]?["timings"]?["first_words_ms"]?.number != nil)
  }
}
