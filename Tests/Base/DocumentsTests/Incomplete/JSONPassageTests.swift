import Documents
import Testing

@Suite("Passages of JSON in a text")
struct JSONPassageTests {
  private static let value = #"{"a": 1}"#

  private func quoted(_ text: String) -> [Bool] { JSONPassage.all(in: text).map(\.isQuoted) }

  @Test("all passages are found, in order and with their places")
  func places() {
    let text = "As in [1], {a: 2} and ```json\n{\"b\": 3}\n```"
    let passages = JSONPassage.all(in: text)
    #expect(passages.map(\.json?.value) == [[1], ["a": 2], ["b": 3]])
    let bytes = Array(text.utf8)
    let written = passages.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(written == ["[1]", "{a: 2}", "{\"b\": 3}"])
    #expect(passages.last?.json?.repairs == [.fence])
    #expect(passages.map(\.hasMembers) == [false, true, true])
  }

  @Test("however many brackets come before it, the last passage is found")
  func many() {
    let text = String(repeating: "[x] {} {\"b\": 0} ", count: 300) + Self.value
    #expect(JSONPassage.all(in: text).last?.json?.value == ["a": 1])
  }

  @Test(
    "what is in quotation marks or a block quotation is quoted",
    arguments: [
      "It says \"\(value)\".", "It says \"Try tea. \(value)\", which is odd.",
      "She wrote '\(value)' there.",
      "Il écrit « \(value) ».", "Sie schreibt „Ja. \(value)“ dort.",
      "Sie schreibt »\(value)« dort.",
      "It says “\(value)”, see.", "It says ‘\(value)’, see.", "「\(value)」と", "> \(value)",
      "So:\n  > Well. \(value)\nyes",
      "\"\(value)\", she said", "(\"\(value)\")",
    ])
  func quotations(text: String) {
    #expect(quoted(text) == [true], "\(text)")
  }

  @Test(
    "what is beside quotation marks is not",
    arguments: [
      value, "```\n\(value)\n```", "`\(value)`", "It's the coach's, isn't it: \(value). That's it.",
      "'tis so: \(value)", "He is 5\" tall. \(value)", "\"No\", she said. \(value) \"Yes\".",
      "a > b: \(value)",
      "'\(value)'", " “\(value)”\n", "\"verdict\": \(value)",
    ])
  func unquoted(text: String) {
    #expect(quoted(text) == [false], "\(text)")
  }

  @Test("of several passages only those between the marks are quoted")
  func both() {
    #expect(quoted("\"\(Self.value)\" \(Self.value) '\(Self.value)'") == [true, false, true])
    #expect(quoted("> \(Self.value)\n\n\(Self.value)") == [true, false])
  }

  @Test("blanks before a passage or a line hide neither that it is alone nor that it is quoted")
  func blanks() {
    let blanks = String(repeating: " \t\n", count: 50)
    let found = JSONPassage.all(in: "\(blanks){a: 1}\(blanks)")
    #expect(found.first?.json?.repairs.contains(.surroundings) == false)
    let several = JSONPassage.all(in: "\(blanks){a: 1} {a: 2}\(blanks)")
    #expect(several.allSatisfy { $0.json?.repairs.contains(.surroundings) == true })
    #expect(quoted("\(blanks)   > {a: 1} {a: 2}\r  {a: 3}") == [true, true, false])
  }

  @Test("JSON in a string of a value is no passage of its own")
  func inner() {
    let escaped = #"{"why": "It says {\"a\": 1}.", "b": 2}"#
    #expect(JSONPassage.all(in: escaped).count == 1)
    #expect(JSONPassage.all(in: "So: \(escaped)").count == 1)
    #expect(JSONPassage.all(in: #"It says "{\"a\": 1}"."#).isEmpty)
  }

  @Test("text that is certainly meant as JSON and cannot be read is a passage without a value")
  func unreadable() {
    let passages = JSONPassage.all(in: #"{"a": 1, "b" =} and {"c": 2"#)
    #expect(passages.map { $0.json == nil } == [true, false])
    #expect(passages.last?.json?.repairs.contains(.cut) == true)
  }

  @Test(
    "members that are there twice are named by their paths",
    arguments: [
      (#"{"a": 1, "b": 2}"#, []), (#"{"a": 1, "a": 1}"#, ["a"]),
      (#"{"c": {"x": 1, "y": 2, "y": 3}, "d": [{"x": 1}, {"x": 1, "x": 2}]}"#, ["c.y", "d[1].x"]),
      (#"{"verdict": 1, "verdi\u0063t": 2}"#, ["verdict"]), (#"{a: 1, 'a': 2}"#, ["a"]),
      (#"So {"a": 1, "a": 2}"#, ["a"]), (#"{"a": {"a": 1}}"#, []),
    ])
  func repeated(text: String, names: [String]) {
    #expect(JSONPassage.all(in: text).first?.repeatedNames == names)
  }
}
