public import SafetyRules
public import JSON

/// What a screen found in a message that signals a crisis; where there is none, nothing was found.
///
/// A message with an assessment gets the reply with resources, whatever the person's access: it is neither
/// refused nor counted. The assessment is for the code and the prompt, never for the person to see.
public struct SafetyAssessment: Sendable, Hashable {
  /// The words that decided it.
  public struct Evidence: Sendable, Hashable {
    /// The words as they were written.
    public var text: String
    /// Where they stand in their message, in bytes of its UTF-8.
    public var range: Range<Int>
    /// Which message of the person they are from: 0 for the one that was screened, 1 for their last before it.
    public var messagesBack: Int

    /// Creates a piece of evidence.
    public init(text: String, range: Range<Int>, messagesBack: Int = 0) {
      self.text = text
      self.range = range
      self.messagesBack = messagesBack
    }
  }

  /// What it is about, in the order of ``CrisisCategory``. Never empty when a screen made it.
  public var categories: [CrisisCategory]
  /// How near the danger seems.
  public var severity: CrisisSeverity
  /// Who is in danger.
  public var subject: CrisisSubject
  /// The words that decided it, the gravest ones when there are several.
  public var evidence: Evidence
  /// Whether the message itself is calm and a recent one of the person was not.
  ///
  /// Such a message still is neither refused nor counted: the moment after it was said out loud is no
  /// moment for a paywall.
  public var isFollowUp: Bool
  /// Which screen said so.
  public var stage: ScreeningStage

  /// Creates an assessment; categories are put in order and each is kept once.
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
  /// The assessment as data: `categories`, `severity`, `subject`, `evidence`, `is_follow_up`, `stage`.
  ///
  /// It quotes the person; whoever stores or logs it decides whether the evidence goes along.
  public var json: JSONValue {
    [
      "categories": .array(categories.map { .string($0.rawValue) }),
      "severity": .string(severity.rawValue),
      "subject": .string(subject.rawValue),
      "evidence": evidence.json,
      "is_follow_up": .bool(isFollowUp),
      "stage": .string(stage.rawValue),
    ]
  }
}

extension SafetyAssessment.Evidence {
  /// The words and their place: `text`, `start`, `end` (bytes), `messages_back`.
  public var json: JSONValue {
    [
      "text": .string(text),
      "start": .integer(range.lowerBound),
      "end": .integer(range.upperBound),
      "messages_back": .integer(messagesBack),
    ]
  }
}
