import CoachModel
public import CoachSafety
import Documents
import LanguageModels
public import PromptTemplates
import SafetyRules

/// A model that is asked about messages about which the local screen is unsure, or which it does not read.
///
/// What the screen's phrases state stays a crisis, whatever the model would say. A concern becomes a crisis if the model
/// sees danger, and is lifted if it sees none. If the model is unavailable, does not answer in time, gives an unusable
/// answer, or may not be asked again so soon, the message stays a concern, and so does any without a second opinion: that
/// nobody looked at it does not make it calm.
///
/// Questions have limits of their own, so that nobody who sends many messages can use up the opinions that others need:
/// ``AccessPolicy/opinionWindows`` for each person, ``maximumConcurrentPerPerson``, and ``maximumConcurrent`` for all.
/// A person's message is judged once: the verdict on the same words after the same messages is reused.
public struct CrisisSecondOpinion: Sendable {
  /// The model with its parameters.
  public var route: ModelRoute
  /// The prompt of the check.
  public var prompt = PromptReference(name: "crisis-check")
  /// The time limit for the model's answer, including the wait for a free slot.
  public var timeout = Duration.milliseconds(2500)
  /// The number of earlier messages given to the model.
  public var messages = 8
  /// The number of questions about the messages of all people that may be in progress at once; further ones wait.
  public var maximumConcurrent = 32
  /// The number of questions about one person's messages that may be in progress at once; about further messages nobody is
  /// asked.
  public var maximumConcurrentPerPerson = 2
  /// The verdicts and the questions in progress, shared by all copies.
  let desk = OpinionDesk()

  /// Creates a second opinion with the standard prompt and limits.
  public init(_ route: ModelRoute) {
    self.route = route
  }
}

extension ScreeningStage {
  /// The assessment of a ``CrisisSecondOpinion``.
  public static let secondOpinion = ScreeningStage(rawValue: "second_opinion")
}

extension SafetyAssessment {
  /// Creates the assessment of a model, with the words that it quoted, else with what made the screen unsure, and without
  /// either with the whole message; `nil` if the model sees no danger.
  init?(_ report: ScreeningReport, _ verdict: OpinionVerdict, in message: String) {
    guard let severity = verdict.severity else { return nil }
    let bytes = message.utf8
    let evidence =
      verdict.evidence.map { range in
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        let end = bytes.index(start, offsetBy: range.count)
        return Evidence(text: String(message[start..<end]), range: range)
      } ?? report.suspicion?.evidence ?? Evidence(text: message, range: 0..<bytes.count)
    self.init(
      categories: verdict.categories.isEmpty
        ? report.suspicion?.categories ?? [.acuteDistress] : verdict.categories,
      severity: severity, subject: report.suspicion?.subject ?? .writer, evidence: evidence,
      stage: .secondOpinion)
    circumstances = report.suspicion?.circumstances ?? []
  }
}
