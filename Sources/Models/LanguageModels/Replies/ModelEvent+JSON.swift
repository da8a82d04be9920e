import CoachModel
public import Documents

extension ModelEvent {
  /// The event as a JSON object, for recordings and for programs that read this library's output.
  public var json: JSONValue {
    switch self {
    case .started(let start):
      var object: JSONObject = ["event": "started"]
      object["id"] = start.id.map { .string($0) }
      object["model"] = start.model.map { .string($0) }
      object["request_id"] = start.requestID.map { .string($0) }
      object["wire"] = start.wire.map { .string($0.rawValue) }
      if start.isCached { object["cached"] = true }
      return .object(object)
    case .partStarted(let index, let kind):
      var object: JSONObject = [
        "event": "part_started", "index": .integer(index), "kind": .string(kind.word),
      ]
      switch kind {
      case .toolCall(let id, let name):
        object["id"] = .string(id)
        object["name"] = .string(name)
      case .other(let type): object["type"] = .string(type)
      case .text, .reasoning, .refusal: break
      }
      return .object(object)
    case .partDelta(let index, let delta):
      var object: JSONObject = ["event": "part_delta", "index": .integer(index)]
      object[delta.word] = .string(delta.content)
      if case .signature(_, isHidden: true) = delta { object["hidden"] = true }
      return .object(object)
    case .partEnded(let index): return ["event": "part_ended", "index": .integer(index)]
    case .partReclassified(let index, let kind):
      return [
        "event": "part_reclassified", "index": .integer(index), "kind": .string(kind.word),
      ]
    case .continued(let part):
      var object: JSONObject = [
        "event": "continued", "failed": part.failed.json, "failure": .string(part.failure.rawValue),
      ]
      object["usage"] = part.usage?.json
      object["next"] = part.next.json
      return .object(object)
    case .usage(let usage): return ["event": "usage", "usage": usage.json]
    case .warning(let text): return ["event": "warning", "message": .string(text)]
    case .finished(let reason):
      return ["event": "finished", "reason": .string(reason.word)]
    }
  }

  /// Parses an event as ``json`` writes it; nil for anything else.
  public init?(_ json: JSONValue) {
    let index = json["index"]?.integer
    switch (json["event"]?.string, index) {
    case ("started"?, _):
      self = .started(
        ModelStart(
          id: json["id"]?.string, model: json["model"]?.string,
          requestID: json["request_id"]?.string,
          wire: json["wire"]?.string.map(WireProtocol.init(rawValue:)),
          isCached: json["cached"]?.bool ?? false))
    case ("part_started"?, let index?):
      guard let kind = ModelPartKind(json) else { return nil }
      self = .partStarted(index: index, kind: kind)
    case ("part_delta"?, let index?):
      guard let delta = ModelDelta(json) else { return nil }
      self = .partDelta(index: index, delta: delta)
    case ("part_ended"?, let index?): self = .partEnded(index: index)
    case ("part_reclassified"?, let index?):
      guard let kind = ModelPartKind(json) else { return nil }
      self = .partReclassified(index: index, kind: kind)
    case ("continued"?, _):
      guard let failed = json["failed"].flatMap({ ModelIdentity($0) }),
        let next = json["next"].flatMap({ ModelIdentity($0) })
      else { return nil }
      let code = json["failure"]?.string.flatMap { ModelError.Code(rawValue: $0) }
      self = .continued(
        ReplyBreak(
          failed: failed, failure: code ?? .truncated, usage: json["usage"].map { TokenUsage($0) },
          next: next))
    case ("usage"?, _):
      guard let usage = json["usage"] else { return nil }
      self = .usage(TokenUsage(usage))
    case ("warning"?, _):
      guard let message = json["message"]?.string else { return nil }
      self = .warning(message)
    case ("finished"?, _):
      guard let word = json["reason"]?.string else { return nil }
      self = .finished(FinishReason(word: word))
    default: return nil
    }
  }
}

extension ModelIdentity {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["provider": .string(provider), "model": .string(model)]
    object["address"] = address.map { .string($0) }
    return .object(object)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let provider = json["provider"]?.string, let model = json["model"]?.string else {
      return nil
    }
    self.init(provider: provider, model: model, address: json["address"]?.string)
  }
}

extension ModelPartKind {
  fileprivate var word: String {
    switch self {
    case .text: "text"
    case .reasoning: "reasoning"
    case .refusal: "refusal"
    case .toolCall: "tool_call"
    case .other: "other"
    }
  }

  fileprivate init?(_ json: JSONValue) {
    switch json["kind"]?.string {
    case "text"?: self = .text
    case "reasoning"?: self = .reasoning
    case "refusal"?: self = .refusal
    case "tool_call"?:
      guard let id = json["id"]?.string, let name = json["name"]?.string else { return nil }
      self = .toolCall(id: id, name: name)
    case "other"?: self = .other(json["type"]?.string ?? "unknown")
    default: return nil
    }
  }
}

extension ModelDelta {
  fileprivate var word: String {
    switch self {
    case .text: "text"
    case .reasoning: "reasoning"
    case .signature: "signature"
    case .refusal: "refusal"
    case .arguments: "arguments"
    case .other: "other"
    }
  }

  /// The text of the delta, whatever its kind.
  package var content: String {
    switch self {
    case .text(let text), .reasoning(let text), .signature(let text, _), .refusal(let text),
      .arguments(let text), .other(let text):
      text
    }
  }

  fileprivate init?(_ json: JSONValue) {
    if let text = json["text"]?.string {
      self = .text(text)
    } else if let text = json["reasoning"]?.string {
      self = .reasoning(text)
    } else if let text = json["signature"]?.string {
      self = .signature(text, isHidden: json["hidden"]?.bool ?? false)
    } else if let text = json["refusal"]?.string {
      self = .refusal(text)
    } else if let text = json["arguments"]?.string {
      self = .arguments(text)
    } else if let text = json["other"]?.string {
      self = .other(text)
    } else {
      return nil
    }
  }
}
