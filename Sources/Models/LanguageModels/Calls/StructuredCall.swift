import CoachModel
import Documents

/// The process of getting one value: request, repair, validate, retry.
struct StructuredCall {
  /// What the reply must be.
  enum Output {
    /// JSON that fits a schema; the provider gets another one that may say more.
    case json(JSONSchema, sent: JSONValue, named: String, ReplyReading)
    case text
  }

  private let model: any LanguageModel
  private let request: ModelRequest
  private let output: Output
  private let attempts: Int
  private var form: StructuredForm
  private var replies: [ModelReply] = []
  private var problems: [String] = []

  init(model: any LanguageModel, request: ModelRequest, output: Output, attempts: Int) {
    self.model = model
    self.request = request
    self.output = output
    self.attempts = max(1, attempts)
    form =
      switch output {
      case .text: .text
      case .json: model.capabilities.schemaForm
      }
  }

  mutating func run<Value: Sendable>(
    _ progress: (StructuredProgress) -> Void,
    decode: (JSONValue) throws(StructuredMisfit) -> Value
  ) async throws(StructuredOutputError) -> StructuredReply<Value> {
    var request = worded(self.request)
    while true {
      let reply = try await ask(&request, progress: progress)
      replies.append(reply)
      try checkEnd(of: reply)
      do throws(StructuredMisfit) {
        let (json, repairs) = try read(reply)
        let value = try decode(json)
        return StructuredReply(
          value: value, json: json, form: form, repairs: repairs, replies: replies,
          problems: problems)
      } catch {
        guard replies.count < attempts else { throw failure(error.problems) }
        problems += error.problems
        progress(.retry(problems: error.problems))
        request.messages += correction(of: reply, error.problems)
      }
    }
  }

  // MARK: Asking

  private func worded(_ request: ModelRequest) -> ModelRequest {
    guard case .json(_, let sent, let name, _) = output else { return request }
    return request.asking(for: sent, named: name, in: form)
  }

  private mutating func ask(
    _ request: inout ModelRequest, progress: (StructuredProgress) -> Void
  ) async throws(StructuredOutputError) -> ModelReply {
    let refusal: ModelError
    do throws(ModelError) {
      return try await reply(to: request, progress)
    } catch {
      // A rejected schema costs no tokens, so asking with instructions does not count as another attempt.
      guard form == .native, error.refusesFormat, replies.isEmpty else { throw failure(error) }
      refusal = error
      form = .instructions
      progress(.toldInWords(error))
      request = worded(self.request)
    }
    do throws(ModelError) {
      return try await reply(to: request, progress)
    } catch {
      // The provider objected to something other than the schema.
      throw failure(error.code == .invalidRequest ? refusal : error)
    }
  }

  private func reply(to request: ModelRequest, _ progress: (StructuredProgress) -> Void)
    async throws(ModelError) -> ModelReply
  {
    var reply = ModelReply()
    var events = model.stream(request).makeAsyncIterator()
    while let event = try await events.next() {
      reply.add(event)
      progress(.event(event))
    }
    return reply
  }

  private func correction(of reply: ModelReply, _ problems: [String]) -> [ModelMessage] {
    let shown = problems.prefix(10).map { "- \($0)" } + (problems.count > 10 ? ["- and more"] : [])
    var words = """
      That does not fit what was asked for:
      \(shown.joined(separator: "\n"))

      """
    switch output {
    case .text: words += "Write the whole text again, corrected, and nothing else."
    case .json(_, let sent, _, _):
      words += "Write the whole value again, corrected, as JSON and nothing else."
      // If the provider was to enforce the schema and did not, the model has not seen it in words.
      if form == .native { words += "\n\n\(ModelRequest.instructions(for: sent))" }
    }
    let said = reply.text
    return (said.isEmpty ? [] : [ModelMessage(Message(.assistant, said))])
      + [ModelMessage(Message(.user, words))]
  }

  // MARK: Reading

  private func checkEnd(of reply: ModelReply) throws(StructuredOutputError) {
    switch reply.finish {
    case .length?, .contextFull?:
      throw failure(
        ModelError(
          .invalidReply, "the reply was cut at the token limit before the value was complete",
          advice: "allow more tokens, or ask for less"))
    case .refusal?, .contentFilter?:
      throw failure(
        ModelError(
          .contentFilter,
          reply.refusal.isEmpty ? "the model declined" : "the model declined: \(reply.refusal)",
          advice: "change what is asked"))
    case .stop?, .toolCalls?, .pause?, .other?, nil: break
    }
  }

  private func read(_ reply: ModelReply) throws(StructuredMisfit) -> (JSONValue, [JSONRepair]) {
    guard case .json(let schema, _, _, let reading) = output else {
      return (.string(reply.text), [])
    }
    let read = try schema.value(inReply: reply.text, reading)
    return (read.value, read.repairs)
  }

  // MARK: Failures

  private func failure(_ problems: [String]) -> StructuredOutputError {
    let count = replies.count
    let what = count == 1 ? "the reply does not" : "\(count) replies do not"
    return StructuredOutputError(
      cause: ModelError(
        .invalidReply, "\(what) fit what was asked for",
        advice: "say more in the instructions, or ask a stronger model"),
      problems: problems, replies: replies)
  }

  private func failure(_ error: ModelError) -> StructuredOutputError {
    StructuredOutputError(
      cause: error, problems: [], replies: replies + (error.partial.map { [$0] } ?? []))
  }
}

extension ModelError {
  /// Whether a provider, or what is known of its model, rejects the requested format.
  fileprivate var refusesFormat: Bool {
    let words = ["schema", "format", "json", "structured", "grammar"]
    let text = message.lowercased()
    return code == .invalidRequest && words.contains { text.contains($0) }
  }
}
