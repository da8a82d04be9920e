import Documents

/// What the trial and the subscription cost, in the words in which the operator's store sells them, by language.
///
/// They are shown and never computed with. A language without prices has none: a price in foreign words could be another
/// country's.
public struct AccessPrices: Sendable, Hashable {
  /// The prices in one language.
  public struct Words: Sendable, Hashable {
    /// What the trial costs, such as `$2.99/week for 3 days`; `nil` if it is not told.
    public var trial: String?
    /// What a period costs, such as `$19.99/month`; `nil` if it is not told.
    public var period: String?

    /// Creates prices in words.
    public init(trial: String? = nil, period: String? = nil) {
      self.trial = trial
      self.period = period
    }
  }

  /// The prices by language tag in lower case; those of every language under an empty one.
  private let words: [String: Words]

  /// Creates the same prices for all languages, by default none.
  public init(_ words: Words = Words()) { self.words = ["": words] }

  /// Creates prices by language, as BCP 47 tags such as `en` or `pt-BR`.
  public init(byLanguage words: [String: Words]) {
    self.words = Dictionary(
      words.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether no language has a price.
  public var isEmpty: Bool { words.values.allSatisfy { $0 == Words() } }

  /// Returns the prices in a language: of `es-MX`, then of `es`, then those that hold for all.
  public func words(in language: String) -> Words {
    (LanguageRange(language).tags + [""]).lazy.compactMap { words[$0] }.first ?? Words()
  }

  /// Returns whether a text is a language tag.
  package static func isLanguage(_ text: String) -> Bool { LanguageRange.isTag(text) }
}
