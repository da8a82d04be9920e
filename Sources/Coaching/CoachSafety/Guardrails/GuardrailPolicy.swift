public import SafetyRules

/// The action taken on a sentence of a reply in which a check finds something.
public enum GuardrailAction: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The check does not run.
  case off
  /// The sentence passes, and the finding is reported.
  case mark
  /// Fixed wording replaces the sentence.
  case replace
  /// Fixed wording replaces the sentence and the rest of the reply.
  case block

  /// Returns whether the left action removes less of a reply than the right one.
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

/// The action for each check of a coach's replies.
public struct GuardrailPolicy: Sendable, Hashable {
  private var actions: [ReplyCheck: GuardrailAction]

  /// Creates a policy; a check without an action is off.
  public init(_ actions: [ReplyCheck: GuardrailAction]) {
    self.actions = actions
  }

  /// The action for a check; ``GuardrailAction/off`` if none was set.
  public subscript(check: ReplyCheck) -> GuardrailAction {
    get { actions[check] ?? .off }
    set { actions[check] = newValue }
  }

  /// A policy under which no check runs.
  public static let off = GuardrailPolicy([:])

  /// The recommended policy for a coach in conversation with people.
  ///
  /// Method detail and encouragement to die or to harm oneself end the reply, because what follows cannot be trusted either.
  /// What makes somebody dependent, unsafe or confused, sentences that only a trained professional may say, and promises that
  /// cannot be kept are replaced, because someone may act on them tonight.
  /// So is the claim to be human: a person who believed it has been deceived, and no later sentence repairs that. Its
  /// phrases are few and specific, so that a good sentence is rarely replaced. So are those of a harsh or dismissive tone: an
  /// insult hurts at once, whatever follows. Advice is a matter of degree, which patterns judge poorly: it is only marked, for
  /// the maintainers of the prompts. The wording of a prompt is replaced: it is a secret of the product, and a person who came
  /// to talk is not helped by it.
  public static let standard = GuardrailPolicy([
    .diagnosis: .replace, .prescription: .replace, .clinicalClaim: .replace, .harshTone: .replace,
    .dismissive: .replace, .discoveryAdvice: .mark, .secrecyPromise: .replace,
    .methodDetail: .block,
    .humanClaim: .replace, .promptText: .replace, .harmEncouragement: .block,
    .violence: .replace, .romance: .replace, .delusion: .replace, .helpDiscouraged: .replace,
    .dependence: .replace,
  ])

  /// This policy for an answer to somebody in danger: what it would replace ends the reply.
  public var inCrisis: GuardrailPolicy {
    GuardrailPolicy(actions.mapValues { $0 == .replace ? .block : $0 })
  }
}
