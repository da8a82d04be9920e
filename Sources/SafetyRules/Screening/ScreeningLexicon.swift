package import Phrases

/// All that the screen knows: vocabulary, groups, concepts and cues, read from files or from a table.
package struct ScreeningLexicon: Sendable {
  /// What a phrase of the finder belongs to.
  package enum Owner: Sendable, Hashable {
    case concept(ConceptPhrase)
    case cue(Int)
    /// Where one covers a cue, the cue says something else: "I can't stop thinking".
    case exception(ofCue: Int)
    /// A word of combinations.
    case word(Int)
  }

  /// How words are brought to one form.
  package internal(set) var vocabulary = PhraseVocabulary()
  /// The concepts in the order of the files.
  package internal(set) var concepts: [CrisisConcept] = []
  /// The cues in the order of the files.
  package internal(set) var cues: [ScreeningCue] = []
  /// By number of the rule, what it belongs to; the rules behind them are the words of combinations.
  package var owners: [Owner] = []
  /// Words that mean something together.
  package internal(set) var combinations: [WordCombination] = []
  /// The words of which they are made.
  package internal(set) var combinationWords = CombinationWords()
  /// Finds all of it in one pass.
  package internal(set) var finder = PhraseFinder.none

  /// A lexicon that knows nothing.
  package init() {}

  /// What a phrase of the finder belongs to.
  package func owner(ofRule rule: Int) -> Owner {
    rule < owners.count ? owners[rule] : .word(rule - owners.count)
  }
}
