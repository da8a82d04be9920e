/// Chooses how a text is written in YAML: plain, quoted, folded or literal, the most readable of those that read back
/// as exactly this text.
enum DocumentScalar {
  /// The width of folded lines, in characters.
  static let width = 100

  /// Returns the lines of `key: text`, whose key may begin with `- `.
  static func lines(key: String, _ text: String, indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    let head = "\(margin)\(key):"
    let bytes = Array(text.utf8)
    if isPlain(bytes), head.utf8.count + 1 + text.count <= width { return ["\(head) \(text)"] }
    let isShort = head.utf8.count + 3 + text.count <= width && !bytes.contains(lineFeed)
    if isShort, !bytes.contains(where: { "\"\\\t".utf8.contains($0) }) {
      return ["\(head) \(quoted(text))"]
    }
    // What follows a dash is a mapping of its own, indented by two more columns.
    let inner = margin + (key.hasPrefix("- ") ? "    " : "  ")
    if let folded = folded(text, bytes: bytes, margin: inner) { return ["\(head) >-"] + folded }
    if let literal = literal(text, bytes: bytes, margin: inner) {
      return ["\(head) |\(bytes.last == lineFeed ? "" : "-")"] + literal
    }
    return ["\(head) \(quoted(text))"]
  }

  /// Returns the text as an item of `[a, b]`.
  static func flow(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { byte in
      isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return isWord && isPlain(Array(text.utf8)) ? text : quoted(text)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let blank = UInt8(ascii: " ")

  /// Words that YAML 1.1 or 1.2 reads as something other than text.
  private static let reserved: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  /// Returns whether the text can be written as it is: one line that begins with a letter and contains nothing that
  /// has a meaning in YAML there.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, isLetter(first) || first >= 0xc0, bytes.last != blank,
      bytes.last != UInt8(ascii: ":"), !needsEscapes(bytes),
      !reserved.contains(String(decoding: bytes, as: UTF8.self).lowercased())
    else { return false }
    for (at, byte) in bytes.enumerated() {
      if byte == lineFeed || byte == UInt8(ascii: "\t") { return false }
      let isBeforeBlank = at + 1 < bytes.count && bytes[at + 1] == blank
      if byte == UInt8(ascii: ":"), isBeforeBlank { return false }
      if byte == UInt8(ascii: "#"), at > 0, bytes[at - 1] == blank { return false }
    }
    return true
  }

  /// Returns the lines of a folded block, for a long line or for paragraphs with an empty line between them.
  ///
  /// Returns `nil` if folding would change the text, or has no benefit.
  private static func folded(_ text: String, bytes: [UInt8], margin: String) -> [String]? {
    guard !needsEscapes(bytes), !bytes.contains(UInt8(ascii: "\t")) else { return nil }
    let paragraphs = text.utf8.split(separator: lineFeed, omittingEmptySubsequences: false)
    let isRegular = paragraphs.enumerated().allSatisfy { number, paragraph in
      number % 2 == 1 ? paragraph.isEmpty : !paragraph.isEmpty
    }
    // A line that begins with a space is not folded, and an editor may remove spaces at the end of one.
    guard isRegular, !paragraphs.count.isMultiple(of: 2),
      paragraphs.allSatisfy({ $0.first != blank && $0.last != blank }),
      paragraphs.contains(where: { $0.count + margin.utf8.count > width })
    else { return nil }
    var lines: [String] = []
    for (number, paragraph) in paragraphs.enumerated() {
      // Between two folded lines, n + 1 line breaks stand for n.
      lines +=
        number % 2 == 1
        ? ["", ""] : wrapped(String(decoding: paragraph, as: UTF8.self), margin: margin)
    }
    return lines
  }

  /// Returns the line in pieces, split only at single spaces.
  private static func wrapped(_ line: String, margin: String) -> [String] {
    var lines: [String] = []
    var current = margin
    var isFresh = true
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      // An empty word is one of several spaces in a row, which must stay on the line.
      let isCut =
        !isFresh && !word.isEmpty && current.last != " "
        && current.count + 1 + word.count > width
      if isCut {
        lines.append(current)
        current = margin + word
      } else {
        current += (isFresh ? "" : " ") + word
      }
      isFresh = false
    }
    return lines + [current]
  }

  /// Returns the lines of a literal block, or `nil` if the text does not fit in one.
  private static func literal(_ text: String, bytes: [UInt8], margin: String) -> [String]? {
    let isMeasurable = bytes.first.map { $0 != blank && $0 != lineFeed && $0 != 9 } ?? false
    guard isMeasurable, !needsEscapes(bytes), !bytes.suffix(2).allSatisfy({ $0 == lineFeed }),
      bytes.last != blank, bytes.last != 9
    else { return nil }
    let content = bytes.last == lineFeed ? bytes.dropLast() : bytes[...]
    return content.split(separator: lineFeed, omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : margin + String(decoding: line, as: UTF8.self)
    }
  }

  /// Returns the text in double quotes, on one line.
  static func quoted(_ text: String) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where isEscaped(scalar):
        let digits = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\""
  }

  private static func needsEscapes(_ bytes: [UInt8]) -> Bool {
    // Everything that needs an escape is a control character or begins with one of these bytes.
    guard bytes.contains(where: { $0 < 0x20 || [0x7f, 0xc2, 0xe2, 0xef].contains($0) }) else {
      return false
    }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { scalar in
      scalar != "\n" && scalar != "\t" && isEscaped(scalar)
    }
  }

  /// Returns whether a scalar must be escaped: what YAML rejects or reads as a line break, and the byte order mark.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
