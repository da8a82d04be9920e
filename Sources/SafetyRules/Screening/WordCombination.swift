/// Words that mean something when they come together, in any order and not far from each other.
///
/// A phrase catches how something is usually said, a combination how else it may be said: somebody who speaks of
/// wanting and of being dead within a few words seldom means anything else. So it is looser than a phrase, and
/// mostly weaker.
package struct WordCombination: Sendable {
  /// What it is a mention of.
  package var phrase: ConceptPhrase
  /// The numbers of the words of which one of each set has to be there.
  package var sets: [[Int32]]
  /// The most words from the first to the last of them.
  package var within: Int
  /// Words that speak against it when they stand between: `not`.
  package var unlessInside: Set<String>
  /// The numbers of words that speak against it anywhere in the sentence.
  package var unlessWith: [Int32]
}
