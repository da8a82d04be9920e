package import Documents
import SourceFiles

/// The refusal of a turn, with a text for the person.
public struct TurnRefusal: Sendable, Hashable {
  /// The reason for a refusal.
  public enum Reason: Sendable, Hashable {
    /// Access is denied because of what the person has bought, an exhausted allowance, or a rate limit.
    case access(AccessRefusal)
    /// The same request is being answered.
    case running
    /// The same request was already answered by the message with this id.
    case answered(messageID: String)
    /// What may be spent on models is used up, until a time in seconds since 1970; `nil` if it is not known. It is nothing that
    /// the person did.
    case spendingCap(resumesAt: Double?)
    /// A reason that this version does not know, by its name: a newer server gave it.
    case other(String)

    /// A stable identifier for programs, such as `running`.
    public var word: String {
      switch self {
      case .access(let refusal): refusal.word
      case .running: "running"
      case .answered: "answered"
      case .spendingCap: "spending_cap"
      case .other(let word): word
      }
    }
  }

  /// The reason for the refusal.
  public var reason: Reason
  /// The text for the person.
  public var text: String
  /// What the app can offer below the text; `nil` for nothing, as on a day on which nothing is sold.
  public var callToAction: CallToAction?

  /// Creates a refusal.
  public init(reason: Reason, text: String, callToAction: CallToAction? = nil) {
    self.reason = reason
    self.text = text
    self.callToAction = callToAction
  }

  /// The number of seconds after which a retry is worthwhile; `nil` if it is unknown.
  public var retryAfter: Double? {
    if case .access(.rateLimited(let seconds)) = reason { seconds } else { nil }
  }
}

extension TurnRefusal {
  package static let members = JSONObjectForm<TurnRefusal>(
    "a refusal", .required("reason", \.reason.word, .refusalReason),
    .required("text", \.text, .text), .optional("retry_after", \.retryAfter, .finite),
    .optional("resets_at", \.resetsAt, .finite),
    .optional("message_id", \.answeringMessageID, .text),
    .optional("call_to_action", \.callToAction, .callToAction)
  ) { (object) throws(SourceError) in
    let reason: Reason? =
      switch object[\.reason.word] {
      case "running": .running
      case "answered": object.answeringMessageID.map { .answered(messageID: $0) }
      case "spending_cap": .spendingCap(resumesAt: object.resetsAt)
      default:
        AccessRefusal(
          word: object[\.reason.word], retryAfter: object.retryAfter, resetsAt: object.resetsAt
        ).map { .access($0) }
      }
    guard let reason else {
      let word = object[\.reason.word]
      if object.node.allowsUnknown, !AccessRefusal.words.contains(word), word != "answered" {
        return TurnRefusal(
          reason: .other(word), text: object.text, callToAction: object.callToAction)
      }
      throw object.node.error(
        "turn.refusal", "a refusal lacks what its reason needs",
        hint: "'rate_limited' has 'retry_after', 'answered' has 'message_id'")
    }
    return TurnRefusal(reason: reason, text: object.text, callToAction: object.callToAction)
  }

  private var resetsAt: Double? {
    switch reason {
    case .access(let refusal): refusal.resetsAt
    case .spendingCap(let time): time
    default: nil
    }
  }

  private var answeringMessageID: String? {
    if case .answered(let messageID) = reason { messageID } else { nil }
  }
}

extension JSONForm where Value == String {
  /// The word of a reason for a refusal.
  static var refusalReason: JSONForm {
    JSONForm.text.describing([
      "enum": .array(
        (AccessRefusal.words + ["running", "answered", "spending_cap"]).map { .string($0) })
    ])
  }
}

extension JSONForm where Value == CallToAction {
  /// A word of an open set.
  fileprivate static var callToAction: JSONForm {
    converted(
      .text, write: \.rawValue, read: { CallToAction(rawValue: $0) }, "turn.call-to-action",
      "is no word"
    ).describing(["type": "string", "examples": [.string(CallToAction.subscribe.rawValue)]])
  }
}
