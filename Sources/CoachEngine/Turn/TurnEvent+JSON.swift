import CoachSafety
public import JSON
import SafetyRules
import StreamParsing

extension TurnEvent {
  /// The event as a JSON object, as printed by the command line and sent by a server.
  public var json: JSONValue {
    switch self {
    case .started(let start):
      return [
        "event": "started", "request": .string(start.requestID),
        "message_id": .string(start.messageID), "route": .string(start.route.rawValue),
        "prompt": .string(start.prompt),
      ]
    case .text(let text): return ["event": "text", "text": .string(text)]
    case .tag(let tag): return tag.json.with("event", "tag")
    case .finding(let finding): return finding.json.with("event", "finding")
    case .crisis(let notice): return notice.json.with("event", "crisis_detected")
    case .limits(let notice, let text):
      var object = notice.json.object ?? [:]
      object["text"] = text.map { .string($0) }
      return JSONValue.object(object).with("event", "limits")
    case .refused(let refusal): return refusal.json.with("event", "refused")
    case .failed(let failure): return failure.json.with("event", "failed")
    case .done(let outcome): return outcome.json.with("event", "done")
    }
  }
}

extension JSONValue {
  /// Returns the object with another member in front.
  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
    var object: JSONObject = [name: value]
    for (name, value) in self.object ?? [:] { object[name] = value }
    return .object(object)
  }
}

extension CheckedTag {
  /// The tag as a JSON object: `tag`, then `text` of an inline tag, `payload` and `raw` of a signal, and the
  /// verdict.
  public var json: JSONValue {
    var object: JSONObject = ["tag": .string(name)]
    object["text"] = tag.words.map { .string($0) }
    object["payload"] = payload
    switch verdict {
    case .valid: object["verdict"] = "valid"
    case .repaired(let repairs):
      object["verdict"] = "repaired"
      object["repairs"] = .array(repairs.map { .string($0) })
    case .invalid(let reasons):
      object["verdict"] = "invalid"
      object["problems"] = .array(reasons.map { .string($0) })
    }
    guard verdict != .valid else { return .object(object) }
    switch tag.content {
    case .payload(let payload): object["raw"] = .string(payload.raw)
    case .malformed(let raw, _): object["raw"] = .string(raw)
    case .inline, .bare: break
    }
    return .object(object)
  }
}

extension CrisisNotice {
  /// The notice as a JSON object, without the person's words.
  public var json: JSONValue {
    var object: JSONObject = [
      "severity": .string(assessment.severity.rawValue),
      "categories": .array(assessment.categories.map { .string($0.rawValue) }),
      "is_follow_up": .bool(assessment.isFollowUp),
      "resources": .array(resources.map(\.json)),
    ]
    object["emergency_number"] = emergencyNumber.map { .string($0) }
    return .object(object)
  }
}

extension UsageNotice {
  /// The notice as a JSON object.
  public var json: JSONValue {
    var object: JSONObject = [
      "key": .string(key), "tier": .string(tier.rawValue), "used": .integer(used),
      "limit": .integer(limit),
      "remaining": .integer(remaining), "shows_count": .bool(showsCount),
      "is_trial": .bool(isTrial),
    ]
    object["resets_at"] = resetsAt.map { .number($0) }
    return .object(object)
  }
}

extension TurnRefusal {
  /// The refusal as a JSON object.
  public var json: JSONValue {
    var object: JSONObject = ["reason": .string(reason.word), "text": .string(text)]
    object["retry_after"] = retryAfter.map { .number($0) }
    if case .answered(let id) = reason { object["message_id"] = .string(id) }
    return .object(object)
  }
}

extension TurnFailure {
  /// The failure as a JSON object; `detail` is for operators only.
  public var json: JSONValue {
    [
      "code": .string(code.rawValue), "text": .string(text), "kept_text": .bool(keepsText),
      "detail": .string(detail),
    ]
  }
}
