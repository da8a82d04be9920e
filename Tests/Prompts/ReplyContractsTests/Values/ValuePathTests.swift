import Documents
import Testing

@testable import ReplyContracts

@Suite("Paths into a JSON value")
struct ValuePathTests {
  private let value: JSONValue = [
    "schedule": [
      [
        "day": "monday",
        "exercises": [["name": "Row", "sets": 2], ["name": "Walk", "minutes": 4]],
      ],
      ["day": "friday", "exercises": [["name": "Squat", "sets": 3]]],
    ],
    "weeks": 6,
  ]

  private func places(_ path: String) -> [String] {
    ValuePath(path)?.places(in: value).map(\.location.description) ?? ["not a path"]
  }

  @Test("a path stands for every place that it fits")
  func places() {
    #expect(places("weeks") == ["weeks"])
    #expect(places("schedule[].day") == ["schedule[0].day", "schedule[1].day"])
    #expect(
      places("schedule[].exercises[].sets")
        == ["schedule[0].exercises[0].sets", "schedule[1].exercises[0].sets"])
    #expect(places("schedule[1].exercises[0].name") == ["schedule[1].exercises[0].name"])
    #expect(places("schedule[day=friday].exercises[]") == ["schedule[1].exercises[0]"])
    #expect(places("schedule[day=sunday].day") == [])
    #expect(places("schedule[7].day") == [] && places("weeks[]") == [] && places("days") == [])
  }

  @Test(
    "what is not a path is refused",
    arguments: [
      "", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[]b", "a[-1]", "a b", "a[=]", "a[b=]",
      "a[b c=d]", "$.a",
    ])
  func malformed(text: String) {
    #expect(ValuePath(text) == nil)
  }

  @Test("the whole value may be a list")
  func list() {
    let found = ValuePath("[].day")?.places(in: [["day": "monday"], ["day": "friday"]])
    #expect(found?.map(\.location.description) == ["[0].day", "[1].day"])
  }

  @Test("elements that are a text are found, and no others")
  func elements() {
    let value: JSONValue = ["tags": ["none", "low", "none", 3, ["none"]]]
    let found = ValuePath("tags[=none]")?.places(in: value)
    #expect(found?.map(\.location.description) == ["tags[0]", "tags[2]"])
    #expect(ValuePath("tags[=high]")?.places(in: value).isEmpty == true)
  }

  @Test("a text that elements never have is found without data")
  func impossible() throws {
    let choices: JSONValue = ["type": "string", "enum": ["low", "none"]]
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "tags": ["type": "array", "items": choices],
        "list": ["type": "array", "items": ["type": "object", "properties": ["a": choices]]],
        "counts": ["type": "array", "items": ["type": "integer"]],
      ],
    ]
    func problem(_ path: String) throws -> String? {
      try #require(ValuePath(path)).problem(in: schema)
    }
    for path in ["tags[=none]", "list[a=low].a"] { #expect(try problem(path) == nil) }
    #expect(try problem("tags[=nothing]") == "an element is never 'nothing'")
    #expect(try problem("list[a=high]") == "'a' is never 'high'")
    #expect(try problem("list[b=low]") == "there is no 'b' beside 'a'")
    #expect(try problem("counts[=3]") == "an element is no text, so it is never '3'")
  }

  @Test("a path that leads nowhere in a schema is found without data")
  func problems() throws {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "list": [
          "type": "array", "items": ["type": "object", "properties": ["a": ["type": "string"]]],
        ],
        "open": [
          "type": "object", "properties": ["a": ["type": "string"]], "additionalProperties": true,
        ],
        "any": [:],
      ],
    ]
    func problem(_ path: String) throws -> String? {
      try #require(ValuePath(path)).problem(in: schema)
    }
    for path in ["list", "list[].a", "list[3].a", "open.b", "any.x[].y", "list[a=b].a"] {
      #expect(try problem(path) == nil)
    }
    #expect(try problem("lists") == "there is no 'lists' beside 'list', 'open', 'any'")
    #expect(try problem("list[].b")?.contains("'b'") == true)
    #expect(try problem("list.a") != nil)
    #expect(try problem("list[].a[]") != nil)
  }

  @Test("parts are replaced, added and removed in place")
  func replacement() throws {
    func replaced(_ context: String, _ part: JSONValue?) throws -> JSONValue {
      var changed = value
      changed.replace(try #require(ValueLocation(context)), with: part)
      return changed
    }
    #expect(try replaced("schedule[1].day", "sunday")["schedule"]?.array?[1]["day"] == "sunday")
    #expect(try replaced("schedule[0]", nil)["schedule"]?.array?.count == 1)
    #expect(try replaced("note", "new")["note"] == "new")
    #expect(try replaced("schedule[0].exercises[1].minutes", nil) != value)
    #expect(try replaced("schedule[9].day", "x") == value)
    #expect(try replaced("a.b", "x") == value)
    #expect(ValueLocation("schedule[].day") == nil && ValueLocation("a[b=c]") == nil)
  }
}
