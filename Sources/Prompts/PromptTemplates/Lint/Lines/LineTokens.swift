/// The words, numbers and marks of a line of English instructions, sentence by sentence.
struct LineTokens {
  struct Token {
    /// The lower-cased word, the number in digits, or the mark.
    var text: String
    /// The byte of the line's text at which it begins.
    var start: Int
    var isWord: Bool
    /// Whether it is inside a quotation, where instructions show examples.
    var isQuoted: Bool

    /// Whether it separates two clauses.
    var isMark: Bool { !isWord }
  }

  /// The tokens by sentence, each with the mark at its end; without list marks such as `-` and `1.`.
  private(set) var sentences: [[Token]] = []
  /// Whether the line is an item of a numbered list, in which each item is a step or a part.
  private(set) var isNumbered = false
  /// Whether the line describes a field: it begins with a name between backticks.
  private(set) var isField = false

  init(_ line: String) {
    let bytes = Array(line.utf8)
    var at = 0
    skipListMark(bytes, &at)
    isField = at < bytes.count && bytes[at] == UInt8(ascii: "`")
    var sentence: [Token] = []
    var isQuoted = false
    while at < bytes.count {
      let start = at
      if Self.isLetter(bytes, at) {
        while at < bytes.count, Self.isLetter(bytes, at) || Self.isApostrophe(bytes, at) {
          at += Self.isApostrophe(bytes, at) && bytes[at] >= 0x80 ? 3 : 1
        }
        let word = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
        sentence.append(
          Token(
            text: word.replacing("’", with: "'"), start: start, isWord: true, isQuoted: isQuoted))
        continue
      }
      if let mark = Self.mark(bytes, at) {
        at += mark.length
        if mark.text == "\"" { isQuoted.toggle() }
        sentence.append(Token(text: mark.text, start: start, isWord: false, isQuoted: isQuoted))
        let isEnd = at == bytes.count || bytes[at] == UInt8(ascii: " ")
        if [".", "!", "?"].contains(mark.text), isEnd, !isQuoted {
          sentences.append(sentence)
          sentence = []
        }
        continue
      }
      at += 1
    }
    if !sentence.isEmpty { sentences.append(sentence) }
  }

  private mutating func skipListMark(_ bytes: [UInt8], _ at: inout Int) {
    guard let first = bytes.first else { return }
    if [UInt8(ascii: "-"), UInt8(ascii: "*")].contains(first), bytes.dropFirst().first == 0x20 {
      at = 2
      return
    }
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    guard digits > 0, digits + 1 < bytes.count,
      [UInt8(ascii: "."), UInt8(ascii: ")")].contains(bytes[digits]), bytes[digits + 1] == 0x20
    else { return }
    isNumbered = true
    at = digits + 2
  }

  /// Letters and digits; a word may hold any letter beyond ASCII.
  private static func isLetter(_ bytes: [UInt8], _ at: Int) -> Bool {
    let byte = bytes[at]
    let isASCII =
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    return isASCII || (byte >= 0x80 && mark(bytes, at) == nil && !isApostrophe(bytes, at))
  }

  private static func isApostrophe(_ bytes: [UInt8], _ at: Int) -> Bool {
    bytes[at] == UInt8(ascii: "'") || bytes[at...].starts(with: "’".utf8)
  }

  private static let longMarks: [(text: String, as: String)] = [
    ("–", "-"), ("—", "—"), ("“", "\""), ("”", "\""), ("…", "…"),
  ]

  private static func mark(_ bytes: [UInt8], _ at: Int) -> (text: String, length: Int)? {
    let byte = bytes[at]
    if byte >= 0x80 {
      let found = longMarks.first { bytes[at...].starts(with: $0.text.utf8) }
      return found.map { ($0.as, $0.text.utf8.count) }
    }
    guard ".,:;!?()\"`-/[]{}<>=".utf8.contains(byte) else { return nil }
    return (String(UnicodeScalar(byte)), 1)
  }
}
