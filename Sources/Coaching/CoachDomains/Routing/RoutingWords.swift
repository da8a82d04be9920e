import TextAnalysis

/// The words of a message in the form in which the router compares them: folded and stemmed.
enum RoutingWords {
  /// The maximum number of words; of a longer message, the beginning and the end are read.
  static let maximumCount = 400

  /// Returns the folded words of a text in order, before stemming.
  static func inflected(in text: String) -> [String] {
    let words = FoldedWords(text)
    guard words.count > maximumCount else { return words.map(\.text) }
    return (words.prefix(maximumCount / 2) + words.suffix(maximumCount / 2)).map(\.text)
  }

  /// Returns the stemmed words of a text in order.
  static func words(of text: String) -> [String] { inflected(in: text).map(stem) }

  /// Removes inflectional endings: `jobs` becomes `job`, `running` becomes `run`, `tidied` becomes `tidy`.
  ///
  /// Deliberately coarser than Porter's algorithm: it only has to map the forms of a word to the same stem, in
  /// messages and domain files alike, and it leaves short words and other languages mostly unchanged.
  static func stem(_ word: String) -> String {
    var letters = Array(word.utf8)
    for endings in steps {
      for ending in endings
      where letters.count >= ending.minimumLength && ends(letters, with: ending.letters) {
        if ending.letters == [.s], letters.dropLast().last == .s { continue }
        letters.removeLast(ending.letters.count)
        letters += ending.replacement
        if ending.undoubles, letters.count > 3, letters.last == letters.dropLast().last,
          let last = letters.last, last != .l, last != .s
        {
          letters.removeLast()
        }
        break
      }
    }
    if letters.count > 4, letters.last == .e { letters.removeLast() }
    return String(decoding: letters, as: UTF8.self)
  }

  private struct Ending {
    var letters: [UInt8]
    var replacement: [UInt8] = []
    /// The minimum length of a word from which the ending is removed.
    var minimumLength: Int
    /// Whether a double consonant before the ending is reduced to a single one, as in `running`.
    var undoubles = false

    init(_ letters: String, replacement: String = "", minimumLength: Int, undoubles: Bool = false) {
      self.letters = Array(letters.utf8)
      self.replacement = Array(replacement.utf8)
      self.minimumLength = minimumLength
      self.undoubles = undoubles
    }
  }

  /// At most one ending is removed in each step: first plurals, then verb and adverb endings.
  private static let steps = [
    [
      Ending("ies", replacement: "y", minimumLength: 5),
      Ending("ied", replacement: "y", minimumLength: 5),
      Ending("s", minimumLength: 4),
    ],
    [
      Ending("ing", minimumLength: 6, undoubles: true), Ending("edly", minimumLength: 7),
      Ending("ed", minimumLength: 5, undoubles: true), Ending("ly", minimumLength: 6),
    ],
  ]

  private static func ends(_ letters: [UInt8], with ending: [UInt8]) -> Bool {
    letters.suffix(ending.count).elementsEqual(ending)
  }
}

extension UInt8 {
  fileprivate static let e = UInt8(ascii: "e")
  fileprivate static let l = UInt8(ascii: "l")
  fileprivate static let s = UInt8(ascii: "s")
}
