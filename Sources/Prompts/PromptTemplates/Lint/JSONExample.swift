import Documents
import SourceFiles

/// An object in JSON that the text of a prompt shows.
struct JSONExample {
  let value: JSONValue
  /// The line on which it begins.
  let line: LintLine
  /// The tag in square brackets before it, on the same line or on one of the two above.
  let tag: String?

  /// The maximum number of lines of one example.
  private static let maximumLines = 60
  /// The number of lines above an example on which its tag may stand.
  private static let tagReach = 2

  /// Returns the examples in lines of text. What a template writes into one may keep it from being JSON; it is left out
  /// then.
  static func all(in lines: [LintLine]) -> [JSONExample] {
    var examples: [JSONExample] = []
    var number = 0
    // The position after the last example on the current line.
    var start = 0
    // Whatever stands before it belongs to another example.
    var free = 0
    while number < lines.count {
      let bytes = Array(lines[number].text.utf8)
      guard let open = bytes[min(start, bytes.count)...].firstIndex(of: UInt8(ascii: "{")) else {
        (number, start) = (number + 1, 0)
        continue
      }
      guard let found = object(from: open, ofLine: number, in: lines) else {
        start = open + 1
        continue
      }
      let above = max(free, number - tagReach)
      let before =
        lines[above..<max(above, number)].filter { $0.file.path == lines[number].file.path }.map {
          Array($0.text.utf8)
        } + [Array(bytes[start..<open])]
      examples.append(
        JSONExample(
          value: found.value, line: lines[number], tag: before.reversed().lazy.compactMap(tag).first
        ))
      free = found.line + 1
      (number, start) = (found.line, found.end)
    }
    return examples
  }

  /// Reads an object that begins at a byte of a line; nil if there is none.
  private static func object(
    from open: Int, ofLine first: Int, in lines: [LintLine]
  ) -> (value: JSONValue, line: Int, end: Int)? {
    var text: [UInt8] = []
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for number in first..<min(lines.count, first + maximumLines)
    where lines[number].file.path == lines[first].file.path {
      let bytes = Array(lines[number].text.utf8)
      for index in (number == first ? open : 0)..<bytes.count {
        let byte = bytes[index]
        text.append(byte)
        if isQuoted {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isQuoted = false
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        guard depth == 0 else { continue }
        guard let value = try? JSONValue(parsing: text), value.object != nil else { return nil }
        return (value, number, index + 1)
      }
      // A text in JSON ends on its line.
      if isQuoted { return nil }
      text.append(UInt8(ascii: "\n"))
    }
    return nil
  }

  /// Returns the last `[TAG]` in a text.
  private static func tag(in text: [UInt8]) -> String? {
    guard let close = text.lastIndex(of: UInt8(ascii: "]")),
      let open = text[..<close].lastIndex(of: UInt8(ascii: "["))
    else { return nil }
    let name = text[(open + 1)..<close]
    let isName =
      !name.isEmpty
      && name.allSatisfy { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
    return isName ? String(decoding: name, as: UTF8.self) : nil
  }
}
