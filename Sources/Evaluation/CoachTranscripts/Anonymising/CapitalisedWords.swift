import TextAnalysis

/// Words that are capitalised where grammar does not require it: in most languages, names of people and places.
enum CapitalisedWords {
  private static let calendar = Set(
    NameWords.list(
      """
      monday tuesday wednesday thursday friday saturday sunday january february march april may june july \
      august september october november december christmas easter
      """))

  /// Returns the capitalised words of a text that neither begin a sentence nor are common words.
  static func inside(_ text: String) -> [String] {
    var found: [String] = []
    var beginsSentence = true
    for piece in NameWords.pieces(of: text[...]) {
      guard piece.first?.isLetter ?? false else {
        beginsSentence = piece.contains { ".!?…:\n".contains($0) }
        continue
      }
      let isCapitalised =
        piece.first?.isUppercase ?? false && piece.dropFirst().contains(where: \.isLowercase)
      let plain = piece.lowercased()
      if isCapitalised, !beginsSentence, !calendar.contains(plain), !SmallWords.contain(plain) {
        found.append(String(piece))
      }
      beginsSentence = false
    }
    return found
  }
}
