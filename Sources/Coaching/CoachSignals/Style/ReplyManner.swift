import CoachModel
import TextAnalysis

/// The manner of a coach's reply: at which end of each dimension it is, as its form and words show.
struct ReplyManner: Sendable, Hashable {
  /// The poles; a dimension at which the reply is neither is missing.
  private(set) var poles: [StyleDimension: StylePole] = [:]

  /// The numbers of words up to which a reply by itself is brief, and from which it is detailed.
  private static let brief = 35
  private static let detailed = 70
  /// How far the length of a reply among others must be from theirs: a share of it, and at least some words.
  private static let distance = (share: 0.25, words: 10.0)

  /// Reads a reply. Among others, its length counts by `usual`, the mean number of their words: models differ so much that
  /// by fixed numbers all replies of one are brief and all of another detailed, and nothing can be compared.
  init(_ text: String, language: String, among usual: Double? = nil) {
    poles[.length] = Self.length(SpokenWords(text).count, among: usual)
    guard let words = MannerWords.byLanguage[language.languageCode] else { return }
    let tokens = WordTokens(text)
    let statements = words.statements.count(in: tokens)
    let asks = Sentences.questionCount(text) > 0
    if asks, statements == 0 {
      poles[.directness] = .second
    } else if !asks || statements > 1 {
      poles[.directness] = .first
    }
    poles[.focus] = Self.pole(words.action.count(in: tokens), words.reflection.count(in: tokens))
    poles[.stance] = Self.pole(words.challenge.count(in: tokens), words.support.count(in: tokens))
  }

  private static func length(_ words: Int, among usual: Double?) -> StylePole? {
    guard let usual else {
      return words >= detailed ? .second : words > 0 && words <= brief ? .first : nil
    }
    let distance = max(Self.distance.words, Self.distance.share * usual)
    guard words > 0, abs(Double(words) - usual) >= distance else { return nil }
    return Double(words) < usual ? .first : .second
  }

  private static func pole(_ first: Int, _ second: Int) -> StylePole? {
    first == second ? nil : first > second ? .first : .second
  }
}

extension [Phrase] {
  /// Returns how many of the phrases occur.
  fileprivate func count(in text: WordTokens) -> Int {
    count { $0.firstMatch(in: text) != nil }
  }
}
