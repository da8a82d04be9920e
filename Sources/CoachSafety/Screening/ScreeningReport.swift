public import SafetyRules
public import JSON

/// Everything that the screen saw in a message and the session before it, and what it made of it.
///
/// For people who tune or review the screen, and for a second opinion that is asked only when this is unsure.
public struct ScreeningReport: Sendable, Hashable {
  /// A concept that was mentioned.
  public struct Sign: Sendable, Hashable {
    /// The concept's name, such as `being_a_burden`.
    public var concept: String
    /// What it signals.
    public var category: CrisisCategory
    /// How near the danger is.
    public var severity: CrisisSeverity
    /// Whom it is about.
    public var subject: CrisisSubject
    /// What it adds after all cues; from ``CrisisScreen/threshold`` on it is enough by itself.
    public var strength: Double
    /// What the words around it say of it.
    public var cues: [CueEffect]
    /// The words.
    public var evidence: SafetyAssessment.Evidence
  }

  /// The signs of the message, in the order of the text, those that cues leave nothing of included.
  public var signs: [Sign]
  /// What the message adds by itself, about its writer.
  public var weight: Double
  /// What is left over of the session's earlier messages.
  public var carriedWeight: Double
  /// What the message adds by itself, about somebody else.
  public var weightAboutOthers = 0.0
  /// What it comes to; nil where nothing is flagged.
  public var assessment: SafetyAssessment?
}

extension ScreeningReport {
  /// The report as data. It quotes the person.
  public var json: JSONValue {
    [
      "flagged": .bool(assessment != nil),
      "weight": .number(weight),
      "carried_weight": .number(carriedWeight),
      "assessment": assessment?.json ?? .null,
      "signs": .array(signs.map(\.json)),
    ]
  }
}

extension ScreeningReport.Sign {
  /// The sign as data.
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
