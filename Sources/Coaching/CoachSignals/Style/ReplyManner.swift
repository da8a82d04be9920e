import CoachModel
import TextAnalysis

/// The manner of a coach's reply: at which end of each dimension it is, as its form and words show.
struct ReplyManner: Sendable, Hashable {
  /// The poles; a dimension at which the reply is neither is missing.
  private(set) var poles: [StyleDimension: StylePole] = [:]

  /// The numbers of words up to which a reply is brief, and from which it is detailed.
  private static let brief = 35
  private static let detailed = 70

  init(_ text: String, language: String) {
    let spoken = SpokenWords(text)
    if spoken.count > 0, spoken.count <= Self.brief { poles[.length] = .first }
    if spoken.count >= Self.detailed { poles[.length] = .second }
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
