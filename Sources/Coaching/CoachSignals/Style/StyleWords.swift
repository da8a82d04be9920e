public import CoachModel
import TextAnalysis

extension StylePreference {
  /// The degree from which a preference is strong.
  private static let strong = 0.7

  /// The preference in words for the person, one for each dimension that is not neutral; empty for a balanced style.
  ///
  /// The words are in English, Spanish or German, and in English for other languages.
  public func words(in language: String) -> [String] {
    let words = StyleWords.byLanguage[language.languageCode] ?? .english
    return StyleDimension.allCases.compactMap { dimension in
      let value = self[dimension]
      guard abs(value) >= Self.neutralBand, let poles = words.poles[dimension] else { return nil }
      let pole = value < 0 ? poles.first : poles.second
      return abs(value) >= Self.strong ? "\(words.very) \(pole)" : pole
    }
  }
}

/// The words for the ends of each dimension in a language.
private struct StyleWords: Sendable {
  let very: String
  let poles: [StyleDimension: (first: String, second: String)]

  static let byLanguage: [String: StyleWords] = ["en": english, "es": spanish, "de": german]

  static let english = StyleWords(
    very: "very",
    poles: [
      .directness: ("direct", "exploratory"), .length: ("brief", "detailed"),
      .focus: ("toward action", "reflective"), .stance: ("challenging", "supportive"),
    ])

  // The words are about the style, so that none depends on the person's gender.
  static let spanish = StyleWords(
    very: "muy",
    poles: [
      .directness: ("directo", "exploratorio"), .length: ("breve", "detallado"),
      .focus: ("práctico", "reflexivo"), .stance: ("exigente", "comprensivo"),
    ])

  static let german = StyleWords(
    very: "sehr",
    poles: [
      .directness: ("direkt", "erkundend"), .length: ("knapp", "ausführlich"),
      .focus: ("praktisch", "nachdenklich"), .stance: ("herausfordernd", "unterstützend"),
    ])
}
