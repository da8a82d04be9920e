import SourceFiles
import Testing

@Suite("Clipping of long lines in diagnostics")
struct DiagnosticClipTests {
  private func lines(_ column: Int, of length: Int) -> [Substring] {
    let line =
      String(repeating: "x", count: column - 1) + "!"
      + String(repeating: "y", count: length - column)
    let found = Diagnostic(
      "c", "wrong", at: SourceLocation(file: "f", line: 7, column: column), excerpt: line)
    return found.description.split(separator: "\n")
  }

  @Test("the caret is below the location", arguments: [1, 2, 80, 500, 999, 1000])
  func caret(column: Int) throws {
    let lines = lines(column, of: 1000)
    #expect(lines[1].count < 180)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let place = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(Array(lines[1])[place] == "!")
  }

  @Test("a line that fits is unchanged")
  func short() {
    #expect(lines(3, of: 10)[1].hasSuffix("| xx!yyyyyyy"))
  }
}
