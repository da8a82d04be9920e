package import TextAnalysis

/// Everything the screen knows: concepts and cues with their phrases, read from files or from a table.
package struct ScreeningLexicon: Sendable {
  /// What a phrase of the finder belongs to.
  package enum Owner: Sendable, Hashable {
    case concept(ConceptPhrase)
    case cue(Int)
    /// Cancels the cue that it covers: "I can't stop thinking".
    case exception(ofCue: Int)
  }

  /// The concepts in the order of the files.
  package internal(set) var concepts: [CrisisConcept] = []
  /// The cues in the order of the files.
  package internal(set) var cues: [ScreeningCue] = []
  /// What phrases belong to, by rule number of the finder.
  package internal(set) var owners: [Owner] = []
  package internal(set) var finder = PhraseFinder.none

  /// Creates an empty lexicon.
  package init() {}
}
