import Documents
import PromptTemplates
import Testing
import TestKit

@Suite("Reducing inputs to what a version declares")
struct InputReductionTests {
  private static func schema(_ source: JSONValue) throws -> JSONValue {
    try Picoschema.lower(source)
  }

  private static func old() throws -> JSONValue {
    try schema([
      "language": "string",
      "person?": ["name?": "string", "goals(array)": "string"],
      "patterns?": ["themes(array)": ["text": "string"], "growth(array)": "string"],
      "mood?(enum)": ["calm", "sad"], "kind(enum)": ["event", "pattern"],
      "extra?": "any", "own?": ["(*)": "string"],
    ])
  }

  private static func new() throws -> JSONValue {
    try schema([
      "language": "string", "concern?(array)": "string",
      "patterns?": ["themes(array)": ["text": "string", "since?": "string"]],
      "mood?(enum)": ["calm", "sad", "numb"], "kind(enum)": ["event", "pattern", "date"],
    ])
  }

  private func offered(_ values: JSONObject) throws -> (JSONObject, [String]) {
    var reduction = InputReduction(to: try Self.old(), others: [try Self.new()])
    let kept = reduction.offered(values)
    return (kept, reduction.leftOut.map(\.description))
  }

  private func given(_ values: JSONObject) throws -> (JSONObject, [String]) {
    var reduction = InputReduction(to: try Self.old(), others: [try Self.new()])
    let kept = reduction.given(values)
    expect(reduction.leftOut.filter { $0.giver == .engine }, equals: [])
    return (kept, reduction.leftOut.map(\.description))
  }

  @Test("members, members of elements, and whole inputs that the version does not declare")
  func undeclared() throws {
    let (kept, leftOut) = try offered([
      "language": "en", "concern": ["no sleep"],
      "patterns": [
        "themes": [["text": "a", "since": "May"], ["text": "b", "since": "June"]],
        "growth": ["g"], "style_notes": ["n"],
      ],
    ])
    expect(
      kept,
      equals: [
        "language": "en",
        "patterns": ["themes": [["text": "a"], ["text": "b"]], "growth": ["g"]],
      ])
    expect(leftOut, equals: ["concern", "patterns.themes.since", "patterns.style_notes"])
  }

  @Test("a value that an enum does not know: an optional one goes, a required one stays an error")
  func unknownValues() throws {
    let (kept, leftOut) = try offered(["language": "en", "mood": "numb", "kind": "date"])
    expect(kept, equals: ["language": "en", "kind": "date"])
    expect(leftOut, equals: ["mood (its value)"])
  }

  @Test("an element whose required member has an unknown value goes as a whole")
  func unfitElements() throws {
    let schema = try Self.schema(["days?(array)": ["name": "string", "kind(enum)": ["work"]]])
    var reduction = InputReduction(to: schema)
    let kept = reduction.offered([
      "days": [["name": "Monday", "kind": "work"], ["name": "Sunday", "kind": "rest"]]
    ])
    expect(kept, equals: ["days": [["name": "Monday", "kind": "work"]]])
    expect(reduction.leftOut.map(\.description), equals: ["days (its value)"])
  }

  @Test("what is blank is omitted where the schema does not require it, and is not reported")
  func blanks() throws {
    let (kept, leftOut) = try offered([
      "language": " ", "person": ["name": "", "goals": [" "], "other": [:]],
      "patterns": ["themes": [["text": "a"]], "growth": [], "style_notes": []],
    ])
    expect(
      kept, equals: ["language": "", "patterns": ["themes": [["text": "a"]], "growth": []]])
    expect(leftOut, equals: [])
  }

  @Test("an object goes when nothing but undeclared members is left of it")
  func emptied() throws {
    let (kept, leftOut) = try offered([
      "language": "en", "person": ["other": ["training": ["rowed"]], "goals": []],
    ])
    expect(kept, equals: ["language": "en"])
    expect(leftOut, equals: ["person.other"])
  }

  @Test("false and zero are content; a document of any form stays as it is")
  func content() throws {
    let (kept, _) = try offered([
      "language": "en", "extra": ["a": "", "b": [["c": JSONValue.null]], "n": 0],
      "own": ["x": "1", "y": ""],
    ])
    expect(
      kept,
      equals: [
        "language": "en", "extra": ["a": "", "b": [["c": JSONValue.null]], "n": 0],
        "own": ["x": "1"],
      ])
  }

  @Test("a caller may give what another version declares, at any depth")
  func callers() throws {
    let (kept, leftOut) = try given([
      "language": "en", "concern": ["no sleep"], "mood": "numb",
      "patterns": ["themes": [["text": "a", "since": "May"]], "growth": []],
    ])
    expect(
      kept,
      equals: ["language": "en", "patterns": ["themes": [["text": "a"]], "growth": []]])
    expect(leftOut, equals: ["concern", "mood (its value)", "patterns.themes.since"])
  }

  @Test("what no version declares, or a required value, stays for the check to name")
  func strictness() throws {
    let values: JSONObject = [
      "language": "en", "clsing": true, "mood": "glad", "kind": "date", "person": ["nme": "x"],
      "extra": "",
    ]
    let (kept, leftOut) = try given(values)
    expect(kept, equals: values)
    expect(leftOut, equals: [])
    let violations = try JSONSchema(Self.old()).violations(of: .object(kept)).map(\.path)
    #expect(violations.contains("clsing") && violations.contains("kind"))
  }

  @Test("references inside a schema are followed, also one that leads to itself")
  func references() throws {
    let schema: JSONValue = [
      "type": "object", "additionalProperties": false,
      "properties": ["one": ["$ref": "#/$defs/item"], "loop": ["$ref": "#/$defs/loop"]],
      "$defs": [
        "item": [
          "type": "object", "properties": ["a": ["type": "string"]],
          "additionalProperties": false,
        ],
        "loop": ["$ref": "#/$defs/loop"],
      ],
    ]
    var reduction = InputReduction(to: schema)
    let kept = reduction.offered(["one": ["a": "x", "b": "y"], "loop": ["c": "z"]])
    expect(kept, equals: ["one": ["a": "x"], "loop": ["c": "z"]])
    expect(reduction.leftOut.map(\.path), equals: ["one.b"])
  }

  @Test("a member that the old version lacks is reported once, however many elements have it")
  func reportedOnce() throws {
    let themes = (0..<5).map { JSONValue.object(["text": "t", "since": .string("\($0)")]) }
    let (_, leftOut) = try offered(["language": "en", "patterns": ["themes": .array(themes)]])
    expect(leftOut, equals: ["patterns.themes.since"])
  }
}
