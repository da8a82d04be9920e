import CoachModel
import Documents
import LanguageModels

/// Decodes the events of Gemini's Interactions API. The steps of a reply are numbered, and a delta belongs to the step with
/// its number.
///
/// Source: google-genai 3.6.1, `_gaos/types/interactions`; ai.google.dev/gemini-api/docs/streaming.
struct GeminiInteractionsDecoder: ReplyDecoder {
  private enum Kind {
    case text
    case reasoning
    case call
    /// A step of one of Google's own tools, with what is known of it so far.
    case item(JSONObject)
  }

  private struct Step {
    var number: Int?
    /// What the step holds; nil until its first content tells.
    var kind: Kind?
    var part: Int?
    /// The arguments at the start of a tool call, which count unless deltas follow.
    var arguments = ""
    var hasDelta = false
  }

  private var steps: [Step] = []
  private var hasCalls = false
  /// The last status with which a reply can end.
  private var status: String?

  private(set) var isDone = false

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    let type = json["event_type"]
    if json.isString(type, "step.delta") {
      add(json["delta"], in: json, into: &events)
      use(json["total_usage", in: json["metadata"]], in: json, into: &events)
    } else if let type = json.string(type) {
      try decode(rare: type, in: json, into: &events)
    } else if let problem = ProviderProblem(json) {
      throw problem
    }
  }

  private mutating func decode(
    rare type: String, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) throws(ProviderProblem) {
    switch type {
    case "interaction.created": start(json["interaction"], in: json, into: &events)
    case "interaction.status_update":
      if let word = json.string(json["status"]), Self.endings.contains(word) {
        status = word
        events.noteReason()
      }
    case "step.start": try begin(json["step"], in: json, into: &events)
    case "step.stop":
      let number = json.integer(json["index"])
      if let position = steps.lastIndex(where: { $0.number == number }) {
        let step = steps.remove(at: position)
        end(step, into: &events)
      }
    case "interaction.completed":
      let interaction = json["interaction"]
      start(interaction, in: json, into: &events)
      use(
        json["usage", in: interaction], tier: json["service_tier", in: interaction], in: json,
        into: &events)
      let word = json.string(json["status", in: interaction])
      if word == "failed" { throw Self.failure(of: interaction, in: json) }
      status = word ?? status ?? "completed"
      events.noteReason()
      isDone = true
    case "error":
      throw ProviderProblem(json) ?? ProviderProblem(message: "an error without a reason")
    default: break
    }
  }

  /// The statuses that end a reply with what it holds. A failed one is followed by an error.
  private static let endings: Set = [
    "completed", "requires_action", "incomplete", "cancelled", "budget_exceeded",
    "requires_continuation",
  ]

  mutating func finish(into events: inout ReplyAssembler) {
    guard let status else { return }
    for step in steps { end(step, into: &events) }
    steps = []
    let reason: FinishReason =
      switch status {
      case "completed": hasCalls ? .toolCalls : .stop
      case "requires_action": .toolCalls
      case "incomplete": .length
      case "requires_continuation": .pause
      default: .other(status)
      }
    events.finish(reason)
  }

  private func start(
    _ interaction: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    events.start(
      id: json.string(json["id", in: interaction]),
      model: json.string(json["model", in: interaction]))
  }

  private static func failure(of interaction: JSONIndex.Node?, in json: borrowing JSONIndex)
    -> ProviderProblem
  {
    let error = json.first(json["errors", in: interaction]) ?? json["error", in: interaction]
    return problem(error, in: json)
      ?? ProviderProblem(message: "the reply failed; no reason is given")
  }

  private static func problem(_ error: JSONIndex.Node?, in json: borrowing JSONIndex)
    -> ProviderProblem?
  {
    json.value(error).flatMap { ProviderProblem(["error": $0]) }
  }

  private func use(
    _ counts: JSONIndex.Node?, tier: JSONIndex.Node? = nil, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    guard counts != nil else { return }
    let thoughts = json.count(json["total_thought_tokens", in: counts])
    let tools = json.count(json["total_tool_use_tokens", in: counts]) ?? 0
    let answer = json.count(json["total_output_tokens", in: counts])
    let isWhole = answer != nil || thoughts != nil
    events.use(
      ReportedUsage(
        TokenUsage(
          input: TokenUsage.sum(json.count(json["total_input_tokens", in: counts]), tools),
          cachedInput: json.count(json["total_cached_tokens", in: counts]),
          output: isWhole ? TokenUsage.sum(answer ?? 0, thoughts ?? 0) : nil,
          reasoning: thoughts, tier: json.tier(tier)),
        total: json.count(json["total_tokens", in: counts])))
  }

  // MARK: Steps

  private mutating func begin(
    _ step: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) throws(ProviderProblem) {
    let number = json.integer(json["index"])
    switch json.string(json["type", in: step]) ?? "unknown" {
    case "model_output":
      if let problem = Self.problem(json["error", in: step], in: json) { throw problem }
      steps.append(Step(number: number))
      for content in json.elements(json["content", in: step]) {
        write(content, at: steps.count - 1, in: json, into: &events)
      }
    case "thought":
      let part = events.open(.reasoning)
      steps.append(Step(number: number, kind: .reasoning, part: part))
      for content in json.elements(json["summary", in: step]) {
        think(content, at: steps.count - 1, in: json, into: &events)
      }
      sign(json["signature", in: step], at: steps.count - 1, in: json, into: &events)
    case "function_call":
      hasCalls = true
      let id = json.string(json["id", in: step]) ?? events.newCallID()
      let name = json.string(json["name", in: step]) ?? ""
      let part = events.open(.toolCall(id: id, name: name))
      let arguments = json["arguments", in: step]
      steps.append(
        Step(
          number: number, kind: .call, part: part,
          arguments: json.isObject(arguments) ? json.source(arguments) ?? "" : ""))
    // The conversation's own steps are not part of the reply.
    case "user_input", "function_result": break
    default: steps.append(Step(number: number, kind: .item(json.value(step)?.object ?? [:])))
    }
  }

  private func end(_ step: Step, into events: inout ReplyAssembler) {
    if case .item(let object)? = step.kind {
      let type = object["type"]?.string ?? "step"
      events.write(whole: .other(type), .other(JSONValue.object(object).text()))
    }
    guard let part = step.part else { return }
    if !step.hasDelta { events.add(.arguments(step.arguments), to: part) }
    events.close(part)
  }

  // MARK: Deltas

  private mutating func add(
    _ delta: JSONIndex.Node?, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    let number = json.integer(json["index"])
    let type = json["type", in: delta]
    let known = steps.lastIndex { $0.number == number }
    if json.isString(type, "text") {
      let position = known ?? added(number)
      write(delta, at: position, in: json, into: &events)
    } else if json.isString(type, "arguments_delta") {
      guard let known, case .call? = steps[known].kind, let part = steps[known].part,
        let text = events.text(json["arguments", in: delta], in: json)
      else { return }
      steps[known].hasDelta = true
      events.add(.arguments(text), to: part)
    } else if json.isString(type, "thought_summary") {
      let position = known ?? added(number)
      think(json["content", in: delta], at: position, in: json, into: &events)
    } else if json.isString(type, "thought_signature") {
      let position = known ?? added(number)
      sign(json["signature", in: delta], at: position, in: json, into: &events)
    } else if let known, case .item(let object)? = steps[known].kind {
      var more = json.value(delta)?.object ?? [:]
      more["type"] = object["type"]
      steps[known].kind = .item(object.overridden(by: more))
    } else if let word = json.string(type), GeminiInteractionsSteps.contentTypes.contains(word) {
      let position = known ?? added(number)
      write(delta, at: position, in: json, into: &events)
    }
  }

  /// Adds a step whose start was not sent, and returns its position.
  private mutating func added(_ number: Int?) -> Int {
    steps.append(Step(number: number))
    return steps.count - 1
  }

  /// Writes a content of a step, or a delta in the same form: text, or something else as a whole.
  private mutating func write(
    _ content: JSONIndex.Node?, at position: Int, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    guard json.isString(json["type", in: content], "text") else {
      guard let type = json.string(json["type", in: content]), let source = json.source(content)
      else { return }
      events.write(whole: .other(type), .other(source))
      return
    }
    guard let text = events.text(json["text", in: content], in: json), !text.isEmpty else { return }
    switch steps[position].kind {
    case nil:
      steps[position].kind = .text
      steps[position].part = events.open(.text)
    case .text?: break
    case .reasoning?, .call?, .item?: return
    }
    steps[position].hasDelta = true
    if let part = steps[position].part { events.add(.text(text), to: part) }
  }

  private mutating func think(
    _ content: JSONIndex.Node?, at position: Int, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    guard json.isString(json["type", in: content], "text"),
      let text = events.text(json["text", in: content], in: json), !text.isEmpty,
      let part = thought(at: position, into: &events)
    else { return }
    steps[position].hasDelta = true
    events.add(.reasoning(text), to: part)
  }

  private mutating func sign(
    _ signature: JSONIndex.Node?, at position: Int, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    guard let signature = json.string(signature), !signature.isEmpty,
      let part = thought(at: position, into: &events)
    else { return }
    events.add(.signature(signature, isHidden: !steps[position].hasDelta), to: part)
  }

  /// Returns the part of a thought, which is opened if the step has none; nil if the step is something else.
  private mutating func thought(at position: Int, into events: inout ReplyAssembler) -> Int? {
    switch steps[position].kind {
    case nil:
      let part = events.open(.reasoning)
      steps[position].kind = .reasoning
      steps[position].part = part
      return part
    case .reasoning?: return steps[position].part
    case .text?, .call?, .item?: return nil
    }
  }
}
