/// A word of a text in the form in which it is matched.
package struct PhraseToken: Sendable {
  /// The number of the word after folding and respelling; ``WordTable/unknown`` if no phrase has it.
  package var word: Int32
  /// The number of the word after folding only, for comparison with exceptions: German `im` is not `I am`.
  package var written: Int32
  /// Its range in the text, in UTF-8 bytes.
  package var range: Range<Int>
  /// The index of its sentence.
  package var sentence: Int
  /// Whether only whitespace separates it from the word before.
  package var isAttached: Bool
  /// Whether it has no meaning of its own: `just`, `wirklich`.
  package var isFiller: Bool

  package init(
    word: Int32, written: Int32, range: Range<Int>, sentence: Int, isAttached: Bool,
    isFiller: Bool
  ) {
    self.word = word
    self.written = written
    self.range = range
    self.sentence = sentence
    self.isAttached = isAttached
    self.isFiller = isFiller
  }

  /// Returns whether it is one of some words, respelled or as written.
  package func isOne(of words: ArraySlice<Int32>) -> Bool {
    for number in words where number == word || number == written { return true }
    return false
  }
}

extension [PhraseToken] {
  /// The ranges of the tokens of each sentence.
  package var sentences: [Range<Int>] {
    var sentences: [Range<Int>] = []
    var start = 0
    for position in indices
    where position + 1 == count || self[position + 1].sentence != self[position].sentence {
      sentences.append(start..<(position + 1))
      start = position + 1
    }
    return sentences
  }

  /// Returns the range in the text of some tokens, in UTF-8 bytes; an empty one for none.
  package func bytes(of tokens: Range<Int>) -> Range<Int> {
    tokens.isEmpty
      ? 0..<0
      : self[tokens.lowerBound].range.lowerBound..<self[tokens.upperBound - 1].range.upperBound
  }
}
