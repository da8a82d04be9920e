/// How differently written words are brought to one form, for messages and phrases alike.
struct PhraseVocabulary: Sendable {
  /// A word as it is matched.
  struct Token {
    /// The word after folding and respelling.
    var text: String
    /// The word after folding only, as exceptions are compared: German `im` is no `I am`.
    var written: String
    /// Where it stands in the text, in bytes of UTF-8.
    var range: Range<Int>
    /// The sentence that it belongs to.
    var sentence: Int
    /// Whether only blanks stand between it and the word before.
    var isAttached: Bool
    /// Whether it says nothing of its own: `just`, `wirklich`.
    var isFiller: Bool
  }

  /// What a spelling stands for: `im` for `i am`, `i'll` for `i will`.
  var spellings: [String: [String]] = [:]
  /// Words that are passed over wherever they stand.
  var fillers: Set<String> = []
  /// By language, the words that turn a phrase into its opposite when they stand right before it.
  var negations: [String: Set<String>] = [:]

  /// The words of a text, fillers included.
  func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    for word in FoldedWords.words(of: text) {
      // A genitive is not the plural that it sounds like: "my kid's bike".
      let genitive = word.apostrophed.flatMap { $0.hasSuffix("'s") ? [$0] : nil }
      let spelling =
        word.apostrophed.flatMap { spellings[$0] } ?? (spellings[word.text] ?? genitive)
        ?? [word.text]
      for (position, part) in spelling.enumerated() {
        tokens.append(
          Token(
            text: part, written: word.text, range: word.range, sentence: word.sentence,
            isAttached: position > 0 || word.isAttached, isFiller: fillers.contains(part)))
      }
    }
    return tokens
  }

  /// The words of a phrase that have to follow on each other.
  func words(of phrase: String) -> [String] {
    tokens(of: phrase).filter { !$0.isFiller }.map(\.text)
  }
}
