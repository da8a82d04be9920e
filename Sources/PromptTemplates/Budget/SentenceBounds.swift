/// Where a text can be cut without cutting a sentence.
///
/// Careful rather than complete: an end must be followed by something that can begin a sentence, and a
/// full stop after a word of four letters or fewer may belong to an abbreviation. A sentence that is
/// missed goes with its neighbour; none should be cut.
enum SentenceBounds {
  /// A full stop ends a sentence only after a word of so many letters.
  private static let fewestLetters = 5

  /// The ends of all sentences but the last, as offsets, without the blanks that follow them.
  static func inner(of text: ArraySlice<UInt8>) -> [Int] {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var ends: [Int] = []
    var offset = 0
    var letters = 0
    for (at, scalar) in scalars.enumerated() {
      offset += UTF8.width(scalar)
      let isEnd: Bool
      switch scalar {
      case "!", "?", "…": isEnd = true
      case ".": isEnd = letters >= fewestLetters
      case "。", "！", "？": isEnd = true
      // A list's items and paragraphs stand alone; a line that was broken for its width does not.
      case "\n": isEnd = startsBlock(scalars[(at + 1)...])
      default: isEnd = false
      }
      letters = scalar.properties.isAlphabetic ? letters + 1 : 0
      guard isEnd else { continue }
      let closers = scalars[(at + 1)...].prefix { "\"')]”’»」".unicodeScalars.contains($0) }
      let end = offset + closers.reduce(0) { $0 + UTF8.width($1) }
      let rest = scalars[(at + 1 + closers.count)...]
      let needsBlank = scalar.isASCII || scalar == "…"
      guard scalar == "\n" || startsSentence(rest, needsBlank: needsBlank) else { continue }
      let cut = scalar == "\n" ? offset - 1 : end
      if cut > (ends.last ?? 0), rest.contains(where: { !$0.properties.isWhitespace }) {
        ends.append(cut)
      }
    }
    return ends
  }

  /// Whether what follows an end can begin a sentence: after a blank, and with no small letter.
  private static func startsSentence(_ rest: ArraySlice<Unicode.Scalar>, needsBlank: Bool) -> Bool {
    guard let first = rest.first else { return false }
    guard first.properties.isWhitespace || !needsBlank else { return false }
    let next = rest.first { !$0.properties.isWhitespace }
    return next.map { !$0.properties.isLowercase } ?? false
  }

  private static func startsBlock(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.first.map { "-*•\n0123456789".unicodeScalars.contains($0) } ?? false
  }
}
