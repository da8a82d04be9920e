/// Finds the offsets at which a text can be cut without cutting a sentence.
///
/// Precision comes before recall: an end must be followed by a possible start of a sentence, and a full stop after a
/// word of four letters or fewer may belong to an abbreviation. A missed boundary joins two sentences; none should be
/// cut.
enum SentenceBounds {
  /// The minimum length of a word after which a full stop ends a sentence.
  private static let minimumLetters = 5

  /// Returns the ends of all sentences but the last, as byte offsets before the whitespace that follows.
  static func inner(of text: ArraySlice<UInt8>) -> [Int] {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var ends: [Int] = []
    var offset = 0
    var letters = 0
    let last = scalars.lastIndex { !$0.properties.isWhitespace } ?? 0
    for (at, scalar) in scalars.enumerated() {
      offset += UTF8.width(scalar)
      let isEnd: Bool
      switch scalar {
      case "!", "?", "…": isEnd = true
      case ".": isEnd = letters >= minimumLetters
      case "。", "！", "？": isEnd = true
      // List items and paragraphs are units of their own; a line that was wrapped is not.
      case "\n": isEnd = startsBlock(scalars[(at + 1)...])
      default: isEnd = false
      }
      letters = scalar.properties.isAlphabetic ? letters + 1 : 0
      guard isEnd else { continue }
      let closers = scalars[(at + 1)...].prefix { "\"')]”’»」".unicodeScalars.contains($0) }
      let end = offset + closers.reduce(0) { $0 + UTF8.width($1) }
      let rest = scalars[(at + 1 + closers.count)...]
      let needsBlank = scalar.isASCII || scalar == "…"
      guard scalar == "\n" || startsSentence(rest, needsBlank: needsBlank, after: scalar) else {
        continue
      }
      let cut = scalar == "\n" ? offset - 1 : end
      if cut > (ends.last ?? 0), rest.startIndex <= last { ends.append(cut) }
    }
    return ends
  }

  /// Whether the text after an end can start a sentence: it follows whitespace and does not start with a lower-case
  /// letter or, after a full stop, with a digit, since "approx. 20" and "No. 5" continue a sentence.
  private static func startsSentence(
    _ rest: ArraySlice<Unicode.Scalar>, needsBlank: Bool, after end: Unicode.Scalar
  ) -> Bool {
    guard let first = rest.first else { return false }
    guard first.properties.isWhitespace || !needsBlank else { return false }
    guard let next = rest.first(where: { !$0.properties.isWhitespace }) else { return false }
    let isDigit = ("0"..."9").contains(next)
    return !next.properties.isLowercase && !(end == "." && isDigit)
  }

  private static func startsBlock(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let afterNumber = rest.drop { ("0"..."9").contains($0) }
    if afterNumber.count < rest.count, let mark = afterNumber.first {
      return mark == "." || mark == ")"
    }
    return rest.first.map { "-*•\n".unicodeScalars.contains($0) } ?? false
  }
}
