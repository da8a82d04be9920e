/// What a direct statement of danger says, in a language that the crisis screen does not read.
package enum StatementKind: String, Sendable, Hashable, CaseIterable {
  case wishToDie = "wish_to_die"
  case suicide
  case emergency
  case selfHarm = "self_harm"
  case abuse
  case harmToOthers = "harm_to_others"
  case help

  /// The category of danger.
  package var category: CrisisCategory {
    switch self {
    case .wishToDie, .suicide: .suicidalThoughts
    case .selfHarm: .selfHarm
    case .abuse: .abuse
    case .harmToOthers: .harmToOthers
    case .emergency, .help: .acuteDistress
    }
  }

  /// How imminent the danger is.
  package var severity: CrisisSeverity { self == .emergency ? .imminent : .high }
}
