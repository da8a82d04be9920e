public import CoachModel

/// A screen that looks for signs of a crisis in a message before anything else happens to it.
///
/// It is synchronous and does not throw on purpose. It precedes access checks, limits and every model call, so it
/// must not wait, fail or be cancelled: a screen that can be unavailable needs a rule for that case, and in the first
/// step of a turn no such rule is safe. A model's second opinion can be unavailable and takes a second, where this
/// takes at most a millisecond for a message of usual length; it is a separate step, with its own rule for a missing
/// answer.
public protocol CrisisScreening: Sendable {
  /// Returns what a message signals, or `nil` if nothing was found.
  ///
  /// `history` is the conversation before the message, oldest turn first, and ends with the coach's last reply. A
  /// screen examines the person's turns only.
  func assess(_ message: String, history: [Message]) -> SafetyAssessment?

  /// Returns the assessment with the signs that were found, including signs that do not suffice for an assessment.
  func examine(_ message: String, history: [Message]) -> ScreeningReport

  /// Returns the same with the person's language (BCP 47), and with the message's embedding as a further source, if there is
  /// one that the screen can use.
  func examine(
    _ message: String, history: [Message], language: String?, embedding: TextEmbedding?
  ) -> ScreeningReport
}

extension CrisisScreening {
  /// Returns a report without signs, for a screen that implements only ``assess(_:history:)``.
  public func examine(_ message: String, history: [Message]) -> ScreeningReport {
    let assessment = assess(message, history: history)
    var report = ScreeningReport(weight: assessment == nil ? 0 : CrisisScreen.threshold)
    report.assessment = assessment
    report.verdict = assessment == nil ? .calm : .crisis
    return report
  }

  /// Returns the report without language and embedding, for a screen that makes no use of them.
  public func examine(
    _ message: String, history: [Message], language: String?, embedding: TextEmbedding?
  ) -> ScreeningReport {
    examine(message, history: history)
  }
}
