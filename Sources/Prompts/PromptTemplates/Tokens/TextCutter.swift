/// Splits a text into the pieces that a vocabulary's tokens never cross.
///
/// The vocabularies' makers define the pieces as regular expressions, whose alternatives are tried in order; these
/// are the same alternatives written by hand. Letters, numbers and marks are Unicode's general categories, by scalar.
struct TextCutter {
  /// The character classes that the patterns distinguish.
  private enum Kind {
    case upper, lower, otherLetter, mark, number, blank, lineEnd, other

    var isLetter: Bool { self == .upper || self == .lower || self == .otherLetter }
    var isSpace: Bool { self == .blank || self == .lineEnd }
  }

  private let bytes: ArraySlice<UInt8>
  private let pattern: BytePairTokenizer.Pattern
  private var at: Int

  init(_ bytes: ArraySlice<UInt8>, pattern: BytePairTokenizer.Pattern) {
    self.bytes = bytes
    self.pattern = pattern
    at = bytes.startIndex
  }

  /// Returns the next piece, or nil at the end.
  mutating func next() -> ArraySlice<UInt8>? {
    guard at < bytes.endIndex else { return nil }
    let end =
      switch pattern {
      case .cl100k: contraction(at) ?? cl100kWord(at) ?? rest(at)
      case .o200k: o200kWord(at) ?? rest(at)
      }
    defer { at = end }
    return bytes[at..<end]
  }

  // MARK: Words

  /// Matches `'(?i:[sdmt]|ll|ve|re)` and returns its end.
  private func contraction(_ start: Int) -> Int? {
    guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "'") else { return nil }
    let rest = bytes[(start + 1)...]
    // The long s (ſ) folds to s.
    if rest.starts(with: "ſ".utf8) { return start + 3 }
    let letters = rest.prefix(2).map { $0 | 0x20 }
    guard let first = letters.first else { return nil }
    if "sdmt".utf8.contains(first) { return start + 2 }
    return ["ll", "ve", "re"].contains(where: { letters.elementsEqual($0.utf8) }) ? start + 3 : nil
  }

  /// Matches `[^\r\n\p{L}\p{N}]?+\p{L}++` and returns its end.
  private func cl100kWord(_ start: Int) -> Int? {
    var position = start
    let (kind, width) = character(position)
    if !kind.isLetter {
      guard kind != .lineEnd, kind != .number else { return nil }
      position += width
    }
    let end = run(from: position) { $0.isLetter }
    return end > position ? end : nil
  }

  /// An optional leading sign or space, then upper-case and lower-case letters with at least one lower-case letter,
  /// or at least one upper-case letter; caseless letters and marks count as both. A contraction may follow.
  private func o200kWord(_ start: Int) -> Int? {
    let (kind, width) = character(start)
    let mayLead = !kind.isLetter && kind != .lineEnd && kind != .number
    // The leading character is optional: a mark can lead or belong to the word, with the same end.
    for position in mayLead ? [start + width, start] : [start] {
      if let end = casedWord(position) { return contraction(end) ?? end }
    }
    return nil
  }

  private func casedWord(_ start: Int) -> Int? {
    let capitals = run(from: start) { $0 == .upper || $0 == .otherLetter || $0 == .mark }
    let small = run(from: capitals) { $0 == .lower || $0 == .otherLetter || $0 == .mark }
    if small > capitals { return small }
    guard capitals > start else { return nil }
    // Without a lower-case letter, the first alternative backtracks to the last character that can count as one; the
    // rest is left for the next piece.
    var lastCaseless: Int?
    var position = start
    while position < capitals {
      let (kind, width) = character(position)
      position += width
      if kind != .upper { lastCaseless = position }
    }
    return lastCaseless ?? capitals
  }

  // MARK: Everything else

  private func rest(_ start: Int) -> Int {
    let (kind, width) = character(start)
    if kind == .number {
      var position = start
      for _ in 0..<3 {
        guard position < bytes.endIndex, character(position).kind == .number else { break }
        position += character(position).width
      }
      return position
    }
    return signs(start) ?? whitespace(start) ?? start + width
  }

  /// ` ?[^\s\p{L}\p{N}]+[\r\n]*`; o200k also takes slashes with the line ends.
  private func signs(_ start: Int) -> Int? {
    let first = bytes[start] == 0x20 ? start + 1 : start
    let end = run(from: first) { !$0.isSpace && !$0.isLetter && $0 != .number }
    guard end > first else { return nil }
    let takesSlash = pattern == .o200k
    var position = end
    while position < bytes.endIndex,
      bytes[position] == 0x0a || bytes[position] == 0x0d
        || (takesSlash && bytes[position] == UInt8(ascii: "/"))
    {
      position += 1
    }
    return position
  }

  /// Whitespace: all of it at the end of the text (in o200k only without a line end), otherwise up to the last line
  /// end, otherwise all but the last character, which leads the next word.
  private func whitespace(_ start: Int) -> Int? {
    let end = run(from: start) { $0.isSpace }
    guard end > start else { return nil }
    if end == bytes.endIndex, pattern == .cl100k { return end }
    if let lineEnd = bytes[start..<end].lastIndex(where: { $0 == 0x0a || $0 == 0x0d }) {
      return lineEnd + 1
    }
    if end == bytes.endIndex { return end }
    var last = end - 1
    while bytes[last] & 0b1100_0000 == 0b1000_0000 { last -= 1 }
    return last > start ? last : end
  }

  private func run(from start: Int, while belongs: (Kind) -> Bool) -> Int {
    var position = start
    while position < bytes.endIndex {
      let (kind, width) = character(position)
      guard belongs(kind) else { break }
      position += width
    }
    return position
  }

  private func character(_ at: Int) -> (kind: Kind, width: Int) {
    guard at < bytes.endIndex else { return (.other, 0) }
    let first = bytes[at]
    switch first {
    case 0x61...0x7a: return (.lower, 1)
    case 0x41...0x5a: return (.upper, 1)
    case 0x30...0x39: return (.number, 1)
    case 0x0a, 0x0d: return (.lineEnd, 1)
    case 0x20, 0x09, 0x0b, 0x0c: return (.blank, 1)
    case ..<0x80: return (.other, 1)
    default: break
    }
    guard let (value, width) = bytes.scalarBeyondASCII(at: at) else {
      return (.other, bytes.endIndex - at)
    }
    guard let scalar = Unicode.Scalar(value) else { return (.other, width) }
    return (Self.kind(of: scalar), width)
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: .upper
    case .lowercaseLetter: .lower
    case .modifierLetter, .otherLetter: .otherLetter
    case .nonspacingMark, .spacingMark, .enclosingMark: .mark
    case .decimalNumber, .letterNumber, .otherNumber: .number
    default: scalar.properties.isWhitespace ? .blank : .other
    }
  }
}
