public import Documents
public import SafetyRules

/// A review of a persona: whether it may be published, and why not.
public struct PersonaReview: Sendable, Hashable {
  /// The reviewer of a stage.
  public enum StageName: String, Sendable, Hashable, CaseIterable {
    /// The local rules, ``PersonaRules``.
    case rules
    /// A language model, if one is available.
    case model
  }

  /// The outcome of a stage.
  public enum Outcome: Sendable, Hashable {
    /// The stage reviewed the persona.
    case verdict(PersonaVerdict)
    /// The stage could not review the persona, for the given reason.
    case unavailable(String)
  }

  /// The review of a persona by one reviewer.
  public struct Stage: Sendable, Hashable {
    /// The reviewer that this stage consists of.
    public var name: StageName
    /// The verdict, or why there is none.
    public var outcome: Outcome
    /// Notes for operators, such as reasons that were dropped.
    public var notes: [String]

    /// Creates a stage with its reviewer and outcome.
    public init(_ name: StageName, _ outcome: Outcome, notes: [String] = []) {
      self.name = name
      self.outcome = outcome
      self.notes = notes
    }
  }

  /// The findings: those of the rules in the order of the fields, then those of the model.
  public var findings: [PersonaFinding]
  /// The stages that ran, in order.
  public var stages: [Stage]

  /// Creates a review from the findings and the stages that made them.
  public init(findings: [PersonaFinding], stages: [Stage]) {
    self.findings = findings
    self.stages = stages
  }

  /// The most severe verdict of all stages and findings.
  ///
  /// A stage that was unavailable counts as ``PersonaVerdict/revise``, and so does a review without stages: what was
  /// not reviewed needs a manual review before it is published.
  public var verdict: PersonaVerdict {
    let verdicts = stages.map { stage -> PersonaVerdict in
      if case .verdict(let verdict) = stage.outcome { verdict } else { .revise }
    }
    return max(verdicts.max() ?? .revise, findings.map(\.verdict).max() ?? .approve)
  }

  /// The outcome of the model's review; `nil` if the model was not asked.
  public var modelVerdict: Outcome? { stages.last { $0.name == .model }?.outcome }
}

extension PersonaReview {
  /// The review as JSON: `verdict`, `model_verdict` (`not_asked` and `unavailable` included), `findings`, `stages`.
  public var json: JSONValue {
    [
      "verdict": .string(verdict.rawValue),
      "model_verdict": .string(modelVerdict?.word ?? "not_asked"),
      "findings": .array(findings.map(\.json)),
      "stages": .array(stages.map(\.json)),
    ]
  }
}

extension PersonaReview.Stage {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "stage": .string(name.rawValue), "verdict": .string(outcome.word),
    ]
    if case .unavailable(let why) = outcome { object["why"] = .string(why) }
    if !notes.isEmpty { object["notes"] = .array(notes.map { .string($0) }) }
    return .object(object)
  }
}

extension PersonaReview.Outcome {
  /// The raw value of the verdict, or `unavailable`.
  public var word: String {
    switch self {
    case .verdict(let verdict): verdict.rawValue
    case .unavailable: "unavailable"
    }
  }
}
