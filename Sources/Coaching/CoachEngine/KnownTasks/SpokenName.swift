import TextAnalysis

/// Finds a person's name in a text for everybody's eyes.
///
/// Each word of the name counts, also without its accents. Many names are everyday words ("Will", "Grace"), so that only words
/// with a capital letter count. At the start of a sentence, where every word has one, a name counts only if no space follows it,
/// as in "Will, are you ready?"
struct SpokenName {
  private let words: Set<[UInt8]>

  /// The number of letters from which a word of a name is looked for.
  private static let minimumLength = 3

  init(_ name: String) {
    words = Set(Self.words(of: name).filter { $0.length >= Self.minimumLength }.map(\.folded))
  }

  /// Returns whether a text contains a word of the name.
  func isSpoken(in text: String) -> Bool {
    Self.words(of: text).contains {
      $0.isCapitalized && words.contains($0.folded) && !($0.beginsSentence && $0.isBeforeSpace)
    }
  }

  private struct Word {
    var folded: [UInt8]
    var length: Int
    /// Whether it begins with a capital letter, or with one of a script that has none.
    var isCapitalized: Bool
    var beginsSentence: Bool
    var isBeforeSpace: Bool

    init(_ text: Substring, beginsSentence: Bool, isBeforeSpace: Bool) {
      folded = text.unicodeScalars.flatMap { scalar in
        switch LetterFolding.fold(scalar) {
        case .letter(let letter): [letter]
        case .letters(let letters): letters
        default: [UInt8]()
        }
      }
      length = text.count
      isCapitalized = !(text.first?.isLowercase ?? true)
      self.beginsSentence = beginsSentence
      self.isBeforeSpace = isBeforeSpace
    }
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var (rest, beginsSentence) = (text[...], true)
    while let start = rest.firstIndex(where: \.isLetter) {
      if rest[..<start].contains(where: { ".!?…:¿¡\n".contains($0) }) { beginsSentence = true }
      let end = rest[start...].firstIndex { !$0.isLetter } ?? rest.endIndex
      words.append(
        Word(
          rest[start..<end], beginsSentence: beginsSentence,
          isBeforeSpace: rest[end...].first?.isWhitespace ?? false))
      (rest, beginsSentence) = (rest[end...], false)
    }
    return words
  }
}
