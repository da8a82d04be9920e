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
  /// A script decides if most letters belong to it. Latin text is detected by its function words and by letters that
  /// only some languages use; the best language needs a lead over the second.
  ///
  /// Only the beginning of a long text is read, `limit` scalars of it.
  package static func language(of text: String, limit: Int = maximumScalars) -> Finding? {
    let text = text.unicodeScalars.prefix(limit)
    var letters: [Script: Int] = [:]
    var basicLetters = 0
    for scalar in text {
      if scalar.value < 0x80 {
        if scalar.isBasicLetter { basicLetters += 1 }
      } else if let script = Script(scalar) {
        letters[script, default: 0] += 1
      }
    }
    if basicLetters > 0 { letters[.latin, default: 0] += basicLetters }
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
    return main.key == .latin ? latin(LatinVotes(text)) : nil
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

  private static func latin(_ votes: LatinVotes) -> Finding? {
    let ranked = votes.ranked
    guard votes.words >= minimumWords, votes.foreignWords * foreignShare < votes.words,
      let best = ranked.first, best.score >= minimumEvidence,
      best.score >= minimumShare * Double(votes.words),
      ranked.count < 2 || best.score >= lead * ranked[1].score
    else { return nil }
    return .language(best.language)
  }

  /// If more than one word in this many has a foreign letter, these are not only names.
  private static let foreignShare = 4

  private static let scriptLanguages: [Script: [String]] = [
    .greek: ["el"], .cyrillic: ["ru", "uk", "bg", "sr", "mk", "be", "kk"], .armenian: ["hy"],
    .hebrew: ["he", "yi"], .arabic: ["ar", "fa", "ur"], .devanagari: ["hi", "mr", "ne"],
    .bengali: ["bn", "as"], .tamil: ["ta"], .telugu: ["te"], .georgian: ["ka"], .hangul: ["ko"],
    .thai: ["th"], .lao: ["lo"], .khmer: ["km"], .burmese: ["my"], .han: ["zh", "ja"],
    .kana: ["ja"],
  ]
}

extension String {
  /// The language code of a BCP 47 tag: `en` for `en-GB`.
  package var languageCode: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
