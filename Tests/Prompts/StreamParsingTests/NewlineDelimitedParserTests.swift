import StreamParsing
import Testing
import TestKit

@Suite("Newline-delimited JSON under every split")
struct NewlineDelimitedParserTests {
  private func parse(_ chunks: [[UInt8]]) throws -> [String] {
    var parser = NewlineDelimitedParser()
    var lines: [String] = []
    for chunk in chunks {
      parser.append(chunk)
      while let line = try parser.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    if let line = parser.finish() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test(
    "fixtures",
    arguments: [
      ("{}\n[1]\n", ["{}", "[1]"]), ("{}\r\n\r\n\n1\r\n", ["{}", "1"]), ("a\nüb", ["a", "üb"]),
      ("", []), ("\n", []), ("a\rb\n", ["a\rb"]),
    ])
  func fixtures(text: String, lines: [String]) throws {
    for split in everySplit(Array(text.utf8)) { #expect(try parse(split) == lines) }
  }

  @Test("a line beyond the limit is rejected instead of buffered, complete or not")
  func limit() throws {
    for text in ["1234567", "1234567\n"] {
      var parser = NewlineDelimitedParser(limit: 5)
      parser.append(Array(text.utf8))
      #expect(throws: NewlineDelimitedParser.LineTooLarge.self) { try parser.next() }
    }
  }
}
