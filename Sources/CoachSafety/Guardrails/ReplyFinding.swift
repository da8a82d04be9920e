public import SafetyRules
public import JSON

/// What a check found in a sentence of a reply.
public struct ReplyFinding: Sendable, Hashable {
  /// What was found.
  public var check: ReplyCheck
  /// What the policy says about it.
  public var action: GuardrailAction
  /// The sentence as the model wrote it; of a very long one the stretch that was looked at.
  public var sentence: String
  /// Where the sentence stands in the reply as the model wrote it, in bytes of UTF-8.
  public var range: Range<Int>
  /// The words that decided it, without marks of Markdown.
  public var evidence: String

  /// Creates a finding.
  public init(
    check: ReplyCheck, action: GuardrailAction, sentence: String, range: Range<Int>,
    evidence: String
  ) {
    self.check = check
    self.action = action
    self.sentence = sentence
    self.range = range
    self.evidence = evidence
  }

  /// The finding as data: `check`, `action`, `sentence`, `start`, `end` (bytes), `evidence`.
  ///
  /// It quotes the reply, which may quote the person; whoever stores or logs it decides what goes along.
  public var json: JSONValue {
    [
      "check": .string(check.rawValue),
      "action": .string(action.rawValue),
      "sentence": .string(sentence),
      "start": .integer(range.lowerBound),
      "end": .integer(range.upperBound),
      "evidence": .string(evidence),
    ]
  }
}

/// A piece of a reply behind its guard.
public enum GuardedPiece: Sendable, Hashable {
  /// Words that may be shown.
  case text(String)
  /// Something was found.
  case finding(ReplyFinding)
  /// The reply has ended here, whatever else the model says.
  case blocked
}
