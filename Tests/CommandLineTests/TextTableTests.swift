@testable import coachkit
@testable import CommandLineSupport
import Testing

@Suite("A table keeps within the terminal")
struct TextTableTests {
  private func table(_ shrinkable: [String: Int] = [:]) -> TextTable {
    var table = TextTable(
      [("name", .left), ("share", .right), ("note", .left)], shrinkable: shrinkable)
    table.add(["a-long-name-of-a-model", "50.0 %", "fine"])
    table.add(["short", "100.0 %", ""])
    return table
  }

  @Test("where there is no terminal, or room enough, it has its full width")
  func full() {
    let lines = [
      "name                      share  note", "─────────────────────────────────────",
      "a-long-name-of-a-model   50.0 %  fine", "short                   100.0 %",
    ]
    #expect(table().lines(within: nil) == lines)
    #expect(table(["name": 8]).lines(within: 37) == lines)
  }

  @Test("a column that may be is cut, no more than it must be, and no other one is")
  func cut() {
    #expect(
      table(["name": 8]).lines(within: 30) == [
        "name               share  note", "──────────────────────────────",
        "a-long-name-of…   50.0 %  fine", "short            100.0 %",
      ])
    #expect(table(["name": 8]).fits(30) && !table().fits(30))
  }

  @Test("where cutting is not enough each row is a few lines, without what is empty")
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

  @Test("sentences in the last column are broken between words")
  func sentences() {
    var table = TextTable([("rule", .left), ("finds", .left)])
    table.add(["one", "what is said twice, and what is never said at all"])
    #expect(
      table.lines(within: 34) == [
        "rule  finds", "──────────────────────────────────", "one   what is said twice, and what",
        "      is never said at all",
      ])
  }

  @Test("no line is wider than it may be, whatever the width", arguments: 30..<80)
  func widths(width: Int) {
    for line in table(["name": 8]).lines(within: width) { #expect(line.count <= width) }
  }

  @Test("a table without rows shows its titles")
  func empty() {
    #expect(TextTable([("name", .left)]).lines(within: 2).first == "name")
  }
}
