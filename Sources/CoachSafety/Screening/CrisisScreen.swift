public import CoachModel
import Phrases
public import SafetyRules
public import SourceFiles
import TextAnalysis

/// A local, rule-based screen for messages that signal a crisis.
///
/// It finds what people in danger say, weighs it by the words around it, and adds it up over the session.
///
/// A *concept* is something that is said in many ways (`being_a_burden`); a mention of one has a strength. *Cues*
/// around a mention weaken or change it: negation, the past, another person, quotation, fiction, a joke. The
/// remaining strengths are added up, and a message is flagged from ``threshold`` on. A plain statement is enough by
/// itself; indirect signs, which are how most people begin, have to come together, in one message or over several.
///
/// Concepts, cues, groups and vocabulary are files in `SafetyRules/Screening/`, in English, Spanish and, with less
/// coverage, German. The screen supports no other language, and no list covers every way of saying something: that it
/// finds nothing means little.
///
/// It reads a message once, however many phrases there are, and keeps the result in memory for the next messages of
/// the session: concepts and their positions, under the message's digest, and none of its words. The same message and
/// history always give the same result, and calls may run concurrently.
///
/// ```swift
/// let screen = CrisisScreen.builtIn
/// if let problem = screen.problem { print("The crisis screen is not working: \(problem)") }
///
/// let history = [Message(.user, "Work was hard today."), Message(.assistant, "What made it hard?")]
/// if let assessment = screen.assess(message, history: history) {
///   let resources = ResourceTable.builtIn.resources(
///     for: "US", categories: assessment.categories, language: "en")
///   print(assessment.severity, resources.map(\.name))
/// }
/// ```
public struct CrisisScreen: CrisisScreening {
  /// The weight from which a message is flagged.
  public static let threshold = 0.8
  /// The weight below which a message is calm, whatever was said before.
  static let minimumWeight = 0.15
  /// How many of the person's earlier messages add to the weight.
  static let carriedMessages = 8
  /// The fraction of a message's weight that remains with each message after it.
  static let decay = 0.75

  private let lexicon: ScreeningLexicon
  private let estimator: DangerEstimator?
  private let recent = DigestCache<MessageReading>(capacity: 1000)
  /// The length in UTF-8 bytes beyond which a message's reading is not kept, which bounds the memory in use.
  static let maximumKeptLength = 8192

  /// Why the built-in rules could not be loaded, so that nothing is found; `nil` if they were loaded.
  ///
  /// Check it when the product starts: a screen that finds nothing looks the same as people who are well.
  public let problem: String?

  /// The screen with the rules built into this version of the package.
  public static let builtIn: CrisisScreen = {
    do throws(TableDamage) {
      return CrisisScreen(
        try ScreeningLexicon(base64: compiledScreeningLexicon),
        DangerEstimator(
          model: try ScreenModel(base64: compiledScreenModel),
          rule: try DecisionRule(base64: compiledDecisionRule)), problem: nil)
    } catch {
      return CrisisScreen(ScreeningLexicon(), nil, problem: error.description)
    }
  }()

  private init(_ lexicon: ScreeningLexicon, _ estimator: DangerEstimator?, problem: String?) {
    self.lexicon = lexicon
    self.estimator = estimator
    self.problem = problem
  }

