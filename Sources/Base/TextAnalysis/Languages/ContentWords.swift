/// The words of a text that carry its content: without function words, and regardless of inflection.
package struct ContentWords {
  /// The first form of each word in the text, by its stem.
  package let forms: [String: String]
  /// The stems in the order of the text, each once.
  package let stems: [String]

  /// The minimum number of letters of a content word.
  private static let shortest = 3

  /// Creates the content words of a text; `nil` unless the language is one of ``LightStemmer/languages``.
  package init?(_ text: String, language: String) {
    guard let small = SmallWords.byLanguage[language],
      let stemmer = LightStemmer(language: language)
    else { return nil }
    var forms: [String: String] = [:]
    var stems: [String] = []
    for word in SpokenWords(text).words where !small.contains(word) {
      // "kwame's", "l'amour": each part by itself.
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

  /// Returns whether a stem occurs, in any form of its word.
  package func contains(_ stem: String) -> Bool { forms[stem] != nil }
}
