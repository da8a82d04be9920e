import SafetyRules

/// The kind of crisis that a resource is for.
public enum ResourceKind: String, Sendable, Hashable, CaseIterable {
  /// People who think about suicide.
  case suicide
  /// Violence and control by someone close.
  case abuse
  /// Children and teenagers, and adults who worry about one.
  case child
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
    case .harmToOthers, .acuteDistress: [.general, .suicide]
    case .childAtRisk: [.child, .abuse, .general]
    }
  }
}
