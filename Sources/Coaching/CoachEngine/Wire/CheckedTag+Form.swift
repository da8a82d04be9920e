public import Documents
import SourceFiles
import StreamParsing

extension CheckedTag {
  /// The JSON form of a tag.
  ///
  /// `text` belongs to an inline tag, `raw` to a signal with content: what the model wrote. `payload` is the object after
  /// all repairs, `parsed` the one before those of the check, if they differ.
  static let members = JSONObjectForm<CheckedTag>(
    "a tag", .required("tag", \.tag.name, .text), .optional("text", \.tag.words, .text),
    .optional("is_closed", \.isClosed, .bool, default: true),
    .optional("payload", \.payload, .any), .optional("raw", \.raw, .text),
    .optional("parsed", \.parsedPayload, .any),
    .list("parse_repairs", \.parseRepairs, .choice), .optional("malformed", \.malformation, .text),
    .required("verdict", \.verdictWord, .choice), .list("repairs", \.repairs, .text),
    .list("problems", \.problems, .text)
  ) { object in
    let content: ReplyTag.Content =
      if let text = object[\.tag.words] {
        .inline(text, isClosed: object.isClosed)
      } else if let malformed = object.malformation {
        .malformed(raw: object.raw ?? "", reason: malformed)
      } else if let raw = object.raw, let value = object.parsedPayload ?? object.payload {
        .payload(ReplyPayload(value, repairs: object.parseRepairs, raw: raw))
      } else {
        .bare
      }
    return CheckedTag(
      tag: ReplyTag(name: object[\.tag.name], content: content), payload: object.payload,
      verdict: object.verdictWord.verdict(repairs: object.repairs, problems: object.problems))
  }

  /// The tag as JSON.
  public var json: JSONValue { Self.members.form.write(self) }

  private enum VerdictWord: String, CaseIterable {
    case valid
    case repaired
    case invalid

    func verdict(repairs: [String], problems: [String]) -> Verdict {
      switch self {
      case .valid: .valid
      case .repaired: .repaired(repairs)
      case .invalid: .invalid(problems)
      }
    }
  }

  private var verdictWord: VerdictWord {
    switch verdict {
    case .valid: .valid
    case .repaired: .repaired
    case .invalid: .invalid
    }
  }

  private var isClosed: Bool {
    if case .inline(_, let isClosed) = tag.content { isClosed } else { true }
  }

  private var raw: String? {
    switch tag.content {
    case .payload(let payload): payload.raw
    case .malformed(let raw, _): raw
    case .inline, .bare: nil
    }
  }

  private var malformation: String? {
    if case .malformed(_, let reason) = tag.content { reason } else { nil }
  }

  private var parseRepairs: [JSONRepair] {
    if case .payload(let payload) = tag.content { payload.repairs } else { [] }
  }

  private var parsedPayload: JSONValue? {
    guard let parsed = tag.payload, parsed != payload else { return nil }
    return parsed
  }
}
