/// The reading level of an English text, in years of school.
package enum ReadingLevel {
  /// The minimum number of words; the grade of a shorter text means nothing.
  package static let minimumWords = 10

  /// Returns the Flesch-Kincaid grade, or `nil` for a text with fewer than ``minimumWords`` words.
  ///
  /// The grade is 0.39 · words per sentence + 11.8 · syllables per word − 15.59, and can be below 0. Source:
  /// J. P. Kincaid, R. P. Fishburne, R. L. Rogers and B. S. Chissom, "Derivation of new readability formulas for Navy
  /// enlisted personnel", Research Branch Report 8-75, 1975.
  package static func grade(of text: String) -> Double? {
    let words = SpokenWords(text)
    guard words.count >= minimumWords else { return nil }
    return grade(
      words: words.count, sentences: max(1, Sentences.split(text).count),
      syllables: words.words.reduce(0) { $0 + Syllables.count($1) })
  }

  /// Returns the grade for given counts.
  package static func grade(words: Int, sentences: Int, syllables: Int) -> Double {
    0.39 * Double(words) / Double(sentences) + 11.8 * Double(syllables) / Double(words) - 15.59
  }
}
