/// A text as lower-case words with its punctuation between them, for matching phrases.
///
/// Sentence ends and commas are tokens of their own, so that a phrase cannot match across them
/// ("…about you? Should we…" is not "you should"). Typographic apostrophes become plain ones.
package struct WordTokens {
  package let tokens: [String]
  /// Most phrases of a list share no word with a text, which a look into this table shows.
  private let positions: [String: [Int]]

  package init(_ text: String) {
    var tokens: [String] = []
    var word = ""
    func endWord() {
      if !word.isEmpty { tokens.append(word) }
      word = ""
    }
    for character in text.lowercased() {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else if character == "'" || character == "’" {
        word.append("'")
      } else {
        endWord()
        if ".!?…,;:–—\n(".contains(character) { tokens.append(Self.mark) }
      }
    }
    endWord()
    self.init(tokens: tokens)
  }

  /// Creates a text from its words in lower case, with ``mark`` where a phrase cannot match across.
  package init(tokens: [String]) {
    self.tokens = tokens
    positions = Dictionary(grouping: tokens.indices) { tokens[$0] }
  }

  /// Returns where a word occurs, in ascending order.
  func positions(of word: String) -> [Int] { positions[word] ?? [] }

  package static let mark = "."
}
