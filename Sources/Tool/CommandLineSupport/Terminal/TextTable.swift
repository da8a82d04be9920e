/// A table in plain text, whose columns are as wide as their widest cell.
///
/// If the terminal is narrower, names are truncated and a last column of sentences is wrapped; if that is not
/// enough, each row becomes a block of lines. Output to files and pipes keeps its full width.
package struct TextTable {
  package enum Alignment { case left, right }

  /// The minimum width of a wrapped column.
  private static let narrowest = 24

  private let columns: [(title: String, alignment: Alignment)]
  private let shrinkable: [String: Int]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  ///
  /// - Parameters:
  ///   - columns: The titles of the columns, with their alignment.
  ///   - shrinkable: The titles of the columns whose cells can be truncated, each with its minimum width.
  package init(_ columns: [(String, Alignment)], shrinkable: [String: Int] = [:]) {
    self.columns = columns.map { (title: $0.0, alignment: $0.1) }
    self.shrinkable = shrinkable
  }

  package mutating func add(_ cells: [String]) {
    rows.append(cells.map(\.printableInColour))
  }

  /// The lines of the table, the titles first. Colour codes do not count towards a cell's width.
  package var lines: [String] { lines(within: Terminal.columns) }

  /// Returns whether each row fits on one line.
  package func fits(_ width: Int?) -> Bool {
    width.map { Self.sum(fullWidths) <= $0 || Self.sum(shrunk(fullWidths, to: $0)) <= $0 } ?? true
  }

  /// Returns the lines of the table for a width; nil for unlimited.
  package func lines(within width: Int?) -> [String] {
    let widths = fullWidths
    guard let width, !rows.isEmpty, Self.sum(widths) > width else { return grid(widths) }
    let shrunk = shrunk(widths, to: width)
    if Self.sum(shrunk) <= width { return grid(shrunk) }
    if let last = columns.indices.last, last > 0, columns[last].alignment == .left {
      let room = width - Self.sum(shrunk.dropLast()) - 2
      if room >= Self.narrowest { return grid(shrunk.dropLast() + [room]) }
    }
    return blocks(width)
  }

  private var fullWidths: [Int] {
    columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).map(\.visibleWidth).max() ?? 0
    }
  }

  /// Returns the width of columns including the gaps between them.
  private static func sum(_ widths: some Collection<Int>) -> Int {
    widths.reduce(0, +) + 2 * max(0, widths.count - 1)
  }

  /// Reduces the widest of the columns that can be truncated, until all fit or none can be reduced further.
  private func shrunk(_ widths: [Int], to width: Int) -> [Int] {
    var widths = widths
    while Self.sum(widths) > width {
      let wide = columns.indices.filter { column in
        shrinkable[columns[column].title].map { widths[column] > $0 } ?? false
      }
      guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func grid(_ widths: [Int]) -> [String] {
    func line(_ cells: [String]) -> String {
      var line = ""
      for (column, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.visibleWidth))
        if column > 0 { line += "  " }
        line += columns[column].alignment == .left ? cell + padding : padding + cell
      }
      return String(line.reversed().drop(while: { $0 == " " }).reversed())
    }
    /// Returns the row, followed by the lines that the last cell is wrapped to.
    func lines(_ cells: [String]) -> [String] {
      var cells = cells
      var rest: [String] = []
      for column in cells.indices where cells[column].visibleWidth > widths[column] {
        if shrinkable[columns[column].title] == nil, column == cells.indices.last {
          let parts = cells[column].broken(at: widths[column])
          cells[column] = parts.first ?? ""
          rest = Array(parts.dropFirst())
        } else {
          cells[column] = cells[column].cut(to: widths[column])
        }
      }
      let blank = Array(repeating: "", count: max(0, cells.count - 1))
      return [line(cells)] + rest.map { line(blank + [$0]) }
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
    let titles = zip(columns, widths).map { $0.title.cut(to: $1) }
    return [line(titles).inked(.bold), rule.inked(.dim)] + rows.flatMap(lines)
  }

  /// Returns a block for each row: the first cell, and below it the others with their titles, as many per line
  /// as fit.
  private func blocks(_ width: Int) -> [String] {
    let titles = columns.map(\.title)
    return rows.flatMap { cells -> [String] in
      let parts = zip(titles, cells).dropFirst().filter { !$1.isEmpty }.map { title, cell in
        title.isEmpty ? cell : "\(title.inked(.dim)) \(cell)"
      }
      return cells.prefix(1).map { $0.cut(to: width).inked(.bold) }
        + parts.filled(width - 2).map { "  " + $0 }
    }
  }
}

extension [String] {
  /// Joins parts to lines with dots between them; a part that is longer than a line is wrapped.
  fileprivate func filled(_ width: Int) -> [String] {
    let dot = " · "
    var lines: [String] = []
    for part in self {
      if let last = lines.last,
        last.visibleWidth + dot.count + part.visibleWidth <= width
      {
        lines[lines.count - 1] = last + dot + part
      } else {
        lines += part.broken(at: width)
      }
    }
    return lines
  }
}

extension String {
  /// The number of columns that the text takes, without colour codes.
  fileprivate var visibleWidth: Int { eachVisible().count }

  /// Returns the visible characters, each with the colour codes before it; codes at the end are omitted.
  private func eachVisible() -> [(code: String, character: Character)] {
    var seen: [(code: String, character: Character)] = []
    var code = ""
    var isInCode = false
    for character in self {
      if character == "\u{1b}" || isInCode {
        code.append(character)
        isInCode = character != "m"
      } else {
        seen.append((code, character))
        code = ""
      }
    }
    return seen
  }

  /// Returns the text truncated with an ellipsis if it is too long. Colours are reset at the end.
  fileprivate func cut(to width: Int) -> String {
    let seen = eachVisible()
    guard seen.count > width else { return self }
    let kept = seen.prefix(max(0, width - 1))
    let end = contains("\u{1b}") ? "\u{1b}[0m" : ""
    return kept.map { $0.code + String($0.character) }.joined() + "…" + end
  }

  /// Wraps the text at spaces; a word that is longer than a line is not broken.
  fileprivate func broken(at width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      if let last = lines.last, last.visibleWidth + 1 + word.visibleWidth <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
