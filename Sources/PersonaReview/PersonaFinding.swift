public import SafetyRules
public import JSON

/// A passage of a persona that breaks a rule.
public struct PersonaFinding: Sendable, Hashable {
  /// Who found it.
  public var stage: PersonaReview.StageName
  /// The rule that it breaks.
  public var rule: PersonaRule
  /// What it makes of the persona by itself; never ``PersonaVerdict/approve``.
  public var verdict: PersonaVerdict
  /// Which check of the text's form found it; nil for words that mean something.
  public var check: PersonaCheck?
  /// Where it stands.
  public var field: PersonaField
  /// The words as they stand there, the first ones of a long passage.
  public var quote: String
  /// The place of the whole passage in the field, in bytes of its UTF-8.
  public var range: Range<Int>
  /// What a reader cannot see in the quote: the names of characters, the words behind a disguise, a length.
  public var detail: String?
  /// To the creator: what could happen, and what would have to change.
  public var explanation: String

  /// Creates a finding.
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
  /// The finding as data: `rule`, `verdict`, `field`, `quote`, `start`, `end` (bytes), `explanation`, `stage`, and
  /// where there is one `check` and `detail`.
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
