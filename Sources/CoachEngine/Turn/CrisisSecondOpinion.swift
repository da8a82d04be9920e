import SafetyRules
import CoachModel
public import CoachSafety
import JSON
import LanguageModels
public import PromptTemplates

/// A model that is asked about messages in which the local screen saw signs, and not enough of them.
///
/// It can only add: what the screen flags stays flagged, whatever a model says of it. When it cannot be asked, does not
/// answer in time, or answers with something else, the message is treated as one that signals a crisis: a warm reply
/// too many does little harm, one too few may do much. Without a second opinion the screen alone decides.
public struct CrisisSecondOpinion: Sendable {
  /// The model.
  public var route: ModelRoute
  /// The prompt.
  public var prompt = PromptReference(name: "crisis-check")
  /// The weight of signs, from 0 to ``CrisisScreen/threshold``, from which it is asked.
  public var minimumWeight = 0.5
  /// How long a message waits for it.
  public var timeout = Duration.milliseconds(2500)
  /// How many earlier messages it is shown.
  public var messages = 8

  /// Creates a second opinion.
  public init(_ route: ModelRoute) {
    self.route = route
  }

  /// Whether a report leaves room for a second opinion.
  func isNeeded(_ report: ScreeningReport) -> Bool {
    report.assessment == nil
      && (report.weight > 0 && report.weight + report.carriedWeight >= minimumWeight
        || report.weightAboutOthers >= minimumWeight)
  }
}

extension ScreeningStage {
  /// ``CrisisSecondOpinion``.
  public static let secondOpinion = ScreeningStage(rawValue: "second_opinion")
  /// A second opinion that was needed and did not come.
  public static let failSafe = ScreeningStage(rawValue: "fail_safe")
}

extension SafetyAssessment {
  /// What holds when the second opinion cannot be had: the signs count as enough.
  init?(failSafeAfter report: ScreeningReport) {
    guard let sign = report.strongestSign else { return nil }
    self.init(
      categories: [sign.category], severity: .moderate, subject: sign.subject,
      evidence: sign.evidence, stage: .failSafe)
  }

  /// What the model said, with its quotation where it stands in the message, else with the screen's evidence.
  init?(
    _ report: ScreeningReport, categories: [CrisisCategory], severity: CrisisSeverity,
    quote: String?, in message: String
  ) {
    guard let sign = report.strongestSign else { return nil }
    var evidence = sign.evidence
    if let quote, !quote.isEmpty, let place = message.firstRange(of: quote) {
      let start = message.utf8.distance(from: message.startIndex, to: place.lowerBound)
      // As the message spells it: equal texts may differ in their bytes.
      let text = String(message[place])
      evidence = Evidence(text: text, range: start..<(start + text.utf8.count))
    }
    self.init(
      categories: categories.isEmpty ? [sign.category] : categories, severity: severity,
      subject: sign.subject, evidence: evidence, stage: .secondOpinion)
  }
}

extension ScreeningReport {
  /// The strongest sign about whom the message says most; in doubt that is the writer.
  fileprivate var strongestSign: Sign? {
    let subject: CrisisSubject =
      weightAboutOthers > weight + carriedWeight ? .someoneElse : .writer
    let fitting = signs.filter { $0.subject == subject }
    return (fitting.isEmpty ? signs : fitting).max { $0.strength < $1.strength }
  }
}
