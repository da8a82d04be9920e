import Documents
import SourceFiles
import Testing
import TestKit

@Suite("Parsing JSON according to RFC 8259")
struct JSONParserTests {
  @Test(
    "values of every kind",
    arguments: [
      ("null", JSONValue.null), ("true", true), ("-0", 0), ("12", 12), ("-7.5", -7.5),
      ("1e3", 1000.0), ("\"a\\u00e9\\n\"", "aé\n"), ("\"\\ud83d\\ude00\"", "😀"), ("[]", []),
      ("[1, [2]]", [1, [2]]), ("{\"a\": {\"b\": [null]}}", ["a": ["b": [nil]]]),
      (" \t\r\n 1 \n", 1), ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", 9_223_372_036_854_775_808.0),
    ] as [(String, JSONValue)])
  func values(text: String, value: JSONValue) throws {
    try expect(JSONValue(parsing: text), equals: value)
  }

  @Test(
    "invalid JSON is rejected at its location",
    arguments: [
      ("", 0), ("tru", 0), ("[1,]", 3), ("{\"a\" 1}", 5), ("{a: 1}", 1), ("01", 0), ("1.", 2),
      ("\"abc", 4), ("\"\u{1}\"", 1), ("[1] x", 4), ("\"\\x\"", 2), ("nul", 0), ("-", 1), ("+1", 0),
      ("{\"a\":1,}", 7), ("\"\\u12g4\"", 2), ("1e999", 0),
    ])
  func errors(text: String, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test("a lone surrogate becomes the replacement character")
  func surrogates() throws {
    try expect(JSONValue(parsing: "\"\\ud83dx\""), equals: "\u{fffd}x")
    try expect(JSONValue(parsing: "\"\\ude00\""), equals: "\u{fffd}")
    try expect(JSONValue(parsing: "\"\\ud83d\\u0041\""), equals: "\u{fffd}A")
  }

  @Test("nesting is limited, so that untrusted text cannot exhaust the stack")
  func depth() {
    let deep = String(repeating: "[", count: 100_000)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: deep) }
    #expect(error?.message.contains("128 levels") ?? false)
  }

  @Test("a name that occurs twice has its last value, or is refused at its place")
  func repeatedNames() throws {
    for (text, value, offset) in [
      (#"{"a":1,"a":2}"#, ["a": 2], 7), (#"[{"b":{"a":1,"\u0061":2}}]"#, [["b": ["a": 2]]], 13),
      (#"{"a":{"a":1},"b":{"a":2}}"#, ["a": ["a": 1], "b": ["a": 2]], nil),
      (#"{"b":{"a":1,"a":2},"b":3}"#, ["b": 3], 12),
    ] as [(String, JSONValue, Int?)] {
      try expect(JSONValue(parsing: text), equals: value)
      guard let offset else {
        try expect(JSONValue(parsing: text, refusesRepeatedNames: true), equals: value)
        continue
      }
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONValue(parsing: text, refusesRepeatedNames: true)
      }
      #expect(error?.offset == offset)
    }
  }

  @Test(
    "names that look the same and have other code points are two names",
    arguments: [
      ("caf\u{E9}", "cafe\u{301}"), ("\u{D55C}", "\u{1112}\u{1161}\u{11AB}"),
      ("\u{C5}", "\u{212B}"), ("\u{3A9}", "\u{2126}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ])
  func equivalentNames(first: String, second: String) throws {
    let text = "{\"\(first)\":1,\"\(second)\":2}"
    let value = try JSONValue(parsing: text, refusesRepeatedNames: true)
    #expect(value.object?.count == 2 && value[first] == 1 && value[second] == 2)
    #expect(value.text() == text)
    let node = try DocumentNode.parseJSON(SourceFile(path: "a.json", text: text))
    #expect(node.json == value)
    // Sorted, both have a place of their own, whichever was written first.
    var other: JSONObject = [:]
    for name in [second, first] { other[name] = value[name] }
    #expect(JSONValue.object(other).text(.canonical) == value.text(.canonical))
    other[first] = nil
    #expect(other.keys.count == 1 && other[second] == 2 && other[first] == nil)
    // As many names as are kept in a table.
    for number in 0..<20 { other["n\(number)"] = .integer(number) }
    other[first] = 3
    #expect(other.count == 22 && other[first] == 3 && other[second] == 2)
  }

  @Test("invalid UTF-8 in a string is rejected")
  func utf8() {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
  }
}

@Suite("Writing JSON")
struct JSONWriterTests {
  private let value: JSONValue = [
    "b": ["quote \" and \\ and \n and \u{1}", 1, 2.5, -3.0], "a": [:], "c": [nil, true],
  ]

  @Test("a line of JSON Lines has no character at which a reader may split it")
  func line() throws {
    let value: JSONValue = ["a\u{2028}": "b\u{85}c\u{2029}d\u{2027}é\n"]
    #expect(value.text(.line) == #"{"a\u2028":"b\u0085c\u2029d"# + "\u{2027}é" + #"\n"}"#)
    try expect(JSONValue(parsing: value.text(.line)), equals: value)
    #expect(JSONValue.array([1, "x"]).text(.line) == #"[1,"x"]"#)
  }

  @Test("compact, in member order")
  func compact() {
    #expect(
      value.text()
        == #"{"b":["quote \" and \\ and \n and \u0001",1,2.5,-3],"a":{},"c":[null,true]}"#)
  }

  @Test("canonical, sorted by name")
  func canonical() {
    #expect(value.text(.canonical).hasPrefix(#"{"a":{},"b""#))
  }

  @Test("indented")
  func indented() {
    #expect(
      (["a": [1], "b": [:]] as JSONValue).text(.indented(2)) == """
        {
          "a": [
            1
          ],
          "b": {}
        }
        """)
  }

  @Test(
    "every style round-trips",
    arguments: [
      JSONValue.Style.compact, .canonical, .indented(4),
    ])
  func roundTrip(style: JSONValue.Style) throws {
    try expect(JSONValue(parsing: value.text(style)), equals: value)
  }
}

@Suite("Member order of a JSON object")
struct JSONObjectTests {
  @Test("the order survives changes and removals, also with many members")
  func order() {
    var object = JSONObject()
    for number in 0..<20 { object["k\(number)"] = .integer(number) }
    object["k3"] = "changed"
    object["k0"] = nil
    #expect(object.count == 19)
    #expect(object.keys.first == "k1")
    #expect(object["k3"] == "changed")
    #expect(object["k19"] == 19)
    #expect(object["k0"] == nil)
    object["k0"] = 1
    #expect(object.keys.last == "k0")
  }

  @Test("equality ignores the order")
  func equality() {
    #expect((["a": 1, "b": 2] as JSONValue) == ["b": 2, "a": 1])
    #expect((["a": 1] as JSONValue) != ["a": 1, "b": 2])
    #expect(([["a": 1, "b": 2], ["b": 2, "a": 1]] as Set<JSONValue>).count == 1)
  }

  @Test("numbers are equal if their values are, also where doubles cannot tell them apart")
  func equalNumbers() {
    #expect((3 as JSONValue) == 3.0)
    #expect((0 as JSONValue) == -0.0)
    #expect(([3, 3.0, 3.5] as Set<JSONValue>).count == 2)
    let exact = 1 << 53
    #expect(JSONValue.integer(exact) == .number(0x1p53))
    #expect(JSONValue.integer(exact + 1) != .number(0x1p53))
    let values: Set<JSONValue> = [.integer(exact), .integer(exact + 1), .number(0x1p53)]
    #expect(values.count == 2)
    #expect(JSONValue.integer(.max) != .number(0x1p63))
  }
}
