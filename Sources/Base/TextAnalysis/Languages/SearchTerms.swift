/// Reads the words by which texts can be found: stems, without function words.
///
/// One reader for many texts looks up each word once. In scripts without spaces between words, which it cannot split,
/// every two neighbouring characters are a term.
package struct SearchTerms {
  /// What is known of a language: the stem of each word that was read, or `nil` for a function word.
  private struct Language {
    let small: Set<String>
    let stemmer: LightStemmer?
    var stems: [String: String?] = [:]

    init(_ code: String) {
      small = Self.smallWords[code] ?? []
      stemmer = LightStemmer(language: code)
    }

    /// Folded once for all readers: some read a single text.
    private static let smallWords = SmallWords.byLanguage.mapValues { words in
      Set(words.map { $0.withoutAccents.filter { $0 != "'" } })
    }
  }

  private var languages: [String: Language] = [:]

  package init() {}

  /// Returns the terms of a text in its order, with repetitions.
  ///
  /// The language is a BCP 47 tag; words of a language without a stemmer are terms as they are.
  package mutating func terms(in text: String, language: String) -> [String] {
    let code = language.languageCode
    var known = languages[code] ?? Language(code)
    // Taken out of the table, so that it is changed in place.
    languages[code] = nil
    var terms: [String] = []
    for word in FoldedWords(text) {
      if let stem = known.stems[word.text] {
        if let stem { terms.append(stem) }
        continue
      }
      let characters = Array(word.text.unicodeScalars)
      if characters.contains(where: { !$0.isASCII && !$0.isInSpacedWord }) {
        terms += Self.pairs(characters)
        continue
      }
      let stem = Self.stem(of: word, in: known)
      known.stems[word.text] = .some(stem)
      if let stem { terms.append(stem) }
    }
    languages[code] = known
    return terms
  }

  private static func stem(of word: FoldedWord, in language: Language) -> String? {
    guard !language.small.contains(word.text) else { return nil }
    // "Kwame's" is found by "Kwame"; "l'amour" by "amour".
    let parts = (word.apostrophed ?? word.text).split(separator: "'")
    guard let longest = parts.max(by: { $0.count < $1.count }).map(String.init),
      longest.count > 1, !language.small.contains(longest)
    else { return nil }
    return language.stemmer?.stem(longest) ?? longest
  }

  private static func pairs(_ characters: [Unicode.Scalar]) -> [String] {
    guard characters.count > 1 else { return characters.map { String($0) } }
    return zip(characters, characters.dropFirst()).map { pair in
      var text = String.UnicodeScalarView()
      text.append(pair.0)
      text.append(pair.1)
      return String(text)
    }
  }
}
