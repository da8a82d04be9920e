import SafetyRules

/// What a line of help is for.
public enum ResourceKind: String, Sendable, Hashable, CaseIterable {
  /// Thoughts of suicide.
  case suicide
  /// Violence and control by someone close.
  case abuse
  /// Children and teenagers, and adults who worry about one.
  case child
  /// Someone to talk to, whatever it is.
  case general
}

extension CrisisCategory {
  /// The kinds of help that fit, the best first. A line of another kind is not offered: somebody who wants to
  /// die needs no number of a children's line to read past.
  var fittingKinds: [ResourceKind] {
    switch self {
    case .suicidalThoughts, .selfHarm: [.suicide, .general]
    case .abuse: [.abuse, .general, .suicide]
    case .harmToOthers, .acuteDistress: [.general, .suicide]
    case .childAtRisk: [.child, .abuse, .general]
    }
  }
}
