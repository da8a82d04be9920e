/// What a text is about: its words without the small ones, inflection aside.
package struct ContentWords {
  /// The first form of each word in the text, by its stem.
  package let forms: [String: String]
  /// The stems in the order of the text, each once.
  package let stems: [String]

  /// Fewer letters are no content.
  private static let shortest = 3

  /// Nil for a language without lists: only those of ``LightStemmer/languages`` have them.
  package init?(_ text: String, language: String) {
    guard let small = SmallWords.byLanguage[language],
      let stemmer = LightStemmer(language: language)
    else { return nil }
    var forms: [String: String] = [:]
    var stems: [String] = []
    for word in SpokenWords(text).words where !small.contains(word) {
      // "kwame's", "l'amour": each part for itself.
      for part in word.split(separator: "'").map(String.init)
      where part.count >= Self.shortest && !small.contains(part) {
        let stem = stemmer.stem(part)
        guard forms[stem] == nil else { continue }
        forms[stem] = part
        stems.append(stem)
      }
    }
    self.forms = forms
    self.stems = stems
  }

  /// Whether a word comes up, in any of its forms.
  package func contains(_ stem: String) -> Bool { forms[stem] != nil }
}
