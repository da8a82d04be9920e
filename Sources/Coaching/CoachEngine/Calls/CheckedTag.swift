public import Documents
public import PromptTemplates
public import StreamParsing

/// A tag written by a model, with the result of checking it against the prompt's reply contract.
///
/// An invalid payload never loses a reply: what can be repaired is repaired and reported; everything else is kept
/// as written, with the problems.
public struct CheckedTag: Sendable, Hashable {
  /// The result of the check.
  public enum Verdict: Sendable, Hashable {
    /// The tag satisfies the contract.
    case valid
    /// The tag satisfies the contract after the listed repairs.
    case repaired([String])
    /// The tag violates the contract for the listed reasons.
    case invalid([String])
  }

  /// The tag as the model wrote it.
  public var tag: ReplyTag
  /// The payload after repairs, `nil` if the tag has none. An invalid payload is kept as far as it could be read.
  public var payload: JSONValue?
  /// The result of the check.
  public var verdict: Verdict

  /// The declared name of the tag.
  public var name: String { tag.name }

  /// Whether the tag is valid, possibly after repairs.
  public var isUsable: Bool { if case .invalid = verdict { false } else { true } }

  /// The reasons why the tag is invalid; empty if it is usable.
  public var problems: [String] { if case .invalid(let reasons) = verdict { reasons } else { [] } }

  /// The repairs that were made, in words.
  public var repairs: [String] { if case .repaired(let repairs) = verdict { repairs } else { [] } }
}

extension ReplyContract {
  /// Checks a tag against the contract, repairing its payload if the meaning is unambiguous.
  public func check(_ tag: ReplyTag) -> CheckedTag {
    let schema = payloads[tag.name]
    switch tag.content {
    case .inline(let words, let isClosed):
      if words.isEmpty { return CheckedTag(tag: tag, verdict: .invalid(["it contains no text"])) }
      return CheckedTag(
        tag: tag, verdict: isClosed ? .valid : .repaired(["its bracket was never closed"]))
    case .bare:
      return CheckedTag(
        tag: tag, verdict: schema == nil ? .valid : .invalid(["its payload is missing"]))
    case .malformed where schema == nil:
      return CheckedTag(tag: tag, verdict: .repaired(["what stood with it was left out"]))
    case .malformed(_, let reason):
      return CheckedTag(
        tag: tag, verdict: .invalid(["its payload is not JSON: \(reason)"]))
    case .payload(let payload):
      guard let schema else {
        return CheckedTag(
          tag: tag, payload: payload.value, verdict: .repaired(["what stood with it was left out"]))
      }
      return check(tag, payload: payload, against: schema)
    }
  }

  private func check(_ tag: ReplyTag, payload: ReplyPayload, against schema: JSONSchema)
    -> CheckedTag
  {
    var repairs = payload.repairs.map(\.rawValue)
    var value = payload.value
    if !schema.violations(of: value).isEmpty {
      var repair = PayloadRepair(schema.source)
      value = repair.apply(to: value)
      repairs += repair.repairs
    }
    let reasons = schema.violations(of: value).map(\.description)
    return CheckedTag(
      tag: tag, payload: value,
      verdict: !reasons.isEmpty ? .invalid(reasons) : repairs.isEmpty ? .valid : .repaired(repairs))
  }
}