  /// Creates a screen from rule files, which has no trained part: that was fitted to the signs of the built-in rules.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  public init(_ files: ScreeningFiles) throws(SourceError) {
    self.init(try ScreeningLexicon(files), nil, problem: nil)
  }

  /// The names of the concepts that it looks for, in the order of the files.
  public var concepts: [String] { lexicon.concepts.map(\.id) }

  /// Returns what a message signals by itself, together with the session, or as a follow-up to a recent message.
  ///
  /// Returns `nil` if the message is not flagged.
  public func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
    examine(message, history: history).assessment
  }

  /// Returns all signs in a message and their weights, whether or not it is flagged.
  public func examine(_ message: String, history: [Message]) -> ScreeningReport {
    examine(message, history: history, embedding: nil)
  }

  /// Returns the same with the message's embedding as a further source.
  ///
  /// Without one, or with that of a model that the screen was not fitted for, the decision is the local one; the
  /// estimate says why. Earlier messages are always read locally.
  public func examine(
    _ message: String, history: [Message], embedding: TextEmbedding?
  ) -> ScreeningReport {
    let own = reading(of: message)
    var report = ScreeningReport(
      signs: own.signs, weight: own.weight(of: .writer), carriedWeight: 0,
      weightAboutOthers: own.weight(of: .someoneElse))
    var weight = report.weight
    var isUnsure = false
    if let estimator, let scores = own.scores {
      let (score, estimate) = estimator.estimate(scores, embedding: embedding)
      report.estimate = estimate
      isUnsure = score >= estimator.rule.unsure
      weight = max(weight, Self.threshold * estimator.share(score))
    }
    report.assessment = assessment(of: own, message, weight: weight)
    if report.assessment == nil, !history.isEmpty {
      look(back: history, from: own, message, weight: weight, in: &report)
    }
    report.decisiveWeight =
      weight > 0
      ? max(weight + report.carriedWeight, report.weightAboutOthers) : report.weightAboutOthers
    report.suspicion = report.assessment ?? suspicion(report, own, isUnsure: isUnsure, message)
    report.verdict = verdict(on: report, isUnsure: isUnsure, message)
    return report
  }

  /// Returns what a message signals by itself: by its signs, or because the trained part is sure.
  private func assessment(
    of reading: MessageReading, _ message: String, weight: Double
  ) -> SafetyAssessment? {
    reading.assessment
      ?? (Self.isEnough(weight) && Self.isRead(message)
        ? trainedAssessment(of: reading, message) : nil)
  }

  private func trainedAssessment(
    of reading: MessageReading, _ message: String
  ) -> SafetyAssessment? {
    guard let estimator, let scores = reading.scores else { return nil }
    return estimator.assessment(of: message, scores)
  }

  /// Adds what was said before the message to a report without an assessment.
  private func look(
    back history: [Message], from own: MessageReading, _ message: String, weight: Double,
    in report: inout ScreeningReport
  ) {
    let isCalm = weight < Self.minimumWeight
    let before = Array(
      history.reversed().lazy.filter { $0.role == .user }
        .prefix(Self.carriedMessages)
        .map { (text: $0.text, reading: reading(of: $0.text)) })
    if !isCalm {
      for (back, (_, reading)) in before.enumerated() {
        report.carriedWeight += self.weight(of: reading) * Self.power(back + 1)
      }
      if Self.isEnough(weight + report.carriedWeight) {
        report.assessment =
          own.assessment(of: .writer, severity: .moderate)
          ?? (Self.isRead(message) ? trainedAssessment(of: own, message) : nil)
      }
    }
    report.assessment =
      report.assessment ?? followUp(to: before)
      ?? assessment(ofPieces: before.map(\.text), and: message)
  }

  /// The number of words up to which a message may be a piece of a sentence.
  private static let pieceLength = 3

  /// Returns the assessment of a sentence that was sent word by word: `i want`, `to`, `die`. `before` are the messages
  /// before the last piece, the most recent first.
  private func assessment(
    ofPieces before: [String], and message: String
  ) -> SafetyAssessment? {
    func isPiece(_ text: String) -> Bool {
      text.split(maxSplits: Self.pieceLength, whereSeparator: \.isWhitespace).count
        <= Self.pieceLength
    }
    guard isPiece(message) else { return nil }
    let pieces = before.prefix(while: isPiece)
    guard !pieces.isEmpty else { return nil }
    let beginning = pieces.reversed().joined(separator: " ")
    // What was said before the last piece was screened with its own message.
    guard reading(of: beginning).weight(of: .writer) == 0,
      var assessment = reading(of: "\(beginning) \(message)").assessment
    else { return nil }
    assessment.evidence = SafetyAssessment.Evidence(text: message, range: 0..<message.utf8.count)
    return assessment
  }

  private func weight(of reading: MessageReading) -> Double {
    let signs = reading.weight(of: .writer)
    guard let estimator, let scores = reading.scores else { return signs }
    return max(signs, Self.threshold * estimator.share(estimator.score(of: scores)))
  }

  /// The weight from which a message is not calm: signs that nearly suffice deserve a second opinion.
  static let unsureWeight = 0.5

  /// Returns the verdict. `isUnsure` says whether the trained part is.
  private func verdict(
    on report: ScreeningReport, isUnsure: Bool, _ message: String
  ) -> ScreeningVerdict {
    if report.assessment != nil { return .flagged }
    // What the trained part makes of a language that it has not seen means nothing.
    if report.weight == 0, report.weightAboutOthers == 0, !Self.isRead(message) { return .notRead }
    return isUnsure || report.decisiveWeight >= Self.unsureWeight ? .unsure : .calm
  }

  /// Returns what a message that is not flagged may be: by its strongest sign, or by the trained part.
  private func suspicion(
    _ report: ScreeningReport, _ reading: MessageReading, isUnsure: Bool, _ message: String
  ) -> SafetyAssessment? {
    let subject: CrisisSubject =
      report.weightAboutOthers > report.weight + report.carriedWeight ? .someoneElse : .writer
    let fitting = report.signs.filter { $0.subject == subject }
    guard
      let sign = (fitting.isEmpty ? report.signs : fitting).max(by: { $0.strength < $1.strength }),
      sign.strength > 0
    else { return isUnsure ? trainedAssessment(of: reading, message) : nil }
    return SafetyAssessment(
      categories: [sign.category], severity: .moderate, subject: sign.subject,
      evidence: sign.evidence, stage: .linguisticScreen)
  }

  private static let languages: Set = ["en", "es", "de"]
  /// How much of a message tells its language.
  private static let languageSample = 300

  /// Returns whether a text is in a language that the screen reads, as far as it can be told.
  private static func isRead(_ text: String) -> Bool {
    switch LanguageDetector.language(of: text, limit: languageSample) {
    case .language(let code): languages.contains(code)
    case .oneOf: false
    case nil: true
    }
  }

  private func reading(of message: String) -> MessageReading {
    guard message.utf8.count <= Self.maximumKeptLength else {
      return MessageReading(message, lexicon, estimator)
    }
    // A message is read when it is screened and again with each of the next messages of its session.
    let digest = ContentDigest(of: message)
    if let kept = recent[digest] { return kept.withWords(of: message) }
    let reading = MessageReading(message, lexicon, estimator)
    recent.keep(reading.withoutWords, for: digest)
    return reading
  }

  /// Returns whether a weight reaches the threshold, with a tolerance for the rounding errors of a sum.
  static func isEnough(_ weight: Double) -> Bool { weight >= threshold - 1e-9 }

  private static func power(_ messages: Int) -> Double {
    (0..<messages).reduce(1) { power, _ in power * decay }
  }
}

extension CrisisScreen {
  /// How many of the person's messages before a calm one can make it a follow-up if they have an assessment.
  static let rememberedMessages = 2

  /// Returns the assessment of a message that follows on one with an assessment of its own.
  ///
  /// Its severity is moderate whatever was said before: the message itself asks for nothing, and help is offered
  /// without alarm. Its categories are those of the most recent message that signalled a crisis.
  private func followUp(
    to before: [(text: String, reading: MessageReading)]
  ) -> SafetyAssessment? {
    for (back, (text, reading)) in before.prefix(Self.rememberedMessages).enumerated() {
      guard var assessment = assessment(of: reading, text, weight: weight(of: reading)) else {
        continue
      }
      assessment.severity = .moderate
      assessment.isFollowUp = true
      assessment.evidence.messagesBack = back + 1
      return assessment
    }
    return nil
  }
}
