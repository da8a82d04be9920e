import CoachModel
public import CoachSafety
import JSON
import LanguageModels
public import PromptTemplates
import SafetyRules

/// A model that is asked about messages about which the local screen is unsure, or which it does not read.
///
/// It can only add: what the screen flags stays flagged, whatever the model answers. If the model is unavailable,
/// does not answer in time, or gives an unusable answer, a message that came close to being flagged
/// (``failSafeWeight``) is treated as one that signals a crisis: an unneeded warm reply does little harm, a missing one
/// may do much. A calm message with a faint sign is not. Without a second opinion the screen alone decides.
public struct CrisisSecondOpinion: Sendable {
  /// The model with its parameters.
  public var route: ModelRoute
  /// The prompt of the check.
  public var prompt = PromptReference(name: "crisis-check")
  /// The weight, from 0 to ``CrisisScreen/threshold``, from which a message counts as a crisis if the model does not
  /// answer.
  public var failSafeWeight = 0.5
  /// The time limit for the model's answer.
  public var timeout = Duration.milliseconds(2500)
  /// The number of earlier messages given to the model.
  public var messages = 8

  /// Creates a second opinion with the standard prompt and limits.
  public init(_ route: ModelRoute) {
    self.route = route
  }

  /// Returns whether a second opinion should be asked for a report.
  func isNeeded(_ report: ScreeningReport) -> Bool {
    report.verdict == .unsure || report.verdict == .notRead
  }
}

extension ScreeningStage {
  /// The assessment of a ``CrisisSecondOpinion``.
  public static let secondOpinion = ScreeningStage(rawValue: "second_opinion")
  /// The assessment used if a second opinion was needed and not available.
  public static let failSafe = ScreeningStage(rawValue: "fail_safe")
}

extension SafetyAssessment {
  /// Creates the assessment for a second opinion that is not available, if the message came close to being flagged.
  init?(failSafeAfter report: ScreeningReport, from weight: Double) {
    guard report.decisiveWeight >= weight, let suspicion = report.suspicion else { return nil }
    self = suspicion
    severity = .moderate
    stage = .failSafe
  }

  /// Creates the assessment of a model, with its quotation if that occurs in the message, else with what made the
  /// screen unsure, and without either with the whole message.
  init(
    _ report: ScreeningReport, categories: [CrisisCategory], severity: CrisisSeverity,
    quote: String?, in message: String
  ) {
    var evidence =
      report.suspicion?.evidence ?? Evidence(text: message, range: 0..<message.utf8.count)
    if let quote, !quote.isEmpty, let place = message.firstRange(of: quote) {
      let start = message.utf8.distance(from: message.startIndex, to: place.lowerBound)
      // Quote the message itself, since equal strings may differ in their bytes.
      let text = String(message[place])
      evidence = Evidence(text: text, range: start..<(start + text.utf8.count))
    }
    self.init(
      categories: categories.isEmpty
        ? report.suspicion?.categories ?? [.acuteDistress] : categories,
      severity: severity, subject: report.suspicion?.subject ?? .writer, evidence: evidence,
      stage: .secondOpinion)
  }
}
