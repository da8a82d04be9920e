/// A table in plain text; columns are as wide as their widest cell.
struct TextTable {
  enum Alignment { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: [(String, Alignment)]) {
    self.columns = columns.map { (title: $0.0, alignment: $0.1) }
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells.map(\.printableInColour))
  }

  /// The lines of the table, title first. Colours do not count towards a cell's width.
  var lines: [String] {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).map(\.visibleWidth).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var line = ""
      for (column, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.visibleWidth)
        if column > 0 { line += "  " }
        line += columns[column].alignment == .left ? cell + padding : padding + cell
      }
      return String(line.reversed().drop(while: { $0 == " " }).reversed())
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
    return [line(columns.map(\.title)).inked(.bold), rule.inked(.dim)] + rows.map(line)
  }
}

extension String {
  /// How many columns the text takes, without colour codes.
  fileprivate var visibleWidth: Int {
    var width = 0
    var isInCode = false
    for character in self {
      if character == "\u{1b}" {
        isInCode = true
      } else if isInCode {
        isInCode = character != "m"
      } else {
        width += 1
      }
    }
    return width
  }
}
