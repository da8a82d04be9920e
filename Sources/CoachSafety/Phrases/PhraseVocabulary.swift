import WordFolding

/// How differently written words are brought to one form, for messages and phrases alike.
struct PhraseVocabulary: Sendable {
  /// What several written words stand for together: `s u i c i d e`.
  struct Joined: Sendable, Hashable {
    var written: [String]
    var meaning: [String]
  }

  /// What a spelling stands for: `im` for `i am`, `i'll` for `i will`.
  var spellings: [String: [String]] = [:]
  /// Spellings of several words, by their first one, longest first.
  var joined: [String: [Joined]] = [:]
  /// Words that are passed over wherever they stand.
  var fillers: Set<String> = []

  /// The words of a text, fillers included.
  func tokens(of text: String) -> [PhraseToken] {
    let words = FoldedWords.words(of: text)
    var tokens: [PhraseToken] = []
    tokens.reserveCapacity(words.count + words.count / 4)
    var position = 0
    while position < words.count {
      let word = words[position]
      if let joined = spelling(at: position, in: words) {
        let last = words[position + joined.written.count - 1]
        append(joined.meaning, of: word, until: last.range.upperBound, to: &tokens)
        position += joined.written.count
        continue
      }
      // A genitive is not the plural that it sounds like: "my kid's bike".
      let genitive = word.apostrophed.flatMap { $0.hasSuffix("'s") ? [$0] : nil }
      let spelling =
        word.apostrophed.flatMap { spellings[$0] } ?? (spellings[word.text] ?? genitive)
      append(spelling ?? [word.text], of: word, until: word.range.upperBound, to: &tokens)
      position += 1
    }
    return tokens
  }

  /// The words of a phrase that have to follow on each other; fillers only where there is nothing else.
  func words(of phrase: String) -> [String] {
    let tokens = tokens(of: phrase)
    let content = tokens.filter { !$0.isFiller }
    return (content.isEmpty ? tokens : content).map(\.text)
  }

  private func spelling(at position: Int, in words: [FoldedWord]) -> Joined? {
    guard let known = joined[words[position].text] else { return nil }
    return known.first { spelling in
      let end = position + spelling.written.count
      guard end <= words.count, words[end - 1].sentence == words[position].sentence else {
        return false
      }
      return zip(spelling.written, words[position..<end]).allSatisfy { $0 == $1.text }
    }
  }

  /// Whether a word is an emoji: it stands between words without parting them.
  private func isSign(_ word: String) -> Bool {
    word.unicodeScalars.first?.properties.generalCategory == .otherSymbol
  }

  private func append(
    _ meaning: [String], of word: FoldedWord, until end: Int, to tokens: inout [PhraseToken]
  ) {
    for (part, text) in meaning.enumerated() {
      tokens.append(
        PhraseToken(
          text: text, written: word.text, range: word.range.lowerBound..<end,
          sentence: word.sentence, isAttached: part > 0 || word.isAttached,
          isFiller: fillers.contains(text) || isSign(text)))
    }
  }
}

/// A word as it is matched.
struct PhraseToken: Sendable {
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
