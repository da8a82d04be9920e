public import Documents
public import SafetyRules
import SourceFiles

/// A check's finding in a sentence of a reply.
public struct ReplyFinding: Sendable, Hashable {
  /// The check that matched.
  public var check: ReplyCheck
  /// The policy's action for the check.
  public var action: GuardrailAction
  /// The sentence as the model wrote it; for a very long sentence, the stretch that was examined.
  public var sentence: String
  /// The position of the sentence in the reply as the model wrote it, as UTF-8 byte offsets.
  public var range: Range<Int>
  /// The words that matched, without Markdown marks.
  public var evidence: String

  /// Whether the sentence did not reach the person: it was replaced, or the reply ended before it.
  public var isRemoval: Bool { action > .mark }

  /// Creates a finding of a check in a sentence.
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

  package static let members = JSONObjectForm<ReplyFinding>(
    "a finding", .required("check", \.check, .name(among: ReplyCheck.builtIn)),
    .required("action", \.action, .choice),
    .required("sentence", \.sentence, .text),
    .required("start", \.range.lowerBound, .integer()),
    .required("end", \.range.upperBound, .integer()), .required("evidence", \.evidence, .text)
  ) { (object) throws(SourceError) in
    ReplyFinding(
      check: object.check, action: object.action, sentence: object.sentence,
      range: try object.node.range(
        from: object[\.range.lowerBound], to: object[\.range.upperBound]), evidence: object.evidence
    )
  }

  /// The finding as JSON: `check`, `action`, `sentence`, `start` and `end` (UTF-8 byte offsets), `evidence`.
  ///
  /// It quotes the reply, which may quote the person: decide what to keep before you store or log it.
  public var json: JSONValue { Self.members.form.write(self) }
}

/// A piece of a reply after its guard.
public enum GuardedPiece: Sendable, Hashable {
  /// Text that may be shown.
  case text(String)
  /// A finding, which follows the text of its sentence.
  case finding(ReplyFinding)
  /// The end of the reply, whatever else the model writes.
  case blocked
}
