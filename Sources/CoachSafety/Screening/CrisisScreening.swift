public import CoachModel

/// Looks for signs of a crisis in a message before anything else happens to it.
///
/// Synchronous and without errors on purpose. It stands before access, limits and every model call, so it
/// must not wait, fail or be cancelled: a screen that can be down needs a rule for being down, and in the
/// first step of a turn there is none that is safe. A model's second opinion can be down and takes a second
/// where this takes a millisecond at most for the length of message that people write; it is another step, with a rule
/// of its own for when no answer comes.
public protocol CrisisScreening: Sendable {
  /// What a message signals, or nil when nothing was found.
  ///
  /// The history is the conversation before the message, oldest turn first; it ends with the coach's last
  /// reply. A screen looks at the person's turns only.
  func assess(_ message: String, history: [Message]) -> SafetyAssessment?

  /// The same with the signs that it saw, also where they are not enough.
  func examine(_ message: String, history: [Message]) -> ScreeningReport
}

extension CrisisScreening {
  /// A report without signs, for a screen that only says yes or no.
  public func examine(_ message: String, history: [Message]) -> ScreeningReport {
    let assessment = assess(message, history: history)
    return ScreeningReport(
      signs: [], weight: assessment == nil ? 0 : CrisisScreen.threshold, carriedWeight: 0,
      assessment: assessment)
  }
}
