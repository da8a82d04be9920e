public import SafetyRules
public import JSON

/// Whether a persona may be published, and why not.
public struct PersonaReview: Sendable, Hashable {
  /// Who looks at a persona.
  public enum StageName: String, Sendable, Hashable, CaseIterable {
    /// The rules on this machine.
    case rules
    /// A model.
    case model
  }

  /// What a stage came to.
  public enum Outcome: Sendable, Hashable {
    /// It has looked at the persona.
    case verdict(PersonaVerdict)
    /// It could not, for this reason.
    case unavailable(String)
  }

  /// One look at the persona.
  public struct Stage: Sendable, Hashable {
    /// Who has looked.
    public var name: StageName
    /// What it came to.
    public var outcome: Outcome
    /// What operators should know of it, such as reasons that were dropped.
    public var notes: [String]

    /// Creates a stage.
    public init(_ name: StageName, _ outcome: Outcome, notes: [String] = []) {
      self.name = name
      self.outcome = outcome
      self.notes = notes
    }
  }

  /// The reasons: those of the rules in the order of the fields, then those of the model.
  public var findings: [PersonaFinding]
  /// Who was asked, in order.
  public var stages: [Stage]

  /// Creates a review.
  public init(findings: [PersonaFinding], stages: [Stage]) {
    self.findings = findings
    self.stages = stages
  }

  /// The gravest verdict of all stages.
  ///
  /// A stage that could not look counts as ``PersonaVerdict/revise``, and so does a review without any: what
  /// nobody has looked at needs somebody's look before it is published.
  public var verdict: PersonaVerdict {
    let verdicts = stages.map { stage -> PersonaVerdict in
      if case .verdict(let verdict) = stage.outcome { verdict } else { .revise }
    }
    return max(verdicts.max() ?? .revise, findings.map(\.verdict).max() ?? .approve)
  }

  /// What the model came to; nil when it was not asked.
  public var modelVerdict: Outcome? { stages.last { $0.name == .model }?.outcome }
}

extension PersonaReview {
  /// The review as data: `verdict`, `model_verdict` (`not_asked` and `unavailable` included), `findings`, `stages`.
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
  /// The verdict's word, or `unavailable`.
  public var word: String {
    switch self {
    case .verdict(let verdict): verdict.rawValue
    case .unavailable: "unavailable"
    }
  }
}
