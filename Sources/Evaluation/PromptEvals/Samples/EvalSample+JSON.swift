import CoachModel
import CoachSafety
public import Documents
import EvalGraders
import LanguageModels
import SafetyRules

extension EvalSample {
  /// The sample as JSON.
  ///
  /// Members without a value are omitted.
  public var json: JSONObject {
    var object: JSONObject = [
      "side": .string(key.side), "transcript": .string(key.transcript),
      "attempt": .integer(key.attempt), "title": .string(title), "cluster": .string(cluster),
      "turns": .array(turns.map { .object($0.json) }),
      "grades": .array(grades.map { .object($0.json) }), "started": .number(started),
    ]
    if isReference { object["reference"] = true }
    if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
    object["person"] = person.map { .string($0) }
    object["language"] = language.map { .string($0) }
    if !personFaults.isEmpty {
      object["person_faults"] = .array(
        personFaults.map {
          [
            "kind": .string($0.kind.rawValue), "after": .integer($0.after),
            "reason": .string($0.reason),
          ]
        })
    }
    if !judgeCalls.isEmpty { object["judge_calls"] = .array(judgeCalls.map { .object($0.json) }) }
    if overhead.calls > 0 {
      var costs: JSONObject = ["calls": .integer(overhead.calls)]
      costs["usage"] = .object(overhead.usage.storedJSON)
      costs["dollars"] = overhead.dollars.map { .number($0) }
      object["overhead"] = .object(costs)
    }
    return object
  }

  /// Reads the format of ``json``; `nil` if a required member is missing.
  public init?(_ value: JSONValue) {
    guard let side = value["side"]?.string, let transcript = value["transcript"]?.string,
      let turns = value["turns"]?.array, let grades = value["grades"]?.array
    else { return nil }
    self.init(
      SampleKey(
        side: side, transcript: transcript,
        attempt: value["attempt"]?.integer?.within(StoredRange.counts) ?? 1),
      title: value["title"]?.string ?? transcript,
      cluster: value["cluster"]?.string ?? transcript)
    isReference = value["reference"]?.bool ?? false
    tags = value["tags"]?.array?.compactMap(\.string) ?? []
    person = value["person"]?.string
    language = value["language"]?.string
    self.turns = turns.compactMap { EvalTurn($0) }
    self.grades = grades.compactMap { Grade($0) }
    personFaults = value["person_faults"]?.array?.compactMap { PersonFault($0) } ?? []
    judgeCalls = value["judge_calls"]?.array?.compactMap { JudgeCall($0) } ?? []
    started = value["started"]?.number ?? 0
    if let costs = value["overhead"] {
      overhead.calls = costs["calls"]?.integer?.within(StoredRange.counts) ?? 0
      overhead.usage = TokenUsage(stored: costs["usage"] ?? nil)
      overhead.dollars = costs["dollars"]?.number?.within(StoredRange.dollars)
    }
  }
}

extension EvalTurn {
  /// The turn as JSON.
  ///
  /// Members without a value are omitted.
  var json: JSONObject {
    var object: JSONObject = ["number": .integer(number)]
    object["person"] = personBefore.map { .string($0) }
    object["reply"] = .string(reply)
    if !visibleText.utf8.elementsEqual(reply.utf8) { object["shown"] = .string(visibleText) }
    object["finish"] = finish.map { .string($0) }
    object["error"] = error.map { .string($0) }
    object["error_code"] = errorCode.map { .string($0.rawValue) }
    if !findings.isEmpty { object["findings"] = .array(findings.map(\.json)) }
    object["domain"] = domain.map { .string($0) }
    if answersCrisis { object["crisis"] = true }
    if !withheldTags.isEmpty {
      object["withheld_tags"] = .array(withheldTags.map { .integer($0) })
    }
    object["tool_calls"] = toolCalls.map { calls in
      .array(
        calls.map {
          ["id": .string($0.id), "name": .string($0.name), "arguments": .string($0.arguments)]
        })
    }
    if let source { object["source"] = .object(source.json) }
    if let effort {
      object["usage"] = effort.usage.map { .object($0.storedJSON) }
      object["dollars"] = effort.dollars.map { .number($0) }
      object["first_seconds"] = effort.timeToFirstToken.map { .number($0) }
      object["seconds"] = effort.seconds.map { .number($0) }
    }
    return object
  }

