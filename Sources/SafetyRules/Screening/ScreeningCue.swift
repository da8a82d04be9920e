/// Words around a mention that change what it means, after the algorithm ConText of clinical text processing
/// (Harkema et al., 2009): a cue has a direction and a reach, and stops at words that begin another thought.
package struct ScreeningCue: Sendable {
  /// Seen from the mention, where a cue stands.
  package enum Direction: String, CaseIterable {
    case before, after, both
  }

  /// How far from the mention it may stand.
  package enum Reach: Sendable, Hashable {
    /// So many words, in the same clause.
    case words(Int)
    /// Anywhere in the same sentence.
    case sentence
    /// Anywhere in the message.
    case message
  }

  /// What it does.
  package var effect: CueEffect
  /// Where it stands.
  package var direction: Direction
  /// How far it reaches.
  package var reach: Reach
  /// Words behind which it does not reach.
  package var stops: Set<String>
  /// What it leaves of a mention's strength, from 0 to 1.
  package var factor: Double
}

/// What a cue does to a mention.
public enum CueEffect: String, Sendable, Hashable, CaseIterable {
  /// It is denied: "I would never".
  case negation
  /// It is over: "when I was fifteen".
  case past
  /// It is about somebody else: "my brother".
  case otherPerson = "other_person"
  /// It is about the writer after all: "asking for a friend".
  case askingForAFriend = "asking_for_a_friend"
  /// Somebody else's words: "he said".
  case quotation
  /// It is made up: "the character".
  case fiction
  /// It is somebody's subject or work: "for my essay".
  case study
  /// It is laughed at.
  case humour
  /// It is about something small: "this traffic".
  case hyperbole
  /// It is imagined: "what if".
  case hypothetical
  /// It goes on, whatever is said of the past: "again".
  case stillPresent = "still_present"
}
