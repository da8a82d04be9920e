public import Documents
public import SafetyRules

/// What the screen found in a message and the session before it, and the resulting assessment.
///
/// For people who tune or review the screen, and for a second opinion that is requested only if the screen is unsure.
public struct ScreeningReport: Sendable, Hashable {
  /// A mention of a concept.
  public struct Sign: Sendable, Hashable {
    /// The concept's name, such as `being_a_burden`.
    public var concept: String
    /// The category that the concept signals.
    public var category: CrisisCategory
    /// How imminent the danger is.
    public var severity: CrisisSeverity
    /// Who is in danger.
    public var subject: CrisisSubject
    /// The weight after all cues; from ``CrisisScreen/threshold`` on it suffices by itself.
    public var strength: Double
    /// The effects of the cues that apply to the mention.
    public var cues: [CueEffect]
    /// The quoted words and their position.
    public var evidence: SafetyAssessment.Evidence
  }

  /// The signs of the message, in the order of the text, including those that cues reduce to no weight.
  public var signs: [Sign]
  /// The weight of the message itself, about its writer.
  public var weight: Double
  /// The weight carried over from earlier messages of the session, after decay.
  public var carriedWeight: Double
  /// The weight of the message itself, about somebody else.
  public var weightAboutOthers = 0.0
  /// The resulting assessment; `nil` if the message does not signal a crisis.
  public var assessment: SafetyAssessment?
  /// How likely the message by itself is one of danger; `nil` if the screen has no trained part.
  public var estimate: DangerEstimate?
  /// The greater of the weights by signs and by the trained part, with what is carried over: what makes a message a concern.
  public var decisiveWeight = 0.0
  /// What the message is taken for if it is a crisis or a concern; `nil` if nothing in it suggests danger.
  public var suspicion: SafetyAssessment?
  /// What the screen decided.
  public var verdict = ScreeningVerdict.calm
  /// The language (BCP 47) of a message that the screen does not read, as far as it can be told; `nil` for one that it reads.
  public var language: String?

  /// Creates the report on a calm message with some signs.
  public init(
    signs: [Sign] = [], weight: Double = 0, carriedWeight: Double = 0, weightAboutOthers: Double = 0
  ) {
    self.signs = signs
    self.weight = weight
    self.carriedWeight = carriedWeight
    self.weightAboutOthers = weightAboutOthers
  }
}

extension ScreeningReport {
  /// Adds what the person said about their situation to what the message is taken for.
  mutating func set(_ circumstances: [CrisisCircumstance]) {
    assessment?.circumstances = circumstances
    suspicion?.circumstances = circumstances
  }
}

/// What a screen decides about a message.
public enum ScreeningVerdict: String, Sendable, Hashable, CaseIterable {
  /// The message states danger, by itself or with the session: the person is shown help.
  case crisis
  /// Something suggests danger without stating it: a model is asked, and the coach takes care.
  case concern
  /// Nothing suggests danger.
  case calm
  /// The message is in a language that the screen does not read, so that finding nothing means nothing.
  case notRead = "not_read"

  /// Creates the verdict of a word; outcomes that were stored before there were three levels say `flagged` and `unsure`.
  public init?(rawValue: String) {
    let word = ["flagged": "crisis", "unsure": "concern"][rawValue] ?? rawValue
    guard let verdict = Self.allCases.first(where: { $0.rawValue == word }) else { return nil }
    self = verdict
  }

  /// Whether somebody else should look at the message before it is answered as an ordinary one.
  public var isInDoubt: Bool { self == .concern || self == .notRead }
}

extension ScreeningReport {
  /// The report as JSON, which quotes the person: `flagged`, `verdict`, `weight`, `carried_weight`, `estimate`,
  /// `assessment`, `signs`.
  public var json: JSONValue {
    [
      "flagged": .bool(assessment != nil),
      "verdict": .string(verdict.rawValue),
      "weight": .number(weight),
      "carried_weight": .number(carriedWeight),
      "estimate": estimate?.json ?? .null,
      "assessment": assessment?.json ?? .null,
      "signs": .array(signs.map(\.json)),
    ]
  }
}

extension ScreeningReport.Sign {
  /// The sign as JSON: `concept`, `category`, `severity`, `subject`, `strength`, `cues`, `evidence`.
  public var json: JSONValue {
    [
      "concept": .string(concept),
      "category": .string(category.rawValue),
      "severity": .string(severity.rawValue),
      "subject": .string(subject.rawValue),
      "strength": .number(strength),
      "cues": .array(cues.map { .string($0.rawValue) }),
      "evidence": evidence.json,
    ]
  }
}
