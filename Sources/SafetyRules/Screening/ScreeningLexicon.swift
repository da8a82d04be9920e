package import Phrases

/// Everything the screen knows: vocabulary, concepts, cues and combinations, read from files or from a table.
package struct ScreeningLexicon: Sendable {
  /// What a phrase of the finder belongs to.
  package enum Owner: Sendable, Hashable {
    case concept(ConceptPhrase)
    case cue(Int)
    /// Cancels the cue that it covers: "I can't stop thinking".
    case exception(ofCue: Int)
  }

  package internal(set) var vocabulary = PhraseVocabulary()
  /// The concepts in the order of the files.
  package internal(set) var concepts: [CrisisConcept] = []
  /// The cues in the order of the files.
  package internal(set) var cues: [ScreeningCue] = []
  /// What phrases belong to, by rule number of the finder; the rules after these are the words of combinations.
  package internal(set) var owners: [Owner] = []
  package internal(set) var combinations: [WordCombination] = []
  package internal(set) var combinationWords = CombinationWords()
  package internal(set) var finder = PhraseFinder.none

  /// Creates an empty lexicon.
  package init() {}

  /// Returns what a phrase of the finder belongs to, or `nil` for a word of combinations.
  package func owner(ofRule rule: Int) -> Owner? {
    rule < owners.count ? owners[rule] : nil
  }

  /// Returns the number of a word of combinations, or `nil` for any other phrase.
  package func word(ofRule rule: Int) -> Int? {
    rule < owners.count ? nil : rule - owners.count
  }
}
