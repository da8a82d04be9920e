/// Something about a person or somebody they know that must not be noted down, or not be read by strangers.
package enum PrivateMatter: String, Sendable, Hashable, CaseIterable {
  /// The name of an illness or a disorder.
  case diagnosis
  /// Medication or drugs.
  case medication
  /// Harm to oneself or a wish to die.
  case selfHarm = "self_harm"
  /// Treatment of body or mind.
  case treatment
  /// What a coach may note, and nobody should read on a locked screen: love, family troubles, money, faith, loss.
  case intimacy

  /// The matter in words that follow "is about".
  package var name: String {
    switch self {
    case .diagnosis: "an illness"
    case .medication: "medication or drugs"
    case .selfHarm: "self-harm"
    case .treatment: "medical treatment"
    case .intimacy: "somebody's private life"
    }
  }

  /// Who might read a text.
  package enum Reader: Sendable, Hashable {
    /// The person and the coach.
    case coach
    /// Anybody who sees the person's locked screen.
    case strangers
  }

  /// Whether a text for a reader must not name the matter.
  package func isPrivate(before reader: Reader) -> Bool {
    self != .intimacy || reader == .strangers
  }
}
