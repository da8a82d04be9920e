import SafetyRules

/// The kind of crisis that a resource is for.
public enum ResourceKind: String, Sendable, Hashable, CaseIterable {
  /// People who think about suicide.
  case suicide
  /// Violence and control by someone close.
  case abuse
  /// Children and teenagers, and adults who worry about one.
  case child
  /// Eating disorders.
  case eating
  /// Voices, and losing hold of what is real.
  case psychosis
  /// Pregnancy and the first year with a baby.
  case perinatal
  /// People who fear that they will hurt someone.
  case harmToOthers = "harm_to_others"
  /// Someone to talk to about anything.
  case general
}

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
