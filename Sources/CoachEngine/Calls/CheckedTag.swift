public import JSON
public import PromptTemplates
public import StreamParsing

/// A tag that a model wrote, held against the contract of its prompt.
///
/// A reply is never lost to a bad payload: what can be mended is, and says so; what cannot is kept as it was
/// written, with the reasons.
public struct CheckedTag: Sendable, Hashable {
  /// Whether a tag keeps the contract.
  public enum Verdict: Sendable, Hashable {
    /// It does.
    case valid
    /// It does after what is listed was mended.
    case repaired([String])
    /// It does not, for these reasons.
    case invalid([String])
  }

  /// The tag as the model wrote it.
  public var tag: ReplyTag
  /// The payload, mended where it had to be; also an invalid one, as far as it could be read. Nil without one.
  public var payload: JSONValue?
  /// Whether it keeps the contract.
  public var verdict: Verdict

  /// The declared name.
  public var name: String { tag.name }

  /// Whether it can be used.
  public var isUsable: Bool { if case .invalid = verdict { false } else { true } }

  /// The reasons for which it cannot be used; empty when it can.
  public var problems: [String] { if case .invalid(let reasons) = verdict { reasons } else { [] } }

  /// What was mended.
  public var repairs: [String] { if case .repaired(let repairs) = verdict { repairs } else { [] } }
}

extension ReplyContract {
  /// Holds a tag against the contract.
  public func check(_ tag: ReplyTag) -> CheckedTag {
    let schema = payloads[tag.name]
    switch tag.content {
    case .inline(let words, let isClosed):
      if words.isEmpty { return CheckedTag(tag: tag, verdict: .invalid(["it holds no words"])) }
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
      return check(tag, payload, schema)
    }
  }

  private func check(_ tag: ReplyTag, _ payload: ReplyPayload, _ schema: JSONSchema) -> CheckedTag {
    var repairs = payload.repairs.map(\.rawValue)
    var value = payload.value
    if !schema.violations(of: value).isEmpty {
      var repair = PayloadRepair(schema.source)
      value = repair.mend(value)
      repairs += repair.repairs
    }
    let reasons = schema.violations(of: value).map(\.description)
    return CheckedTag(
      tag: tag, payload: value,
      verdict: !reasons.isEmpty ? .invalid(reasons) : repairs.isEmpty ? .valid : .repaired(repairs))
  }
}
