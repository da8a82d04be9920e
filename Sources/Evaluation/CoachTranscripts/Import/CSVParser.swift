package import SourceFiles

/// A field of a table, with its position.
package struct CSVField {
  package var text: String
  /// The offset of its first byte.
  package var offset: Int
}

/// Parses tables as described in RFC 4180.
///
/// Fields in quotes may contain separators and line breaks, and a quote in them is written twice. The separator may
/// be a comma, a semicolon, a tab or a vertical bar.
package struct CSVParser {
  private let file: SourceFile
  /// The byte between two fields.
  package let separator: UInt8
  private var at: Int
  package private(set) var problem: Diagnostic?

  private static let quote = UInt8(ascii: "\"")

  package init(file: SourceFile, from start: Int, separator: UInt8) {
    self.file = file
    self.separator = separator
    at = start
  }

  /// Creates a parser that finds the separator: the one that Excel's first line states (`sep=;`), or the one that occurs most
  /// often in the first row.
  package init(file: SourceFile, from start: Int = 0) {
    let line = file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let mark = Array("sep=".utf8)
    if line.count == mark.count + 1, let stated = line.last,
      zip(line, mark).allSatisfy({ $0 | 0x20 == $1 })
    {
      self.init(file: file, from: line.endIndex, separator: stated)
    } else {
      let separator = Self.separator(of: file.bytes[start...]) ?? UInt8(ascii: ",")
      self.init(file: file, from: start, separator: separator)
    }
  }

  /// Returns the separator of the fields in the first line: the one that occurs most often outside quotes.
  ///
  /// Returns `nil` if none occurs.
  package static func separator(of content: ArraySlice<UInt8>) -> UInt8? {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in content {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      counts[byte, default: 0] += 1
    }
    let candidates = [",", ";", "\t", "|"].map { (sign: Unicode.Scalar) in UInt8(ascii: sign) }
    let best = candidates.max { (counts[$0] ?? 0, 0) < (counts[$1] ?? 0, 0) }
    return best.flatMap { counts[$0] == nil ? nil : $0 }
  }

  /// Returns the next row, or `nil` at the end and after a problem that prevents further parsing.
  ///
  /// Empty lines are skipped.
  package mutating func next() -> [CSVField]? {
    while at < file.bytes.count, isLineEnd(file.bytes[at]) { at += 1 }
    guard at < file.bytes.count, problem == nil else { return nil }
    var row: [CSVField] = []
    while true {
      guard let field = field() else { return nil }
      row.append(field)
      guard at < file.bytes.count, file.bytes[at] == separator else { return row }
      at += 1
    }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private mutating func field() -> CSVField? {
    let start = at
    if at < file.bytes.count, file.bytes[at] == Self.quote { return quotedField(start) }
    while at < file.bytes.count, file.bytes[at] != separator, !isLineEnd(file.bytes[at]) { at += 1 }
    return CSVField(text: String(decoding: file.bytes[start..<at], as: UTF8.self), offset: start)
  }

  private mutating func quotedField(_ start: Int) -> CSVField? {
    var content: [UInt8] = []
    at += 1
    while at < file.bytes.count {
      let byte = file.bytes[at]
      if byte == Self.quote {
        at += 1
        guard at < file.bytes.count, file.bytes[at] == Self.quote else {
          return close(from: start, in: content)
        }
      }
      content.append(byte)
      at += 1
    }
    return fail(
      "this quote is never closed", at: start,
      hint: "close it, or write a quote inside a text twice: \"\"")
  }

  private mutating func close(from start: Int, in content: [UInt8]) -> CSVField? {
    guard at == file.bytes.count || file.bytes[at] == separator || isLineEnd(file.bytes[at]) else {
      return fail(
        "there is text after the closing quote", at: at,
        hint: "write a quote inside a text twice: \"\"")
    }
    return CSVField(text: String(decoding: content, as: UTF8.self), offset: start)
  }

  private mutating func fail(_ message: String, at offset: Int, hint: String) -> CSVField? {
    problem = Diagnostic("import.csv", message, in: file, at: offset, hint: hint)
    return nil
  }
}
