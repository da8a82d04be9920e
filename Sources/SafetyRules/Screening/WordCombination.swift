/// Words that have a meaning together, in any order and close to each other.
///
/// A phrase catches the usual way of saying something, a combination the other ways: somebody who speaks of wanting
/// and of being dead within a few words seldom means anything else. A combination is therefore looser than a phrase,
/// and usually weaker.
package struct WordCombination: Sendable {
  /// The concept that it mentions, with its strength and severity.
  package var phrase: ConceptPhrase
  /// The numbers of the words; a match has one word of each set.
  package var sets: [[Int32]]
  /// The maximum number of words, without fillers, from the first to the last of them.
  package var within: Int
  /// Words that rule it out between its own: `not`.
  package var unlessInside: Set<String>
  /// The numbers of words that rule it out anywhere in the sentence.
  package var unlessWith: [Int32]
}
