/// Detects the language of a text from its letters and its function words.
package enum LanguageDetector {
  /// The result of a detection.
  package enum Finding: Equatable {
    /// One language, by its code.
    case language(String)
    /// A script that several languages share, with their codes.
    case oneOf([String])
  }

  /// The languages that can be detected, alone or as one of those that share a script.
  package static let known: Set<String> = Set(SmallWords.byLanguage.keys)
    .union(scriptLanguages.values.joined())

  /// Returns the language of a text, or `nil` if the text is too short or the languages are too close.
  ///
  /// A script decides if most letters belong to it. Latin text is detected by function words: each counts for the
  /// languages that have it, the fewer they are the more, together with letters that only some languages use. The
  /// best language needs a lead over the second.
  ///
  /// Only the beginning of a long text is read, `limit` scalars of it.
  package static func language(of text: String, limit: Int = maximumScalars) -> Finding? {
    let text = String(text.unicodeScalars.prefix(limit))
    var letters: [Script: Int] = [:]
    for scalar in text.unicodeScalars {
      if let script = Script(scalar) { letters[script, default: 0] += 1 }
    }
    let total = letters.values.reduce(0, +)
    guard let main = letters.max(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }) else {
      return nil
    }
    let han = letters[.han] ?? 0
    let kana = letters[.kana] ?? 0
    if han + kana > total / 2 {
      guard han + kana >= minimumSigns else { return nil }
      // Japanese sentences have kana; names and headings may have none.
      if kana * 10 >= han + kana { return .language("ja") }
      return kana == 0 && han >= surelyChinese ? .language("zh") : .oneOf(["zh", "ja"])
    }
    guard main.value > total / 2 else { return nil }
    if let codes = scriptLanguages[main.key] {
      guard main.value >= minimumSigns else { return nil }
      return codes.count == 1 ? .language(codes[0]) : .oneOf(codes)
    }
    return main.key == .latin ? latin(text) : nil
  }

  /// How much of a text is read by default; some thousand words decide as surely as all of them.
  package static let maximumScalars = 5_000
  /// The minimum number of letters of a script; fewer may be a name or a quotation.
  private static let minimumSigns = 4
  /// The number of characters in which a Japanese text would contain kana.
  private static let surelyChinese = 12
  private static let minimumWords = 4
  /// The minimum score of a language, in words that no other language has.
  private static let minimumEvidence = 2.0
  /// The minimum score for each word of the text; less suggests a language without a list.
  private static let minimumShare = 0.15
  private static let lead = 1.3

  private static func latin(_ text: String) -> Finding? {
    let words = SpokenWords(text).words.flatMap { $0.split(separator: "'").map(String.init) }
    guard words.count >= minimumWords,
      words.count(where: hasForeignLetter) * foreignShare < words.count
    else { return nil }
    var scores: [String: Double] = [:]
    for word in words {
      let languages = owners[word] ?? []
      for language in languages { scores[language, default: 0] += 1 / Double(languages.count) }
      let bytes = [UInt8(ascii: "^")] + word.utf8 + [UInt8(ascii: "$")]
      for (part, languages) in hints where bytes.contains(part) {
        for language in languages { scores[language, default: 0] += 0.5 / Double(languages.count) }
      }
    }
    let ranked = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    guard let best = ranked.first, best.value >= minimumEvidence,
      best.value >= minimumShare * Double(words.count),
      ranked.count < 2 || best.value >= lead * ranked[1].value
    else { return nil }
    return .language(best.key)
  }

  /// The languages of each function word.
  private static let owners: [String: [String]] = SmallWords.byLanguage.reduce(into: [:]) {
    for word in $1.value { $0[word, default: []].append($1.key) }
  }

  /// If more than one word in this many has a foreign letter, these are not only names.
  private static let foreignShare = 4

  /// Returns whether a word has a letter that no listed language uses, such as the Polish ł or the Turkish ş.
  private static func hasForeignLetter(_ word: String) -> Bool {
    word.unicodeScalars.contains { scalar in
      (0x100...0x24f).contains(scalar.value) && scalar != "œ" || scalar == "å" || scalar == "ø"
    }
  }

  /// Letters within words, with `^` and `$` for the ends of a word, and the languages that use them.
  private static let hints: [(part: [UInt8], languages: [String])] = [
    ("ñ", ["es"]), ("ción$", ["es"]), ("ß", ["de"]), ("ü", ["de"]), ("ä", ["de"]), ("ö", ["de"]),
    ("sch", ["de", "nl"]), ("ung$", ["de"]), ("ich$", ["de"]), ("ã", ["pt"]), ("õ", ["pt"]),
    ("nh", ["pt"]), ("lh", ["pt"]), ("ê", ["pt", "fr"]), ("ç", ["pt", "fr"]), ("è", ["fr", "it"]),
    ("œ", ["fr"]), ("eux$", ["fr"]), ("eau", ["fr"]), ("ù", ["fr", "it"]), ("ò", ["it"]),
    ("ì", ["it"]),
    ("zione$", ["it"]), ("cch", ["it"]), ("ij", ["nl"]), ("aa", ["nl"]), ("oe", ["nl"]),
    ("^ge", ["de", "nl"]),
    ("th", ["en"]), ("ing$", ["en"]), ("^wh", ["en"]), ("ght", ["en"]), ("á", ["es", "pt"]),
    ("í", ["es", "pt"]), ("ó", ["es", "pt"]), ("ú", ["es", "pt"]),
  ].map { (Array($0.0.utf8), $0.1) }

  private static let scriptLanguages: [Script: [String]] = [
    .greek: ["el"], .cyrillic: ["ru", "uk", "bg", "sr", "mk", "be", "kk"], .armenian: ["hy"],
    .hebrew: ["he", "yi"], .arabic: ["ar", "fa", "ur"], .devanagari: ["hi", "mr", "ne"],
    .bengali: ["bn", "as"], .tamil: ["ta"], .telugu: ["te"], .georgian: ["ka"], .hangul: ["ko"],
    .thai: ["th"], .lao: ["lo"], .khmer: ["km"], .burmese: ["my"], .han: ["zh", "ja"],
    .kana: ["ja"],
  ]
}

extension [UInt8] {
  /// Returns whether a sequence of bytes occurs, which is compared directly: the standard library compares characters.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    for start in 0...(count - part.count) where self[start] == first {
      if part.indices.allSatisfy({ self[start + $0] == part[$0] }) { return true }
    }
    return false
  }
}

extension String {
  /// The language code of a BCP 47 tag: `en` for `en-GB`.
  package var languageCode: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
