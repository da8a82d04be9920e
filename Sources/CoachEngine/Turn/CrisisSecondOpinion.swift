import CoachModel
public import CoachSafety
import JSON
import LanguageModels
public import PromptTemplates
import SafetyRules

/// A model that is asked about messages in which the local screen found signs that are not sufficient for it.
///
/// It can only add: what the screen flags stays flagged, whatever the model answers. If the model is unavailable,
/// does not answer in time, or gives an unusable answer, the message is treated as one that signals a crisis: an
/// unneeded warm reply does little harm, a missing one may do much. Without a second opinion the screen alone
/// decides.
public struct CrisisSecondOpinion: Sendable {
  /// The model with its parameters.
  public var route: ModelRoute
  /// The prompt of the check.
  public var prompt = PromptReference(name: "crisis-check")
  /// The weight of the signs, from 0 to ``CrisisScreen/threshold``, from which the model is asked.
  public var minimumWeight = 0.5
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
    report.assessment == nil
      && (report.weight > 0 && report.weight + report.carriedWeight >= minimumWeight
        || report.weightAboutOthers >= minimumWeight)
  }
}

extension ScreeningStage {
  /// The assessment of a ``CrisisSecondOpinion``.
  public static let secondOpinion = ScreeningStage(rawValue: "second_opinion")
  /// The assessment used if a second opinion was needed and not available.
  public static let failSafe = ScreeningStage(rawValue: "fail_safe")
}

extension SafetyAssessment {
  /// Creates the assessment for a second opinion that is not available: the signs count as sufficient.
  init?(failSafeAfter report: ScreeningReport) {
    guard let sign = report.strongestSign else { return nil }
    self.init(
      categories: [sign.category], severity: .moderate, subject: sign.subject,
      evidence: sign.evidence, stage: .failSafe)
  }

  /// Creates the assessment of a model, with its quotation if that occurs in the message, else with the screen's
  /// evidence.
  init?(
    _ report: ScreeningReport, categories: [CrisisCategory], severity: CrisisSeverity,
    quote: String?, in message: String
  ) {
    guard let sign = report.strongestSign else { return nil }
    var evidence = sign.evidence
    if let quote, !quote.isEmpty, let place = message.firstRange(of: quote) {
      let start = message.utf8.distance(from: message.startIndex, to: place.lowerBound)
      // Quote the message itself, since equal strings may differ in their bytes.
      let text = String(message[place])
      evidence = Evidence(text: text, range: start..<(start + text.utf8.count))
    }
    self.init(
      categories: categories.isEmpty ? [sign.category] : categories, severity: severity,
      subject: sign.subject, evidence: evidence, stage: .secondOpinion)
  }
}

extension ScreeningReport {
  /// The strongest sign for the subject with the greater weight; the writer if the weights are equal.
  fileprivate var strongestSign: Sign? {
    let subject: CrisisSubject =
      weightAboutOthers > weight + carriedWeight ? .someoneElse : .writer
    let fitting = signs.filter { $0.subject == subject }
    return (fitting.isEmpty ? signs : fitting).max { $0.strength < $1.strength }
  }
}
