package import TextAnalysis

extension PhraseVocabulary {
  /// Returns the words of a text after respelling, or as written.
  package func texts(
    of text: String, _ word: KeyPath<PhraseToken, Int32> = \.word
  ) -> [String] {
    var vocabulary = self
    vocabulary.learn(text)
    return vocabulary.tokens(of: text).map { vocabulary.word($0[keyPath: word]) }
  }
}
