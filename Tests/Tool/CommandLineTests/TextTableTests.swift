@testable import coachkit
@testable import CommandLineSupport
import Testing

@Suite("Fitting a table to the terminal")
struct TextTableTests {
  private func table(_ shrinkable: [String: Int] = [:]) -> TextTable {
    var table = TextTable(
      [("name", .left), ("share", .right), ("note", .left)], shrinkable: shrinkable)
    table.add(["a-long-name-of-a-model", "50.0 %", "fine"])
    table.add(["short", "100.0 %", ""])
    return table
  }

  @Test("without a terminal, or with enough space, a table has its full width")
  func full() {
    let lines = [
      "name                      share  note", "─────────────────────────────────────",
      "a-long-name-of-a-model   50.0 %  fine", "short                   100.0 %",
    ]
    #expect(table().lines(within: nil) == lines)
    #expect(table(["name": 8]).lines(within: 37) == lines)
  }

  @Test("only columns that may be shortened are, and only as far as needed")
  func cut() {
    #expect(
      table(["name": 8]).lines(within: 30) == [
        "name               share  note", "──────────────────────────────",
        "a-long-name-of…   50.0 %  fine", "short            100.0 %",
      ])
    #expect(table(["name": 8]).fits(30) && !table().fits(30))
  }

  @Test("if shortening is not enough, each row becomes several lines without empty values")
  func blocks() {
    #expect(
      table(["name": 20]).lines(within: 24) == [
        "a-long-name-of-a-model", "  share 50.0 %", "  note fine", "short", "  share 100.0 %",
      ])
    #expect(
      table().lines(within: 30) == [
        "a-long-name-of-a-model", "  share 50.0 % · note fine", "short", "  share 100.0 %",
      ])
  }

  @Test("sentences in the last column wrap between words")
  func sentences() {
    var table = TextTable([("rule", .left), ("finds", .left)])
    table.add(["one", "what is said twice, and what is never said at all"])
    #expect(
      table.lines(within: 34) == [
        "rule  finds", "──────────────────────────────────", "one   what is said twice, and what",
        "      is never said at all",
      ])
  }

  @Test("no line exceeds the width, for any width", arguments: 30..<80)
  func widths(width: Int) {
    for line in table(["name": 8]).lines(within: width) { #expect(line.count <= width) }
  }

  @Test("a table without rows shows its headers")
  func empty() {
    #expect(TextTable([("name", .left)]).lines(within: 2).first == "name")
  }
}
