import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import StreamParsing
import Testing
import TestKit

@Suite("Checking and repairing the tags of a reply")
struct CheckedTagTests {
  private static let signal = "DISCOVERY_COMPLETE"

  private func contract(_ prompt: String = "discovery") throws -> ReplyContract {
    try Workspace.library().template(PromptReference(name: prompt)).frontMatter.contract
  }

  private func amara() throws -> JSONObject {
    try #require(try Workspace.person("amara").discovery?.json.object)
  }

  /// The verdict on a payload as a model wrote it.
  private func check(_ payload: String) throws -> CheckedTag {
    let contract = try contract()
    let events = ReplyTagParser.parse("[\(Self.signal)]\n\(payload)", declarations: contract.tags)
    return contract.check(try #require(events.tags.first))
  }

  @Test("the discovery signal has the nine fields of the profile")
  func nineFields() throws {
    let schema = try #require(try contract().payloads[Self.signal])
    let amara = try amara()
    #expect(schema.source["properties"]?.object?.keys == amara.keys)
    #expect(amara.count == 9)
    let checked = try check(JSONValue.object(amara).text())
    #expect(checked.verdict == .valid)
    #expect(checked.payload == .object(amara))
    try expect(
      #require(checked.payload.flatMap { DiscoveryProfile($0) }).json, equals: .object(amara))
  }

  @Test(
    "an unusable tag says why",
    arguments: [
      (ReplyTag.Content.bare, "its payload is missing"),
      (.malformed(raw: "{", reason: "cut"), "its payload is not JSON: cut"),
      (.payload(ReplyPayload(["vision": "x"], raw: "")), "'coaching_domains' is missing"),
    ])
  func problems(content: ReplyTag.Content, problem: String) throws {
    let checked = try contract().check(ReplyTag(name: Self.signal, content: content))
    #expect(checked.problems.contains(problem))
    #expect(!checked.isUsable)
  }

  @Test("a payload that its tag does not declare is reported and kept")
  func unexpectedPayload() throws {
    let checked = try contract("nudge").check(
      ReplyTag(name: "NO_NUDGE", content: .payload(ReplyPayload(["a": 1], raw: "{\"a\": 1}"))))
    #expect(checked.repairs == ["what stood with it was left out"] && checked.isUsable)
    #expect(checked.payload == ["a": 1])
  }

  @Test("invalid JSON is repaired, and the repairs are listed")
  func brokenJSON() throws {
    var text = JSONValue.object(try amara()).text()
    text = text.replacing("\"vision\"", with: "// the future\n\"vision\"").replacing(
      "}", with: ",}")
    let checked = try check(text)
    #expect(checked.repairs == ["comment", "extra comma"])
    expect(checked.payload, equals: .object(try amara()))
  }

  @Test("a payload of another shape is converted to the schema's")
  func shape() throws {
    var other: JSONObject = [:]
    for (name, value) in try amara() {
      switch name {
      case "aha_insight": other["ahaInsight"] = value
      case "values": other[name] = value.array?.first
      case "emotional_baseline": other[name] = ["tired", "hopeful"]
      default: other[name] = value
      }
    }
    other["confidence"] = 0.9
    let checked = try check(JSONValue.object(["profile": .object(other)]).text())
    #expect(
      checked.repairs == [
        "the payload stood inside 'profile'", "'emotional_baseline' was a list, not a text",
        "'values' was a text, not a list", "'aha_insight' was called 'ahaInsight'",
        "the field 'confidence', which was not requested, was left out",
      ])
    #expect(checked.payload?["emotional_baseline"] == "tired; hopeful")
    #expect(checked.payload?["values"]?.array?.count == 1)
    #expect(checked.payload.flatMap { DiscoveryProfile($0) } != nil)
  }

  @Test("nothing is invented: a truncated payload keeps what arrived and is invalid")
  func cut() throws {
    let text = JSONValue.object(try amara()).text()
    let checked = try check(String(text.prefix(text.count / 2)))
    #expect(checked.problems.contains("'aha_insight' is missing"))
    expect(checked.payload?["coaching_domains"], equals: (try amara())["coaching_domains"])
    guard case .payload(let payload) = checked.tag.content else {
      Issue.record("no payload")
      return
    }
    #expect(payload.raw == text.prefix(text.count / 2))
    #expect(payload.repairs == [.cut])
  }

  @Test("an inline tag needs text, and may lack its closing bracket")
  func inline() throws {
    let contract = try contract("coaching")
    func check(_ words: String, _ isClosed: Bool) -> CheckedTag {
      contract.check(ReplyTag(name: "MEMORY", content: .inline(words, isClosed: isClosed)))
    }
    #expect(check("x", true).verdict == .valid)
    #expect(check("x", false).repairs == ["its bracket was never closed"])
    #expect(check("", true).problems == ["it contains no text"])
  }
}
