import CoachDomains
import CoachModel
import CoachSafety
public import JSON
import LanguageModels
import SourceFiles

extension TurnOutcome {
  /// The outcome as a JSON object; missing values are omitted.
  public var json: JSONValue {
    var object: JSONObject = [
      "request": .string(requestID), "person": .string(person), "route": .string(route.rawValue),
    ]
    object["message"] = message?.json
    object["discovery_complete"] = .bool(discovery != nil)
    object["discovery"] = discovery?.profile?.json
    object["discovery_source"] = discovery?.source.map { .string($0.rawValue) }
    object["sessions"] = updates.sessions.map { .integer($0) }
    object["access"] = updates.access?.json
    object["limits"] = usageNotice?.json
    object["refusal"] = refusal?.json
    object["failure"] = failure?.json
    object["crisis_detected"] = .bool(safety != nil)
    object["safety"] = safety?.json
    object["findings"] = findings.isEmpty ? nil : .array(findings.map(\.json))
    object["routing"] = trace.routing?.json
    object["domain"] = updates.domain.map { .string($0) }
    object["signals"] = .array(updates.signals.map(\.json))
    object["memory_changes"] = .array(updates.memory.map(\.json))
    object["prompt"] = trace.prompt?.json
    object["calls"] = .array(trace.calls.map(\.json))
    if !trace.calls.isEmpty {
      object["usage"] = trace.usage.json
      object["cost"] = trace.cost.map { .number($0) }
    }
    if !trace.problems.isEmpty { object["problems"] = .array(trace.problems.map { .string($0) }) }
    object["timings"] = trace.timings.json
    return .object(object)
  }
}

extension CoachReply {
  /// The message as a JSON object.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "text": .string(text)]
    if written != text { object["written"] = .string(written) }
    object["tags"] = .array(tags.map(\.json))
    object["finish"] = finish.map { .string($0.word) }
    object["is_partial"] = .bool(isPartial)
    return .object(object)
  }
}

extension TurnPrompt {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "reference": .string(reference), "template_digest": .string(templateDigest.description),
      "request_digest": .string(requestDigest.description),
    ]
    object["experiment"] = experiment.map { .string($0) }
    if leftOutMessages > 0 { object["left_out_messages"] = .integer(leftOutMessages) }
    return .object(object)
  }
}

extension TurnCall {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "purpose": .string(purpose), "model": .string(model.description),
    ]
    object["usage"] = usage?.json
    object["cost"] = cost.map { .number($0) }
    return .object(object)
  }
}

extension TurnTimings {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "access_ms": .number(access.milliseconds), "assembly_ms": .number(assembly.milliseconds),
    ]
    object["first_words_ms"] = firstWords.map { .number($0.milliseconds) }
    object["total_ms"] = .number(total.milliseconds)
    return .object(object)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded to three decimal places.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1000 + (Double(attoseconds) / 1e12).rounded() / 1000
  }
}
