import CoachAccess
import CoachModel

extension TurnHelp {
  /// Returns the refusal of a message, with its text for the person.
  ///
  /// - Parameter cap: The cap on spending, if that is the reason.
  func refusal(_ reason: TurnRefusal.Reason, cap: ReachedCap?) -> TurnRefusal {
    var refusal = TurnRefusal(reason: reason, text: inputs.text(.refusalSameRequest))
    switch reason {
    case .access(let access):
      refusal.text = following(
        inputs.accessTexts.text(for: access, isNearDanger: isNearDanger))
      // Nothing is sold to somebody who may be in danger, nor on the days after.
      if !isNearDanger { refusal.callToAction = access.callToAction }
    case .spendingCap:
      if let cap {
        refusal.text = following(inputs.copy.text(for: cap, in: inputs.request.person.language))
      }
    // What the same request is told was answered, or is being answered.
    default: break
    }
    return refusal
  }
}
