import TextAnalysis

/// Reads the characters after a bracket as a model might: invisible characters are skipped, and a character that
/// looks like an ASCII one, such as a fullwidth letter, counts as that one.
///
/// A character other than ASCII that resembles none in particular is read as ``unknown`` and matches any letter, since
/// letters of other scripts can look like Latin ones.
struct MarkReader {
  private let text: ArraySlice<UInt8>
  /// The offset of the next character that is not invisible, or the end.
  private(set) var position: Int
  private var current: UInt8?
  private var width = 0
  private var hasSkipped = false

  /// Stands for a letter or sign other than ASCII.
  static let unknown: UInt8 = 0xff
  /// Stands for a space other than ASCII.
  private static let space = UInt8(ascii: " ")

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
    settle()
  }

  /// The next visible character; nil at the end.
  func peek() -> UInt8? { current }

  mutating func advance() {
    position += width
    settle()
  }

  /// Moves past invisible characters and reads the character after them.
  private mutating func settle() {
    hasSkipped = false
    while position < text.endIndex {
      let byte = text[position]
      if byte < 0x80, !Self.isControl(byte) {
        (current, width) = (byte, 1)
        return
      }
      let (scalar, length) = Self.scalar(at: text[position...])
      guard scalar.isInvisible else {
        (current, width) = (Self.folded(scalar), length)
        return
      }
      hasSkipped = true
      position += length
    }
    (current, width) = (nil, 0)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte == 0x7f || (byte < 0x20 && !(0x09...0x0d).contains(byte))
  }

  mutating func skipBlanks(acrossLines: Bool = true) {
    while let byte = current, Self.isBlank(byte), acrossLines || !Self.isLineBreak(byte) {
      advance()
    }
  }

  mutating func skipBlanksAndSlashes() {
    skipBlanks()
    while current == UInt8(ascii: "/") || current == UInt8(ascii: "\\") {
      advance()
      skipBlanks()
    }
  }

  /// How a text compares with a word.
  enum Comparison { case matches, differs, ends }

  /// Moves past a word if the text starts with it; `ends` if the text ends within the word.
  ///
  /// An underscore may be escaped as in Markdown, or be a hyphen or spaces, as the parser of replies accepts it.
  mutating func skip(_ word: [UInt8], ignoringCase: Bool) -> Comparison {
    for expected in word {
      if expected == UInt8(ascii: "_"), current == UInt8(ascii: "\\") { advance() }
      guard let byte = current else { return .ends }
      if expected == UInt8(ascii: "_"), byte == UInt8(ascii: "-") || Self.isBlank(byte) {
        advance()
        skipBlanks()
        continue
      }
      let isSame =
        byte == expected || byte == Self.unknown
        || (ignoringCase && Self.lowercased(byte) == Self.lowercased(expected))
      guard isSame else { return .differs }
      advance()
    }
    return .matches
  }

  /// Whether a blank, an invisible character or the end comes next.
  var isAtBlankOrEnd: Bool { hasSkipped || (current.map(Self.isBlank) ?? true) }

  var isAtLineEnd: Bool { current.map(Self.isLineBreak) ?? true }

  // MARK: Characters

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  static func isLineBreak(_ byte: UInt8) -> Bool { (0x0a...0x0d).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == unknown
  }

  /// Whether a tag's name can contain a character: capitals, digits, an underscore, or what may look like them.
  static func canSpellTag(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == unknown
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Returns an opening bracket, also a fullwidth or small one, and its width in bytes.
  static func bracket(at text: ArraySlice<UInt8>) -> (isSquare: Bool, width: Int)? {
    guard let first = text.first else { return nil }
    switch first {
    case UInt8(ascii: "["): return (true, 1)
    case UInt8(ascii: "<"): return (false, 1)
    default:
      let (scalar, width) = scalar(at: text)
      switch folded(scalar) {
      case UInt8(ascii: "["): return (true, width)
      case UInt8(ascii: "<"): return (false, width)
      default: return nil
      }
    }
  }

  /// Returns the width in bytes of a line break at the start of a text; nil if there is none.
  static func lineBreakWidth(at text: ArraySlice<UInt8>) -> Int? {
    switch text.first {
    case 0x0a?, 0x0b?, 0x0c?, 0x0d?: 1
    case 0xc2?: text.dropFirst().first == 0x85 ? 2 : nil
    case 0xe2?:
      text.starts(with: [0xe2, 0x80, 0xa8]) || text.starts(with: [0xe2, 0x80, 0xa9]) ? 3 : nil
    default: nil
    }
  }

  /// Returns whether a text has a line break of any kind.
  static func hasLineBreak(in text: ArraySlice<UInt8>) -> Bool {
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      if byte < 0x0e || byte == 0xc2 || byte == 0xe2, lineBreakWidth(at: text[at...]) != nil {
        return true
      }
      at += 1
    }
    return false
  }

  private static func folded(_ scalar: Unicode.Scalar) -> UInt8 {
    switch scalar.value {
    case 0xff01...0xff5e: return UInt8(scalar.value - 0xff01 + 0x21)
    case 0xfe64: return UInt8(ascii: "<")
    case 0xfe65: return UInt8(ascii: ">")
    case 0xfe5f: return UInt8(ascii: "#")
    case 0xfe47: return UInt8(ascii: "[")
    case 0xfe48: return UInt8(ascii: "]")
    case 0xfe55, 0x2236, 0xa789, 0xfe13: return UInt8(ascii: ":")
    case 0x2044, 0x2215, 0x29f8, 0x2571: return UInt8(ascii: "/")
    case 0x2223, 0x2758, 0xffe8, 0x01c0: return UInt8(ascii: "|")
    case 0x2010...0x2015, 0x2212, 0xfe58, 0xfe63: return UInt8(ascii: "-")
    case 0x85, 0x2028, 0x2029: return UInt8(ascii: "\n")
    default: return scalar.properties.isWhitespace ? space : unknown
    }
  }

  /// Decodes the scalar at the start of valid UTF-8; a byte that starts none is a scalar of its own.
  private static func scalar(at text: ArraySlice<UInt8>) -> (Unicode.Scalar, width: Int) {
    var iterator = text.prefix(4).makeIterator()
    var decoder = UTF8()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) {
      return (scalar, UTF8.width(scalar))
    }
    return ("\u{fffd}", 1)
  }
}
