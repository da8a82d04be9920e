public import Documents
public import SafetyRules
import SourceFiles

/// The assessment of a message that signals a crisis.
///
/// A screen returns `nil` if it finds no signal. A message with an assessment is answered with resources regardless
/// of the person's access: it is neither refused nor counted. The assessment is meant for code and prompts; never
/// show it to the person.
public struct SafetyAssessment: Sendable, Hashable {
  /// The words on which an assessment rests.
  public struct Evidence: Sendable, Hashable {
    /// The quoted words, unchanged.
    public var text: String
    /// The position of the words in their message, as UTF-8 byte offsets.
    public var range: Range<Int>
    /// Which of the person's messages is quoted: 0 for the screened message, 1 for the one before it.
    public var messagesBack: Int

    /// Creates a piece of evidence.
    public init(text: String, range: Range<Int>, messagesBack: Int = 0) {
      self.text = text
      self.range = range
      self.messagesBack = messagesBack
    }
  }

  /// The categories of the crisis, in the order of ``CrisisCategory``; never empty if a screen made the assessment.
  public var categories: [CrisisCategory]
  /// How imminent the danger seems.
  public var severity: CrisisSeverity
  /// Who is in danger.
  public var subject: CrisisSubject
  /// The words that weigh most in the assessment.
  public var evidence: Evidence
  /// Whether the assessment carries over from one of the person's recent messages.
  ///
  /// The message does not signal a crisis by itself, but it is neither refused nor counted either: a paywall must not
  /// follow directly on a disclosure.
  public var isFollowUp: Bool
  /// What the person said about their situation, in this message or earlier in the session, in the order of
  /// ``CrisisCircumstance``.
  public var circumstances: [CrisisCircumstance] = []
  /// The screening stage that made the assessment.
  public var stage: ScreeningStage

  /// Creates an assessment, with the categories deduplicated and in the order of ``CrisisCategory``.
  public init(
    categories: some Sequence<CrisisCategory>, severity: CrisisSeverity,
    subject: CrisisSubject = .writer, evidence: Evidence, isFollowUp: Bool = false,
    stage: ScreeningStage
  ) {
    let found = Set(categories)
    self.categories = CrisisCategory.allCases.filter(found.contains)
    self.severity = severity
    self.subject = subject
    self.evidence = evidence
    self.isFollowUp = isFollowUp
    self.stage = stage
  }
}

extension SafetyAssessment {
  package static let members = JSONObjectForm<SafetyAssessment>(
    "a safety assessment", .required("categories", \.categories, .list(.choice)),
    .required("severity", \.severity, .choice), .required("subject", \.subject, .choice),
    .required("evidence", \.evidence, Evidence.members.form),
    .required("is_follow_up", \.isFollowUp, .bool), .required("stage", \.stage.rawValue, .text),
    .list("circumstances", \.circumstances, .choice)
  ) {
    var assessment = SafetyAssessment(
      categories: $0.categories, severity: $0.severity, subject: $0.subject, evidence: $0.evidence,
      isFollowUp: $0.isFollowUp,
      stage: ScreeningStage(rawValue: $0[\.stage.rawValue]))
    assessment.circumstances = $0.circumstances
    return assessment
  }

  /// The assessment as JSON: `categories`, `severity`, `subject`, `evidence`, `is_follow_up`, `stage`, `circumstances`.
  ///
  /// It quotes the person: decide whether to keep the evidence before you store or log it.
  public var json: JSONValue { Self.members.form.write(self) }
}

extension SafetyAssessment.Evidence {
  static let members = JSONObjectForm<SafetyAssessment.Evidence>(
    "the evidence of an assessment", .required("text", \.text, .text),
    .required("start", \.range.lowerBound, .integer()),
    .required("end", \.range.upperBound, .integer()),
    .required("messages_back", \.messagesBack, .integer())
  ) { (object) throws(SourceError) in
    SafetyAssessment.Evidence(
      text: object.text,
      range: try object.node.range(
        from: object[\.range.lowerBound], to: object[\.range.upperBound]),
      messagesBack: object.messagesBack)
  }

  /// The evidence as JSON: `text`, `start` and `end` (UTF-8 byte offsets), `messages_back`.
  public var json: JSONValue { Self.members.form.write(self) }
}

extension DocumentNode {
  /// Returns the range of two byte offsets that are members of this object.
  func range(from start: Int, to end: Int) throws(SourceError) -> Range<Int> {
    guard start <= end else { throw member("end").error(.range, "'end' is before 'start'") }
    return start..<end
  }
}

/// The stage of screening that assessed a message.
///
/// A struct rather than an enum, so that further screens, such as one backed by a model, can add a stage.
public struct ScreeningStage: RawRepresentable, Sendable, Hashable {
  /// The identifier of the stage in storage and logs.
  public let rawValue: String

  /// Creates a stage with the given identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The local, rule-based screen, ``CrisisScreen``.
  public static let linguisticScreen = ScreeningStage(rawValue: "linguistic_screen")
}
