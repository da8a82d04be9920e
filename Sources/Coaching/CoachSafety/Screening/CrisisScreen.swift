public import CoachModel
public import SafetyRules
public import SourceFiles
import TextAnalysis

/// A local, rule-based screen for messages that signal a crisis.
///
/// It finds what people in danger say, weighs it by the words around it, and adds it up over the session.
///
/// A *concept* is something that is said in many ways (`being_a_burden`); a mention of one has a strength. *Cues*
/// around a mention weaken or change it: negation, the past, another person, quotation, fiction, a joke. The
/// remaining strengths are added up, and a message is a crisis from ``threshold`` on. A plain statement is enough by
/// itself; indirect signs, which are how most people begin, have to come together, in one message or over several.
///
/// What is less plain is a *concern*: signs that nearly suffice, or wording that the trained part suspects. Nothing but
/// a phrase makes a message a crisis, so whoever reviews the phrases knows when a person is shown crisis lines.
///
/// Follow-ups depend on what was found last: the message after a crisis is one, too; later ones of the session are a
/// concern, and so is a short answer to a concern.
///
/// Concepts, cues, groups and vocabulary are files in `SafetyRules/Screening/`, in English, Spanish and, with less
/// coverage, German. In some forty other languages (`SafetyRules/Languages/`) it finds direct statements only, and a message
/// without evidence of one of the three is *not read*. No list covers every way of saying something: that it finds nothing
/// means little.
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
  /// The weight from which a message signals a crisis.
  public static let threshold = 0.8
  /// The weight below which a message is calm, whatever was said before.
  static let minimumWeight = 0.15
  /// How many of the person's earlier messages add to the weight.
  static let carriedMessages = 8
  /// The fraction of a message's weight that remains with each message after it.
  static let decay = 0.75

  private let lexicon: ScreeningLexicon
  private let estimator: DangerEstimator?
  private let languages: LanguageScreen
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
          rule: try DecisionRule(base64: compiledDecisionRule)),
        try LanguageScreen.builtIn.get(), problem: nil)
    } catch {
      return CrisisScreen(ScreeningLexicon(), nil, .none, problem: error.description)
    }
  }()

  private init(
    _ lexicon: ScreeningLexicon, _ estimator: DangerEstimator?, _ languages: LanguageScreen,
    problem: String?
  ) {
    self.lexicon = lexicon
    self.estimator = estimator
    self.languages = languages
    self.problem = problem
  }

  /// Creates a screen from rule files, which has no trained part: that was fitted to the signs of the built-in rules.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  public init(_ files: ScreeningFiles) throws(SourceError) {
    let lexicon = try ScreeningLexicon(files)
    do throws(TableDamage) {
      self.init(lexicon, nil, try LanguageScreen.builtIn.get(), problem: nil)
    } catch {
      self.init(lexicon, nil, .none, problem: error.description)
    }
  }

  /// Returns the same screen without a trained part, with other lists of the words of languages that it reads: what is left of
  /// it for the messages that a fit must not know.
  package func withoutTrainedPart(words: KnownWords) -> CrisisScreen {
    CrisisScreen(lexicon, nil, languages.with(words), problem: problem)
  }

  /// The names of the concepts that it looks for, in the order of the files.
  public var concepts: [String] { lexicon.concepts.map(\.id) }

  /// The categories of danger that it looks for.
  public var categories: Set<CrisisCategory> { Set(lexicon.concepts.map(\.category)) }

  /// Returns what a message signals by itself, together with the session, or as a follow-up to the message before it.
  ///
  /// Returns `nil` if the message does not signal a crisis.
  public func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
    examine(message, history: history).assessment
  }

  /// Returns all signs in a message and their weights, whether or not it is flagged.
  public func examine(_ message: String, history: [Message]) -> ScreeningReport {
    examine(message, history: history, language: nil, embedding: nil)
  }

  /// Returns the same with the person's language (BCP 47), and with the message's embedding as a further source.
  ///
  /// Without one, or with that of a model that the screen was not fitted for, the decision is the local one; the
  /// estimate says why. Earlier messages are always read locally.
  public func examine(
    _ message: String, history: [Message], language: String? = nil, embedding: TextEmbedding?
  ) -> ScreeningReport {
    let own = reading(of: message)
    var report = ScreeningReport(
      signs: own.signs, weight: own.weight(of: .writer),
      weightAboutOthers: own.weight(of: .someoneElse))
    report.language = own.language
    var (isLikely, suspected) = (false, report.weight)
    if let estimator, let scores = own.scores {
      let (score, estimate) = estimator.estimate(scores, embedding: embedding)
      report.estimate = estimate
      isLikely = score >= estimator.rule.unsure
      suspected = max(suspected, Self.threshold * estimator.share(score))
    }
    report.decisiveWeight = max(suspected, report.weightAboutOthers)
    if let assessment = own.assessment {
      (report.assessment, report.suspicion, report.verdict) = (assessment, assessment, .crisis)
      report.set(Self.circumstances(of: own, after: earlier(in: history)))
      return report
    }
    let before = earlier(in: history)
    report.carriedWeight = carried(from: before, to: report.weight) { $0.weight(of: .writer) }
    report.decisiveWeight = max(
      suspected + carried(from: before, to: suspected, weight(of:)), report.weightAboutOthers)
    report.assessment =
      assessment(of: own, with: report.carriedWeight) ?? followUp(to: before.prefix(1))
      ?? assessment(ofPieces: before.map(\.text), and: message)
    let later = followUp(to: before.dropFirst()) ?? answer(message, to: before.first)
    report.suspicion =
      report.assessment ?? self.suspicion(report, own, isLikely: isLikely, message) ?? later
    report.verdict = verdict(
      on: report, isLikely: isLikely, isFollowUp: later != nil, message, language)
    if report.suspicion != nil { report.set(Self.circumstances(of: own, after: before)) }
    if report.verdict == .notRead {
      report.language = LanguageScreen.detected(in: message) ?? language
    }
    return report
  }

  /// Returns what the person said about their situation, in a message that may be one of danger or in those before it.
  private static func circumstances(
    of own: MessageReading, after before: [Earlier]
  ) -> [CrisisCircumstance] {
    let all = before.reduce(own.circumstances) { $0.union($1.reading.circumstances) }
    return CrisisCircumstance.allCases.filter(all.contains)
  }

  /// An earlier message of the person.
  private struct Earlier {
    var text: String
    var reading: MessageReading
  }

  /// Returns the person's messages that add to the next one, the most recent first.
  private func earlier(in history: [Message]) -> [Earlier] {
    history.reversed().lazy.filter { $0.role == .user }.prefix(Self.carriedMessages)
      .map { Earlier(text: $0.text, reading: reading(of: $0.text)) }
  }

  /// Returns what earlier messages, the most recent first, add to a message's weight: nothing if it is calm.
  private func carried(
    from before: [Earlier], to weight: Double, _ weightOf: (MessageReading) -> Double
  ) -> Double {
    guard weight >= Self.minimumWeight else { return 0 }
    return before.enumerated().reduce(0) { sum, earlier in
      sum + weightOf(earlier.element.reading) * Self.power(earlier.offset + 1)
    }
  }

  /// Returns the assessment of a message whose signs suffice only together with those of earlier messages.
  private func assessment(
    of reading: MessageReading, with carriedWeight: Double
  ) -> SafetyAssessment? {
    guard carriedWeight > 0, Self.isEnough(reading.weight(of: .writer) + carriedWeight) else {
      return nil
    }
    return reading.assessment(of: .writer, severity: .moderate)
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

  /// The weight from which a message is a concern.
  static let concernWeight = 0.5

  /// Returns the verdict. `isLikely` says whether the trained part suspects danger.
  private func verdict(
    on report: ScreeningReport, isLikely: Bool, isFollowUp: Bool, _ message: String,
    _ language: String?
  ) -> ScreeningVerdict {
    if report.assessment != nil { return .crisis }
    // What the trained part makes of a language that it has not seen means nothing.
    if report.weight == 0, report.weightAboutOthers == 0,
      !languages.isRead(message, declared: language)
    {
      return .notRead
    }
    return isLikely || isFollowUp || report.decisiveWeight >= Self.concernWeight ? .concern : .calm
  }

  /// Returns what a message without an assessment may be: by its strongest sign, or by the trained part.
  private func suspicion(
    _ report: ScreeningReport, _ reading: MessageReading, isLikely: Bool, _ message: String
  ) -> SafetyAssessment? {
    let subject: CrisisSubject =
      report.weightAboutOthers > report.weight + report.carriedWeight ? .someoneElse : .writer
    let fitting = report.signs.filter { $0.subject == subject }
    guard
      let sign = (fitting.isEmpty ? report.signs : fitting).max(by: { $0.strength < $1.strength }),
      sign.strength > 0
    else { return isLikely ? trainedAssessment(of: reading, message) : nil }
    return SafetyAssessment(
      categories: [sign.category], severity: .moderate, subject: sign.subject,
      evidence: sign.evidence, stage: .linguisticScreen)
  }

  private func trainedAssessment(
    of reading: MessageReading, _ message: String
  ) -> SafetyAssessment? {
    guard let estimator, let scores = reading.scores else { return nil }
    return estimator.assessment(of: message, scores)
  }

  private func reading(of message: String) -> MessageReading {
    guard message.utf8.count <= Self.maximumKeptLength else {
      return MessageReading(message, lexicon, estimator, languages.statements)
    }
    // A message is read when it is screened and again with each of the next messages of its session.
    let digest = ContentDigest(of: message)
    if let kept = recent[digest] { return kept.withWords(of: message) }
    let reading = MessageReading(message, lexicon, estimator, languages.statements)
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
  /// Returns the assessment of a message that follows on one that signals a crisis by itself, the most recent of `before`.
  ///
  /// Its severity is moderate whatever was said before: the message itself asks for nothing, and help is offered
  /// without alarm. Its categories are those of that message.
  private func followUp(to before: ArraySlice<Earlier>) -> SafetyAssessment? {
    for (position, earlier) in zip(before.indices, before) {
      guard var assessment = earlier.reading.assessment else { continue }
      assessment.severity = .moderate
      assessment.isFollowUp = true
      assessment.evidence.messagesBack = position + 1
      return assessment
    }
    return nil
  }

  /// The number of words up to which a message after a concern is taken for an answer to what the coach asked about it.
  private static let answerLength = 5

  /// Returns the assessment of a short answer after a message that is a concern by itself: "yes" means nothing without it.
  private func answer(_ message: String, to earlier: Earlier?) -> SafetyAssessment? {
    guard let earlier,
      message.split(maxSplits: Self.answerLength, whereSeparator: \.isWhitespace).count
        <= Self.answerLength
    else { return nil }
    let own = earlier.reading
    let isLikely = own.scores.flatMap { scores in
      estimator.map { $0.score(of: scores) >= $0.rule.unsure }
    }
    guard isLikely == true || own.weight(of: .writer) >= Self.concernWeight else { return nil }
    var assessment =
      own.assessment(of: .writer, severity: .moderate) ?? trainedAssessment(of: own, earlier.text)
    assessment?.isFollowUp = true
    assessment?.evidence.messagesBack = 1
    return assessment
  }
}
