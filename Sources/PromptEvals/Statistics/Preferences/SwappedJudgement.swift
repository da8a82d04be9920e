/// Two replies compared by a judge in both orders.
///
/// Judges lean towards what they read first, so that one order alone measures the order too.
package struct SwappedJudgement: Sendable, Hashable {
  /// Which of the two replies shown a judge prefers.
  package enum Preference: Sendable, Hashable, CaseIterable {
    /// The one shown first.
    case first
    /// The one shown second.
    case second
    /// Neither.
    case tie
  }

  /// What came out for the candidate.
  package enum Outcome: Double, Sendable, Hashable, CaseIterable {
    /// The candidate is preferred in both orders.
    case win = 1
    /// Neither, or not consistently.
    case tie = 0.5
    /// The other is preferred in both orders.
    case loss = 0
  }

  /// The preference with the candidate shown first.
  package var candidateFirst: Preference
  /// The preference with the candidate shown second.
  package var candidateSecond: Preference
  /// What the pair shares with others: its transcript, person or user.
  package var cluster: String

  /// Creates a judgement.
  package init(candidateFirst: Preference, candidateSecond: Preference, cluster: String) {
    self.candidateFirst = candidateFirst
    self.candidateSecond = candidateSecond
    self.cluster = cluster
  }

  /// A win or a loss only if both orders agree on it, otherwise a tie.
  package var outcome: Outcome {
    switch (candidateFirst, candidateSecond) {
    case (.first, .second): .win
    case (.second, .first): .loss
    default: .tie
    }
  }

  /// Whether swapping the order changes what is preferred, a tie against a preference included.
  package var isFlipped: Bool {
    switch (candidateFirst, candidateSecond) {
    case (.first, .second), (.second, .first), (.tie, .tie): false
    default: true
    }
  }
}
