public import Documents
public import SafetyRules

/// A passage of a persona that breaks a rule.
public struct PersonaFinding: Sendable, Hashable {
  /// The stage that made the finding.
  public var stage: PersonaReview.StageName
  /// The rule that the passage breaks.
  public var rule: PersonaRule
  /// The verdict that the passage would justify by itself; never ``PersonaVerdict/approve``.
  public var verdict: PersonaVerdict
  /// The check that made the finding; `nil` if it rests only on what the words mean.
  public var check: PersonaCheck?
  /// The field that contains the passage.
  public var field: PersonaField
  /// The passage as written, shortened if it is long.
  public var quote: String
  /// The position of the whole passage in the field, as UTF-8 byte offsets.
  public var range: Range<Int>
  /// What a reader cannot see in the quote: the names of characters, the words behind a disguise, a length.
  public var detail: String?
  /// An explanation for the creator: what could happen, and what would have to change.
  public var explanation: String

  /// Creates a finding; `check` is `nil` if the finding rests only on what the words mean.
  public init(
    stage: PersonaReview.StageName, rule: PersonaRule, verdict: PersonaVerdict,
    check: PersonaCheck? = nil, field: PersonaField, quote: String, range: Range<Int>,
    detail: String? = nil, explanation: String
  ) {
    self.stage = stage
    self.rule = rule
    self.verdict = verdict
    self.check = check
    self.field = field
    self.quote = quote
    self.range = range
    self.detail = detail
    self.explanation = explanation
  }
}

extension PersonaFinding {
  /// The finding as JSON: `rule`, `verdict`, `field`, `quote`, `start` and `end` (UTF-8 byte offsets), `explanation`,
  /// `stage` and, if present, `check` and `detail`.
  public var json: JSONValue {
    var object: JSONObject = [
      "rule": .string(rule.rawValue),
      "verdict": .string(verdict.rawValue),
      "field": .string(field.rawValue),
      "quote": .string(quote),
      "start": .integer(range.lowerBound),
      "end": .integer(range.upperBound),
      "explanation": .string(explanation),
      "stage": .string(stage.rawValue),
    ]
    object["check"] = check.map { .string($0.rawValue) }
    object["detail"] = detail.map { .string($0) }
    return .object(object)
  }
}
