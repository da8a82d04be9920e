public import SafetyRules

/// What happens to a sentence of a reply in which a check finds something.
public enum GuardrailAction: String, Sendable, Hashable, CaseIterable, Comparable {
  /// It is not looked for.
  case off
  /// The sentence passes, and the finding is told.
  case mark
  /// Fixed words stand in the sentence's place.
  case replace
  /// Fixed words stand in the place of the sentence and of everything after it.
  case block

  /// Whether an action takes less away than another.
  public static func < (left: GuardrailAction, right: GuardrailAction) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .off: 0
    case .mark: 1
    case .replace: 2
    case .block: 3
    }
  }
}

/// What is done about what the checks find in a reply.
public struct GuardrailPolicy: Sendable, Hashable {
  private var actions: [ReplyCheck: GuardrailAction]

  /// Creates a policy; a check without an action is off.
  public init(_ actions: [ReplyCheck: GuardrailAction]) {
    self.actions = actions
  }

  /// The action for what a check finds.
  public subscript(check: ReplyCheck) -> GuardrailAction {
    get { actions[check] ?? .off }
    set { actions[check] = newValue }
  }

  /// Looks for nothing.
  public static let off = GuardrailPolicy([:])

  /// What is right for a coach that people talk with.
  ///
  /// Detail of a method ends the reply: what comes after it cannot be trusted either. A sentence that only
  /// somebody trained may say, and a promise that cannot be kept, are exchanged, because someone may act on them
  /// tonight. So is the claim to be human: whoever believed it once was deceived, and no later word mends that;
  /// its phrases are few and plain, so that the exchange hardly ever hits a good sentence. Tone and advice are
  /// matters of degree, which patterns judge badly: they are only marked, for whoever looks after the prompts.
  public static let standard = GuardrailPolicy([
    .diagnosis: .replace, .prescription: .replace, .clinicalClaim: .replace, .harshTone: .mark,
    .dismissive: .mark, .discoveryAdvice: .mark, .secrecyPromise: .replace, .methodDetail: .block,
    .humanClaim: .replace,
  ])
}
