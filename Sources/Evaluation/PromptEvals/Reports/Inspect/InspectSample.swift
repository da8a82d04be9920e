import CoachModel
import Documents
import EvalGraders
import SourceFiles

/// A sample in the format of Inspect's logs.
struct InspectSample {
  private let sample: EvalSample
  private let scores: SampleScores
  private let graders: [GraderRole]
  private let model: String
  private let prompt: String?

  init(_ sample: EvalSample, variant: EvalRun.Side, run: EvalRun, prompt: String?) {
    self.sample = sample
    self.prompt = prompt
    scores = SampleScores(sample, graders: run.design.graders)
    graders = run.design.graders
    model = variant.model
  }

  var json: JSONObject {
    var object = common
    object["messages"] = .array(messages)
    if let last = sample.turns.last(where: { $0.error == nil }) { object["output"] = output(last) }
    object["metadata"] = [
      "title": .string(sample.title), "cluster": .string(sample.cluster),
      "tags": .array(sample.tags.map { .string($0) }),
      "requests": .array(sample.turns.compactMap { $0.source.map { .string($0.request) } }),
      "person_faults": .array(
        sample.personFaults.map { .string("\($0.kind.rawValue): \($0.reason)") }),
    ]
    if let failure { object["error"] = Self.error(failure) }
    return object
  }

  private var common: JSONObject {
    var object: JSONObject = [
      "id": .string(sample.key.transcript), "epoch": .integer(sample.key.attempt),
      "input": .string(sample.turns.first?.personBefore ?? sample.title), "target": "",
      "turn_count": .integer(sample.turns.count),
      "uuid": .string(ContentDigest(of: sample.key.description).short),
      "model_usage": [model: scores.costs.usage.inspectJSON],
    ]
    if failure == nil { object["scores"] = .object(scoreValues) }
    let seconds = scores.seconds.map { $0 * Double(scores.turns) }
    object["total_time"] = seconds.map { .number($0) }
    object["working_time"] = seconds.map { .number($0) }
    return object
  }

  private var failure: String? { sample.turns.compactMap(\.error).first }

  private var scoreValues: JSONObject {
    var values: JSONObject = [:]
    for (grader, score) in zip(graders, scores.scores) {
      // An undefined score is left out, not 0.
      guard let value = score.value else { continue }
      let lines = sample.grades.filter {
        $0.grader == grader.id && $0.verdict != .pass && $0.verdict != .notApplicable
      }.map { grade in
        (grade.message.map { "message \($0): " } ?? "") + (grade.reason ?? grade.verdict.rawValue)
      }
      values[grader.id] = [
        "value": .number(value), "explanation": .string(lines.joined(separator: "\n\n")),
      ]
    }
    return values
  }

  private var messages: [JSONValue] {
    var messages: [JSONValue] = []
    func add(_ role: String, text: String, more: JSONObject = [:]) {
      var object: JSONObject = [
        "id": .string("m\(messages.count)"), "role": .string(role), "content": .string(text),
      ]
      for (name, value) in more { object[name] = value }
      messages.append(.object(object))
    }
    if let prompt { add("system", text: prompt) }
    for turn in sample.turns {
      if let person = turn.personBefore { add("user", text: person) }
      add(
        "assistant", text: turn.reply,
        more: [
          "source": "generate", "model": .string(turn.source?.answeredBy ?? model),
          "metadata": ["coach_message": .integer(turn.number)],
        ])
    }
    return messages
  }

  private func output(_ turn: EvalTurn) -> JSONValue {
    let reason =
      switch turn.finish {
      case "length": "max_tokens"
      case "filtered", "content_filter": "content_filter"
      default: "stop"
      }
    var object: JSONObject = [
      "model": .string(turn.source?.answeredBy ?? model),
      "choices": [
        [
          "message": ["role": "assistant", "content": .string(turn.reply)],
          "stop_reason": .string(reason),
        ]
      ], "completion": .string(turn.reply),
    ]
    object["usage"] = turn.effort?.usage?.inspectJSON
    object["time"] = turn.effort?.seconds.map { .number($0) }
    return .object(object)
  }

  /// Returns an error in Inspect's form; its viewer shows the last of the three members.
  static func error(_ message: String) -> JSONValue {
    ["message": .string(message), "traceback": "", "traceback_ansi": .string(message)]
  }
}

extension TokenUsage {
  /// The counts under Inspect's names, where input excludes what came from a cache.
  var inspectJSON: JSONValue {
    let cached = cachedInput ?? 0
    var object: JSONObject = [
      "input_tokens": .integer(max(0, (input ?? 0) - cached)),
      "output_tokens": .integer(output ?? 0),
      "total_tokens": .integer(total),
    ]
    if cached > 0 { object["input_tokens_cache_read"] = .integer(cached) }
    object["input_tokens_cache_write"] = cacheWrites.map { .integer($0) }
    object["reasoning_tokens"] = reasoning.map { .integer($0) }
    return .object(object)
  }
}
