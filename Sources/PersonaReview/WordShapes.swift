import SafetyRules

/// Finds words in letters that look like others.
enum WordShapes {
  /// Returns words of mixed scripts, and words in symbols that have the shape of letters.
  static func found(in text: FieldText) -> [FieldText.Found] {
    var found: [FieldText.Found] = []
    for word in words(in: text.scalars) {
      let scalars = text.scalars[word]
      let scripts = Set(scalars.compactMap { LetterScript($0) })
      if scripts.count > 1 {
        let strange = scalars.filter { LetterScript($0) != .latin && LetterScript($0) != nil }
        let names = strange.prefix(4).map(\.codePoint).joined(separator: " ")
        found.append(FieldText.Found(check: .mixedScripts, range: word, detail: names))
      }
      let styled = scalars.compactMap { LetterShape.styled($0) }
      if styled.count > 2 {
        let plain = String(String.UnicodeScalarView(styled))
        found.append(FieldText.Found(check: .styledLetters, range: word, detail: plain))
      }
    }
    return found
  }

  /// Returns runs of letters, marks and invisible characters; anything else separates words: `π-day` is two.
  private static func words(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (position, scalar) in scalars.enumerated() {
      let isPart =
        scalar.properties.isAlphabetic || scalar.hasNoWidth || LetterShape.styled(scalar) != nil
        || scalar.properties.generalCategory == .nonspacingMark
      if isPart {
        start = start ?? position
      } else if let wordStart = start {
        words.append(wordStart..<position)
        start = nil
      }
    }
    if let start { words.append(start..<scalars.count) }
    return words
  }
}
