import TextAnalysis

/// A stretch of a reply as it is matched: without Markdown marks, and with offsets into the original text.
struct ReplyPlainText: Sendable {
  private(set) var bytes: [UInt8] = []
  /// For each byte, its offset in the original text.
  private(set) var origins: [Int] = []
  private var end = 0

  private static let marks = Set("*_~`".unicodeScalars)

  /// Removes the Markdown marks of a text.
  ///
  /// `de**press**ed` and `**depressed**` both become the word; a space takes the place of marks between characters
  /// that would otherwise run together. A period that is not a full stop is removed too (`0.5`, `Dr. Smith`), since a
  /// phrase ends at a full stop, and a unit becomes a word of its own (`50mg`).
  init(_ text: [Unicode.Scalar]) {
    var offset = 0
    var position = 0
    while position < text.count {
      let scalar = text[position]
      let end = Self.marks.contains(scalar) ? Self.end(ofMarksAt: position, in: text) : position + 1
      if Self.marks.contains(scalar) {
        if Self.partsWords(position..<end, in: text) { append(" ", from: offset) }
      } else if scalar == "." || scalar == ",", Self.isInNumber(position, in: text) {
        // A separator within a number is dropped.
      } else if scalar == ".", SentenceEnds.isTitle(before: position, in: text[...]) {
        append(" ", from: offset)
      } else {
        append(scalar, from: offset)
        if position + 1 < text.count, Self.isDigit(scalar), Self.isLetter(text[position + 1]) {
          append(" ", from: offset)
        }
      }
      offset += text[position..<end].reduce(0) { $0 + UTF8.width($1) }
      position = end
    }
    self.end = offset
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the offset of a byte in the original text, or that text's length for an offset past the end.
  func origin(of offset: Int) -> Int { offset < origins.count ? origins[offset] : end }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func append(_ scalar: Unicode.Scalar, from origin: Int) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      bytes.append(byte)
      origins.append(origin)
    }
  }

  /// Returns whether characters would run together without the marks between them: `a*.*b`, not `dep**ressed**`.
  private static func partsWords(_ marks: Range<Int>, in text: [Unicode.Scalar]) -> Bool {
    guard marks.lowerBound > 0, marks.upperBound < text.count else { return false }
    let (before, after) = (text[marks.lowerBound - 1], text[marks.upperBound])
    guard !before.properties.isWhitespace, !after.properties.isWhitespace else { return false }
    return !isLetter(before) || !isLetter(after)
  }

  private static func end(ofMarksAt position: Int, in text: [Unicode.Scalar]) -> Int {
    text[position...].firstIndex { !marks.contains($0) } ?? text.count
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isInNumber(_ position: Int, in text: [Unicode.Scalar]) -> Bool {
    position > 0 && position + 1 < text.count && isDigit(text[position - 1])
      && isDigit(text[position + 1])
  }
}
