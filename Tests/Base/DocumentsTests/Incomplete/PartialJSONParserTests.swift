import Documents
import StreamParsing
import Testing
import TestKit

@Suite("Parsing incomplete JSON")
struct PartialJSONParserTests {
  @Test(
    "the visible part of an incomplete value",
    arguments: [
      ("", nil), (" ", nil), ("{", [:]), (#"{"a"#, [:]), (#"{"a""#, [:]), (#"{"a":"#, [:]),
      (#"{"a":tr"#, [:]), (#"{"a":12"#, [:]), (#"{"a":12,"#, ["a": 12]),
      (#"{"a":"on"#, ["a": "on"]), (#"{"a":""#, ["a": ""]),
      (#"{"a":"x","b":[1,"#, ["a": "x", "b": [1]]),
      (#"[[1],[2"#, [[1], []]), (#"["a\"#, ["a"]), (#"["a\u00"#, ["a"]), (#"["a\n"#, ["a\n"]),
      (#"["a\\"#, ["a\\"]), (#"["a\\\"#, ["a\\"]), (#"["\ud83d"#, [""]), (#"["x\ud83d\ude"#, ["x"]),
      (#"["x\ud83d\ude00"#, ["x😀"]), (#"{"a":{"b":null,"c":{"#, ["a": ["b": nil, "c": [:]]]),
      ("12", nil), (#""wo"#, "wo"),
    ] as [(String, JSONValue?)])
  func beginnings(text: String, value: JSONValue?) throws {
    for split in everySplit(Array(text.utf8)) {
      var parser = PartialJSONParser()
      for chunk in split { try parser.feed(chunk) }
      #expect(parser.value == value)
      #expect(!parser.isComplete)
    }
  }

  @Test("half a character is not shown")
  func characters() throws {
    let bytes = Array(#"["é😀"#.utf8)
    var parser = PartialJSONParser()
    let shown = try bytes.map { byte throws in
      try parser.feed([byte])
      return parser.value?.array?.first?.string
    }
    #expect(shown == [nil, "", "", "é", "é", "é", "é", "é😀"])
  }

  @Test(
    "a complete text gives the same value as the JSON parser",
    arguments: [
      #"{"a":[1,2.5,-3e2,{"b":"x\ny","c":[]},true,false,null],"d":{},"e":"é😀\u00e9"}"#,
      "[]", "{}", " [ 1 , 2 ] ", "\"x\"", "-0.5", "true", "{\"a\":1,\"a\":2}",
    ])
  func completeText(text: String) throws {
    let value = try JSONValue(parsing: text)
    for split in everySplit(Array(text.utf8)) {
      var parser = PartialJSONParser()
      for chunk in split { try parser.feed(chunk) }
      try parser.finish()
      #expect(parser.value == value)
    }
  }

  @Test(
    "a text that cannot be continued to a value is rejected at its location",
    arguments: [
      ("{1", 1), ("[1 2", 3), ("[,", 1), ("{\"a\" 1", 5), ("{\"a\":1,}", 7), ("[1,]", 3), ("]", 0),
      ("{]", 1), ("[tru,", 4), ("[1]x", 3), ("[1] 2", 4), ("[\"\u{1}", 2), ("[\"\\x\"", 4),
      ("[01,", 3), ("Hello", 0),
    ])
  func refused(text: String, offset: Int) {
    var parser = PartialJSONParser()
    let error = #expect(throws: JSONSyntaxError.self) { try parser.feed(text.utf8) }
    #expect(error?.offset == offset)
  }

  @Test("an incomplete text is not a value")
  func unfinished() throws {
    for text in ["", "[1", "{\"a\":", "\"x", "tr"] {
      var parser = PartialJSONParser()
      try parser.feed(text.utf8)
      #expect(throws: JSONSyntaxError.self) { try parser.finish() }
    }
  }

  @Test("nesting is limited")
  func depth() {
    var parser = PartialJSONParser()
    #expect(throws: JSONSyntaxError.self) {
      try parser.feed(String(repeating: "[", count: 129).utf8)
    }
  }
}
