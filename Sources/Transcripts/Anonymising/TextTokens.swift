/// A text cut into words, numbers and marks, each with its place in bytes.
///
/// Detectors look at neighbours, and replace by place: what is between stays as it is.
struct TextTokens {
  struct Token {
    enum Kind { case word, number, mark }

    let kind: Kind
    let text: String
    /// The text in small letters, with a plain apostrophe.
    let plain: String
    let range: Range<Int>
    /// Whether white space is before it.
    let isAfterSpace: Bool
    /// Whether it begins a line.
    let beginsLine: Bool

    /// Whether it begins with a capital letter and goes on with small ones.
    var isCapitalised: Bool {
      guard kind == .word, let first = text.first else { return false }
      return first.isUppercase && text.count > 1 && text.dropFirst().contains(where: \.isLowercase)
    }

    /// Whether it is all capital letters, and more than one.
    var isShouted: Bool {
      kind == .word && text.count > 1 && text.allSatisfy { $0.isUppercase || !$0.isLetter }
    }
  }

  let bytes: [UInt8]
  /// The bytes as detectors look at them.
  let shape: [UInt8]
  private(set) var tokens: [Token] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    shape = TextShape.bytes(of: text)
    var isAfterSpace = true
    var beginsLine = true
    var offset = 0
    var start = 0
    var run = ""
    var kind = Token.Kind.mark
    func flush() {
      guard !run.isEmpty else { return }
      let plain = run == "’" ? "'" : run.lowercased()
      tokens.append(
        Token(
          kind: kind, text: run, plain: plain, range: start..<offset, isAfterSpace: isAfterSpace,
          beginsLine: beginsLine))
      run = ""
      (isAfterSpace, beginsLine) = (false, false)
    }
    for character in text {
      if character.isWhitespace {
        flush()
        isAfterSpace = true
        if character.isNewline { beginsLine = true }
      } else {
        let next: Token.Kind =
          character.isLetter ? .word : character.isASCII && character.isNumber ? .number : .mark
        if next != kind || next == .mark { flush() }
        if run.isEmpty { start = offset }
        kind = next
        run.append(character)
      }
      offset += character.utf8.count
    }
    flush()
  }

  /// The token at a position; nil outside.
  subscript(_ position: Int) -> Token? {
    tokens.indices.contains(position) ? tokens[position] : nil
  }

  /// The small-letter form at a position; empty outside.
  func plain(_ position: Int) -> String { self[position]?.plain ?? "" }

  /// Whether a sentence begins at a position.
  func beginsSentence(_ position: Int) -> Bool {
    guard position > 0, let token = self[position], !token.beginsLine else { return true }
    var before = position - 1
    while before > 0, ["\"", "“", "”", "(", "'", "*", "—", "–"].contains(tokens[before].plain) {
      before -= 1
    }
    return [".", "!", "?", "…", ":"].contains(tokens[before].plain)
  }

  /// Whether a sequence of words and marks begins at a position.
  func matches(_ words: [String], at position: Int) -> Bool {
    guard position >= 0, position + words.count <= tokens.count else { return false }
    return zip(words, tokens[position...]).allSatisfy { $0 == $1.plain }
  }

  /// The text of some bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// Whether it can be inside a word: letters, digits, and all beyond ASCII.
  var isWordByte: Bool { isDigit || isASCIILetter || self >= 0x80 }
}