  init?(_ value: JSONValue) {
    guard let number = value["number"]?.integer?.within(StoredRange.counts),
      let reply = value["reply"]?.string
    else {
      return nil
    }
    self.init(number: number, personBefore: value["person"]?.string)
    self.reply = reply
    visibleText = value["shown"]?.string ?? reply
    finish = value["finish"]?.string
    error = value["error"]?.string
    errorCode = value["error_code"]?.string.flatMap(ModelError.Code.init)
    findings = value["findings"]?.array?.compactMap { ReplyFinding(stored: $0) } ?? []
    domain = value["domain"]?.string
    answersCrisis = value["crisis"]?.bool ?? false
    withheldTags = value["withheld_tags"]?.array?.compactMap(\.integer) ?? []
    toolCalls = value["tool_calls"]?.array?.compactMap { call in
      call["name"]?.string.map { name in
        ToolCall(
          id: call["id"]?.string ?? "", name: name, arguments: call["arguments"]?.string ?? "")
      }
    }
    source = value["source"].flatMap { TurnSource($0) }
    if source != nil {
      effort = CoachMessageEffort(
        timeToFirstToken: value["first_seconds"]?.number?.within(StoredRange.seconds),
        seconds: value["seconds"]?.number?.within(StoredRange.seconds),
        usage: value["usage"].map { TokenUsage(stored: $0) },
        dollars: value["dollars"]?.number?.within(StoredRange.dollars))
    }
  }
}

extension ReplyFinding {
  /// Reads the format of ``json``.
  fileprivate init?(stored value: JSONValue) {
    guard let check = value["check"]?.string.flatMap(ReplyCheck.init(rawValue:)),
      let action = value["action"]?.string.flatMap(GuardrailAction.init),
      let sentence = value["sentence"]?.string, let start = value["start"]?.integer,
      let end = value["end"]?.integer, start <= end
    else { return nil }
    self.init(
      check: check, action: action, sentence: sentence, range: start..<end,
      evidence: value["evidence"]?.string ?? "")
  }
}

extension TurnSource {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "request": .string(request), "prompt": .string(prompt), "template": .string(template),
      // A list of pairs, because a prompt may contain a section twice.
      "sections": .array(sections.map { [.string($0.name), .string($0.digest)] }),
    ]
    object["seedless"] = seedless.map { .string($0) }
    object["answered_by"] = answeredBy.map { .string($0) }
    return object
  }

  fileprivate init?(_ value: JSONValue) {
    guard let request = value["request"]?.string, let prompt = value["prompt"]?.string else {
      return nil
    }
    self.init(
      request: request, seedless: value["seedless"]?.string, prompt: prompt,
      template: value["template"]?.string ?? "",
      sections: value["sections"]?.array?.compactMap { pair in
        guard let pair = pair.array, pair.count == 2, let name = pair[0].string,
          let digest = pair[1].string
        else { return nil }
        return PromptSection(name: name, digest: digest)
      } ?? [], answeredBy: value["answered_by"]?.string)
  }
}

extension PersonFault {
  fileprivate init?(_ value: JSONValue) {
    guard let kind = value["kind"]?.string.flatMap(Kind.init) else { return nil }
    self.init(
      kind, after: value["after"]?.integer?.within(StoredRange.counts) ?? 0,
      reason: value["reason"]?.string ?? "")
  }
}

extension TokenUsage {
  /// The counts by name.
  ///
  /// Unknown ones are omitted.
  package var storedJSON: JSONObject {
    var object: JSONObject = [:]
    object["input"] = input.map { .integer($0) }
    object["cached"] = cachedInput.map { .integer($0) }
    object["cache_writes"] = cacheWrites.map { .integer($0) }
    object["hour_cache_writes"] = hourCacheWrites.map { .integer($0) }
    object["output"] = output.map { .integer($0) }
    object["reasoning"] = reasoning.map { .integer($0) }
    object["tier"] = tier.map { .string($0.rawValue) }
    if isDoubtful { object["doubtful"] = true }
    return object
  }

  /// Reads the format of ``storedJSON``.
  init(stored value: JSONValue) {
    self.init(
      input: Self.count(value["input"]), cachedInput: Self.count(value["cached"]),
      cacheWrites: Self.count(value["cache_writes"]),
      hourCacheWrites: Self.count(value["hour_cache_writes"]), output: Self.count(value["output"]),
      reasoning: Self.count(value["reasoning"]),
      tier: value["tier"]?.string.map { ServiceTier(rawValue: $0) },
      isDoubtful: value["doubtful"]?.bool ?? false)
  }
}
