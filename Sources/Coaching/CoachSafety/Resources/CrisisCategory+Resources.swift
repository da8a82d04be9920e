import CoachModel
import SafetyRules

extension CrisisCategory {
  /// The kinds of resource that fit, the best first.
  ///
  /// Resources of other kinds are not offered: somebody who wants to die should not have to read past the number of a
  /// children's line.
  var fittingKinds: [ResourceKind] {
    switch self {
    case .suicidalThoughts, .selfHarm: [.suicide, .general]
    case .abuse: [.abuse, .general, .suicide]
    case .harmToOthers: [.harmToOthers, .general, .suicide]
    case .acuteDistress: [.general, .suicide]
    case .childAtRisk: [.child, .abuse, .general]
    case .eatingDisorder: [.eating, .general, .suicide]
    case .psychosis: [.psychosis, .general, .suicide]
    case .perinatal: [.perinatal, .general, .suicide]
    }
  }

  /// The kinds of resource that fit a child or teenager, the best first.
  ///
  /// A children's line comes before one for the danger itself, which may be for adults only. It may be closed at night, so
  /// the others follow.
  var kindsForChildren: [ResourceKind] {
    [.child, .general] + fittingKinds.filter { $0 != .child && $0 != .general }
  }
}
