/// Something about a person or somebody they know that must not be noted down.
package enum PrivateMatter: String, Sendable, Hashable, CaseIterable {
  /// The name of an illness or a disorder.
  case diagnosis
  /// Medication or drugs.
  case medication
  /// Harm to oneself or a wish to die.
  case selfHarm = "self_harm"
  /// Treatment of body or mind.
  case treatment

  /// The matter in words that follow "is about".
  package var name: String {
    switch self {
    case .diagnosis: "an illness"
    case .medication: "medication or drugs"
    case .selfHarm: "self-harm"
    case .treatment: "medical treatment"
    }
  }
}
