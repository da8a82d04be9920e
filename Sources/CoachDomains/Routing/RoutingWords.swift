import Phrases

/// The words of a message as the router compares them: folded, without the endings of English inflection.
enum RoutingWords {
  /// A message longer than this is read at its beginning and its end.
  static let most = 400

  /// The words of a text in order, with their endings.
  static func inflected(in text: String) -> [String] {
    var words = FoldedWords.words(of: text)
    if words.count > most {
      words.removeSubrange((most / 2)..<(words.count - most / 2))
    }
    return words.map(\.text)
  }

  /// The words of a text in order, as they are compared.
  static func words(of text: String) -> [String] { inflected(in: text).map(stem) }

  /// A word without its ending: `jobs` and `job`, `running` and `run`, `tidied` and `tidy` become one.
  ///
  /// Coarser than Porter's algorithm on purpose: it only has to bring the forms of a word together, in messages and
  /// domain files alike, and it leaves short words and other languages mostly alone.
  static func stem(_ word: String) -> String {
    var letters = Array(word.utf8)
    for endings in steps {
      for ending in endings where letters.count >= ending.least && ends(letters, ending.letters) {
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
    /// The shortest word that it is taken from.
    var least: Int
    /// Whether a doubled consonant before it becomes one: `running`.
    var undoubles = false

    init(_ letters: String, _ replacement: String = "", least: Int, undoubles: Bool = false) {
      self.letters = Array(letters.utf8)
      self.replacement = Array(replacement.utf8)
      self.least = least
      self.undoubles = undoubles
    }
  }

  /// One ending of each step is taken away: first the plural, then what makes a form of a verb or an adverb.
  private static let steps = [
    [Ending("ies", "y", least: 5), Ending("ied", "y", least: 5), Ending("s", least: 4)],
    [
      Ending("ing", least: 6, undoubles: true), Ending("edly", least: 7),
      Ending("ed", least: 5, undoubles: true), Ending("ly", least: 6),
    ],
  ]

  private static func ends(_ letters: [UInt8], _ ending: [UInt8]) -> Bool {
    letters.suffix(ending.count).elementsEqual(ending)
  }
}

extension UInt8 {
  fileprivate static let e = UInt8(ascii: "e")
  fileprivate static let l = UInt8(ascii: "l")
  fileprivate static let s = UInt8(ascii: "s")
}
