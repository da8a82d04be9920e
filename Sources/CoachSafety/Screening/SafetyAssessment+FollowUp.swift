import Conversations

extension SafetyAssessment {
  /// How many messages of the person before the screened one still count.
  static let rememberedMessages = 2

  /// The assessment of a calm message that follows on one that was not; nil when the recent ones were calm.
  ///
  /// Its severity is moderate whatever was said before: the message itself asks for nothing, and help is
  /// offered without alarm. The nearest message that signalled decides what it is about.
  static func followUp(
    to history: [Message], screen: (String) -> SafetyAssessment?
  ) -> SafetyAssessment? {
    let recent = history.reversed().lazy.filter { $0.role == .user }.prefix(rememberedMessages)
    for (back, message) in recent.enumerated() {
      guard var assessment = screen(message.text) else { continue }
      assessment.severity = .moderate
      assessment.isFollowUp = true
      assessment.evidence.messagesBack = back + 1
      return assessment
    }
    return nil
  }
}
