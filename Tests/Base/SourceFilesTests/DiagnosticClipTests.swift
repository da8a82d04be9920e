import SourceFiles
import Testing

@Suite("Clipping of long lines in diagnostics")
struct DiagnosticClipTests {
  private func lines(_ column: Int, of length: Int) -> [Substring] {
    let line =
      String(repeating: "x", count: column - 1) + "!"
      + String(repeating: "y", count: length - column)
    let found = Diagnostic(
      "c", "wrong", at: FileLocation(file: "f", line: 7, column: column),
      excerpt: SourceExcerpt(line: line, column: column))
    return found.description.split(separator: "\n")
  }

  @Test("the caret is below the location", arguments: [1, 2, 80, 500, 999, 1000])
  func caret(column: Int) throws {
    let lines = lines(column, of: 1000)
    #expect(lines[1].count < 180)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let index = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(Array(lines[1])[index] == "!")
  }

  @Test("a line that fits is unchanged")
  func short() {
    #expect(lines(3, of: 10)[1].hasSuffix("| xx!yyyyyyy"))
  }

  @Test("a file's excerpt is the same as its line's", arguments: ["x", "é", "漢", "🙂"])
  func ofFile(letter: String) throws {
    for length in [3, 200, 1_500, 5_000] {
      let line = String(repeating: letter, count: length - 1) + "!"
      let file = SourceFile(path: "f", text: "first\n\(line)\r\nlast")
      for column in [1, 2, length / 2, length - 1, length, length + 1] {
        let location = FileLocation(file: "f", line: 2, column: column)
        let found = try #require(file.excerpt(at: location))
        let expected = SourceExcerpt(line: line, column: column)
        #expect(found.caret == expected.caret, "\(letter) \(length) \(column)")
        #expect(found.text == expected.text, "\(letter) \(length) \(column)")
        if column <= length {
          let offset =
            "first\n".utf8.count
            + line.unicodeScalars.prefix(column - 1).reduce(0) {
              $0 + UTF8.width($1)
            }
          #expect(file.location(at: offset) == location)
        }
      }
    }
  }

  @Test("a message with a very long value is cut in its middle")
  func longMessage() {
    let found = Diagnostic("c", "'\(String(repeating: "x", count: 1_000_000))' is no name")
    #expect(found.message.count < 3_000)
    #expect(found.message.hasSuffix("is no name"))
  }
}
