/// Words around a mention that change its meaning.
///
/// Modelled on the ConText algorithm for clinical text (Harkema et al., 2009): a cue has a direction and a reach, and
/// stops at words that begin another thought.
package struct ScreeningCue: Sendable {
  /// On which side of the mention a cue stands.
  package enum Direction: String, CaseIterable {
    case before, after, both
  }

  /// How far from the mention a cue may stand.
  package enum Reach: Sendable, Hashable {
    /// Up to this many words that are not fillers, in the same clause.
    case words(Int)
    /// Anywhere in the same sentence.
    case sentence
    /// Anywhere in the message.
    case message
  }

  package var effect: CueEffect
  package var direction: Direction
  package var reach: Reach
  /// The numbers of words that end its reach.
  package var stops: [Int32]
  /// The fraction of a mention's strength that it leaves, from 0 to 1.
  package var factor: Double
}

/// The effect of a cue on a mention.
public enum CueEffect: String, Sendable, Hashable, CaseIterable {
  /// The mention is denied: "I would never".
  case negation
  /// The mention lies in the past: "when I was fifteen".
  case past
  /// The mention is about somebody else: "my brother".
  case otherPerson = "other_person"
  /// The mention is about the writer after all: "asking for a friend".
  case askingForAFriend = "asking_for_a_friend"
  /// The mention quotes somebody else: "he said".
  case quotation
  /// The mention is fictional: "the character".
  case fiction
  /// The mention is a subject of study or work: "for my essay".
  case study
  /// The mention is a joke.
  case humour
  /// The mention exaggerates something small: "this traffic".
  case hyperbole
  /// The mention is hypothetical: "what if".
  case hypothetical
  /// The mention still holds, whatever is said of the past: "again".
  case stillPresent = "still_present"
}
