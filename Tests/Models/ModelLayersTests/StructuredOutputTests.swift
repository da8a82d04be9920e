import CoachModel
import Documents
import LanguageModels
import ModelLayers
import ModelTestKit
import StreamParsing
import Testing
import TestKit

@Suite("Numbers with more digits than are kept")
struct LostDigitTests {
  @Test(
    "a reply with such a number is refused, and any other number is exact",
    arguments: [
      ("9223372036854775807", true), ("-9223372036854775808", true), ("1e19", true),
      ("10000000000000000000", true), ("1e300", true), ("12.5", true),
      ("\"9223372036854775808\"", true),
      ("9223372036854775808", false), ("-9223372036854775809", false),
      ("18446744073709551615", false), ("10000000000000000001", false),
      ("123456789012345678901234567890", false),
    ])
  func replies(number: String, isExact: Bool) throws {
    let schema = try JSONSchema(["type": "object"])
    do throws(StructuredMisfit) {
      let value = try schema.value(inReply: "Here: {\"id\": \(number)} (1234567890123456789012)")
        .value
      #expect(isExact, "\(value)")
    } catch {
      #expect(!isExact && error.problems.contains { $0.contains("more digits") }, "\(error)")
    }
  }
}

@Suite("Values that fit a schema")
struct StructuredOutputTests {
  private struct Person: Decodable, Equatable, Sendable {
    var name: String
    var age: Int
  }

  private static let source: JSONValue = [
    "type": "object",
    "properties": ["name": ["type": "string"], "age": ["type": "integer"]],
    "required": ["name", "age"], "additionalProperties": false,
  ]

  private static let ann = "{\"name\":\"Ann\",\"age\":30}"
  private static let ageless = "{\"name\":\"Ann\"}"

  private let schema: JSONSchema
  private let instructions: String

  init() throws {
    schema = try JSONSchema(Self.source)
    instructions =
      "Reply with one JSON value and nothing else: no words before or after it and no code fence. "
      + "The value must fit this JSON Schema:\n" + Self.source.text()
  }

  private func correction(_ problems: String...) -> String {
    "That does not fit what was asked for:\n"
      + problems.map { "- \($0)\n" }.joined()
      + "Write the whole value again, corrected, as JSON and nothing else."
  }

  /// A model that supports schemas, does not, or is unknown.
  private func model(takesSchema: Bool? = true, _ answers: FakeModel.Answer...) -> FakeModel {
    var capabilities = ModelCapabilities()
    capabilities.takesSchema = takesSchema
    return FakeModel(capabilities: capabilities) { number, _ in
      number <= answers.count ? answers[number - 1] : .failure(.planned(.notRecorded))
    }
  }

  /// The progress reports, in words.
  private func ask(
    _ model: some LanguageModel, _ request: ModelRequest = greeting, attempts: Int = 2
  ) async -> (result: Result<StructuredReply<Person>, StructuredOutputError>, told: [String]) {
    var told: [String] = []
    do throws(StructuredOutputError) {
      let reply = try await model.value(
        Person.self, for: request, schema: schema, attempts: attempts
      ) { progress in
        switch progress {
        case .event(.started): told.append("started")
        case .event(.finished(let reason)): told.append("finished \(reason.word)")
        case .event(let event): event.text.map { told.append($0) }
        case .retry(let problems): told.append("retry: \(problems.joined(separator: "; "))")
        case .toldInWords(let error): told.append("in words: \(error.code.rawValue)")
        }
      }
      return (.success(reply), told)
    } catch {
      return (.failure(error), told)
    }
  }

  private func value(_ model: some LanguageModel, _ request: ModelRequest = greeting) async throws
    -> StructuredReply<Person>
  {
    try await ask(model, request).result.get()
  }

  private func failure(_ model: some LanguageModel, attempts: Int = 2) async
    -> StructuredOutputError?
  {
    if case .failure(let error) = await ask(model, attempts: attempts).result { error } else { nil }
  }

  // MARK: How the model is told

  @Test(
    "the provider enforces the schema unless the model is known not to support it",
    arguments: [true, nil])
  func native(takesSchema: Bool?) async throws {
    let model = model(takesSchema: takesSchema, .reply(Self.ann))
    let reply = try await value(model)
    #expect(reply.value == Person(name: "Ann", age: 30))
    #expect(reply.json == ["name": "Ann", "age": 30])
    #expect(reply.form == .native && reply.repairs.isEmpty && reply.problems.isEmpty)
    #expect(reply.replies.map(\.text) == [Self.ann])
    var asked = greeting
    asked.format = .schema(name: "reply", Self.source, isStrict: true)
    #expect(model.requests == [asked])
  }

  @Test("a model without schema support gets it in words, after its other instructions")
  func inWords() async throws {
    let (system, user) = (ModelMessage(Message(.system, "Be kind.")), greeting.messages)
    for (messages, index) in [(user, 0), ([system] + user, 1), ([system, system] + user, 2)] {
      let model = model(takesSchema: false, .reply(Self.ann))
      var request = ModelRequest(
        messages: messages, parameters: ModelParameters(seed: 7), format: .json, label: "who")
      let reply = try await value(model, request)
      #expect(reply.form == .instructions && reply.value.name == "Ann")
      request.format = nil
      request.messages.insert(ModelMessage(Message(.system, instructions)), at: index)
      #expect(model.requests == [request])
    }
  }

  @Test("a schema has the given name")
  func naming() async throws {
    let model = model(.reply(Self.ann))
    let reply = try await model.json(for: greeting, schema: schema, named: "person")
    #expect(reply.json["age"] == 30)
    #expect(
      model.requests.map(\.format) == [.schema(name: "person", Self.source, isStrict: true)])
  }

  @Test(
    "if a provider rejects the schema, it is sent in words once, without effect on the model's health"
  )
  func refusedSchema() async throws {
    let model = model(
      takesSchema: nil, .failure(.planned(.invalidRequest, "response_format is unknown")),
      .reply(Self.ann))
    let (result, told) = await ask(model)
    let reply = try result.get()
    #expect(reply.form == .instructions && reply.problems.isEmpty && reply.replies.count == 1)
    #expect(told == ["started", "in words: invalid_request", "started", Self.ann, "finished stop"])
    let requests = model.requests
    try #require(requests.count == 2)
    #expect(requests[0].format != nil && requests[0].messages == greeting.messages)
    #expect(requests[1].format == nil)
    #expect(
      requests[1].messages == [ModelMessage(Message(.system, instructions))] + greeting.messages)
  }

  @Test("the fallback to words uses no attempt")
  func refusedSchemaAttempts() async throws {
    let model = model(
      .failure(.planned(.invalidRequest, "response_format is unknown")), .reply(Self.ageless),
      .reply(Self.ann))
    let reply = try await value(model)
    #expect(model.calls == 3 && reply.replies.count == 2 && reply.form == .instructions)
    // The schema was already described in words, so the correction does not repeat it.
    #expect(model.requests.last?.messages.last?.text == correction("'age' is missing"))
  }

  @Test(
    "a request that is rejected in words as well fails, and so does one that never had a schema")
  func refusedInWords() async {
    let twice = model(
      .failure(.planned(.invalidRequest, "response_format is unknown")),
      .failure(.planned(.invalidRequest, "response_format is unknown")))
    await expect(failure(twice)?.cause.code, equals: .invalidRequest)
    #expect(twice.calls == 2)
    let once = model(
      takesSchema: false, .failure(.planned(.invalidRequest, "response_format is unknown")),
      .reply(Self.ann))
    await expect(failure(once)?.cause.code, equals: .invalidRequest)
    #expect(once.calls == 1)
  }

  @Test("a schema that was accepted once is not treated as rejected later")
  func refusedLater() async {
    let model = model(
      .reply(Self.ageless), .failure(.planned(.invalidRequest, "response_format is unknown")),
      .reply(Self.ann))
    let error = await failure(model)
    #expect(error?.cause.code == .invalidRequest && model.calls == 2)
    #expect(error?.replies.map(\.text) == [Self.ageless])
  }

  @Test(
    "other failures are thrown unchanged",
    arguments: ModelError.Code.allCases.filter { $0 != .invalidRequest })
  func callFailures(code: ModelError.Code) async {
    let model = model(.failure(.planned(code, status: 418)), .reply(Self.ann))
    let error = await failure(model)
    #expect(error?.cause == .planned(code, status: 418) && model.calls == 1)
    #expect(error?.replies == [] && error?.problems == [])
  }

  // MARK: Repairing and correcting

  @Test(
    "repairs that do not change the meaning are made and reported",
    arguments: [
      (ann, [JSONRepair]()), ("  \n\(ann)\n", []), ("```json\n\(ann)\n```", [.fence]),
      ("{\"name\":\"Ann\",\"age\":30,}", [.extraComma]),
      ("Here it is:\n\(ann)\nYours.", [.surroundings]),
      ("{name:\"Ann\",\"age\":30}", [.bareName]),
      ("```\n{\"name\":\"Ann\",\"age\":30,}\n```", [.fence, .extraComma]),
    ])
  func repairs(text: String, repairs: [JSONRepair]) async throws {
    let model = model(.reply(text))
    let reply = try await value(model)
    #expect(reply.value == Person(name: "Ann", age: 30))
    #expect(reply.repairs == repairs && model.calls == 1)
  }

  @Test("the pieces of a reply are one text")
  func pieces() async throws {
    let model = model(.reply("{\"na", "me\":\"A", "nn\",\"age\":3", "0}"))
    try await expect(value(model).value, equals: Person(name: "Ann", age: 30))
  }

  @Test(
    "a reply that does not fit is sent back once, with its problems",
    arguments: [
      (ageless, "'age' is missing"), ("I am sorry.", "there is no JSON in the reply"),
      (#"{"name": "Ann", "age": 3e999}"#, "a number in the JSON is too large"),
      ("{\"name\":\"Ann\",\"age\":30", "the JSON ends before it is complete"),
    ])
  func correcting(text: String, problem: String) async throws {
    let model = model(.reply(text), .reply(Self.ann))
    let (result, told) = await ask(model)
    let reply = try result.get()
    #expect(reply.value.age == 30 && reply.problems == [problem])
    #expect(reply.replies.map(\.text) == [text, Self.ann])
    #expect(
      told == [
        "started", text, "finished stop", "retry: \(problem)", "started", Self.ann, "finished stop",
      ])
    let requests = model.requests
    try #require(requests.count == 2)
    #expect(requests[1].format == requests[0].format && requests[1].format != nil)
    #expect(
      requests[1].messages == greeting.messages + [
        ModelMessage(Message(.assistant, text)),
        ModelMessage(Message(.user, "\(correction(problem))\n\n\(instructions)")),
      ])
  }

  @Test("the problems are the schema's own messages, one per line")
  func violations() async throws {
    let text = "{\"name\":5,\"age\":\"old\",\"size\":1}"
    let problems = schema.violations(of: try JSONValue(parsing: text)).map(\.description)
    #expect(problems.count == 3)
    let model = model(takesSchema: false, .reply(text), .reply(Self.ann))
    let reply = try await value(model)
    #expect(reply.problems == problems)
    let told = try #require(model.requests.last?.messages.last)
    #expect(told.role == .user && told.text == correction(problems[0], problems[1], problems[2]))
  }

  @Test("of very many problems the model gets ten")
  func manyProblems() async throws {
    let names = (0..<12).map { "n\($0)" }
    let wide = try JSONSchema(["type": "object", "required": .array(names.map { .string($0) })])
    let model = model(takesSchema: false, .reply("{}"), .reply("{}"))
    do throws(StructuredOutputError) {
      _ = try await model.json(for: greeting, schema: wide)
      Issue.record("an empty object does not fit")
    } catch {
      #expect(error.problems.count == 12)
    }
    let told = model.requests.last?.messages.last?.text ?? ""
    #expect(told.contains("- 'n9' is missing\n- and more\nWrite the whole value"))
    #expect(!told.contains("n10"))
  }

  @Test("an empty reply leaves nothing to send back except the problem")
  func empty() async throws {
    let model = model(takesSchema: false, .events(.said([])), .reply(Self.ann))
    let reply = try await value(model)
    #expect(reply.problems == ["there is no JSON in the reply"])
    #expect(model.requests.last?.messages.map(\.role) == [.system, .user, .user])
  }

  @Test("if the second reply does not fit either, the error lists its problems")
  func givingUp() async {
    let model = model(.reply(Self.ageless), .reply("{\"age\":1}"), .reply(Self.ann))
    let (result, told) = await ask(model)
    guard case .failure(let error) = result else {
      Issue.record("two replies that do not fit are no value")
      return
    }
    #expect(error.cause.code == .invalidReply && error.cause.isRetryable == false)
    #expect(error.cause.message == "2 replies do not fit what was asked for")
    #expect(error.problems == ["'name' is missing"])
    #expect(error.replies.map(\.text) == [Self.ageless, "{\"age\":1}"] && model.calls == 2)
    #expect(error.description.hasSuffix("\n  ✗ 'name' is missing"))
    #expect(told.last == "finished stop")
  }

  @Test("attempts include the first reply", arguments: [(0, 1), (1, 1), (2, 2), (3, 3), (5, 5)])
  func attempts(attempts: Int, calls: Int) async {
    let model = FakeModel(answers: .reply(Self.ageless))
    let error = await failure(model, attempts: attempts)
    #expect(model.calls == calls && error?.replies.count == calls)
    let message =
      calls == 1
      ? "the reply does not fit what was asked for"
      : "\(calls) replies do not fit what was asked for"
    #expect(error?.cause.message == message)
    // Each reply and its problems stay in the conversation.
    #expect(model.requests.last?.messages.count == 1 + 2 * (calls - 1))
  }

  private struct Strict: Decodable, Sendable {
    var age: Int
  }

  @Test("a value that fits the schema and cannot be decoded is sent back as well")
  func unreadable() async throws {
    let loose = try JSONSchema(["type": "object"])
    let model = model(takesSchema: false, .reply("{\"age\":\"old\"}"), .reply("{\"age\":3}"))
    let reply = try await model.value(Strict.self, for: greeting, schema: loose)
    #expect(reply.value.age == 3 && reply.problems.count == 1)
    #expect(reply.problems.first?.hasPrefix("it cannot be read as Strict: ") == true)
    let told = model.requests.last?.messages.last?.text ?? ""
    #expect(told == correction(reply.problems.first ?? ""))
    #expect(told.contains("age"))
  }

  // MARK: Replies that are not requested again

  @Test(
    "a truncated reply is not requested again", arguments: [FinishReason.length, .contextFull])
  func cut(finish: FinishReason) async {
    let model = model(.reply("{\"name\":\"An", finish: finish), .reply(Self.ann))
    let error = await failure(model)
    #expect(error?.cause.code == .invalidReply && model.calls == 1)
    #expect(
      error?.cause.message == "the reply was cut at the token limit before the value was complete")
    #expect(error?.replies.map(\.text) == ["{\"name\":\"An"] && error?.problems == [])
  }

  @Test("a reply in which the model declines is not requested again")
  func declined() async {
    let refusal: [ModelEvent] = [
      .started(ModelStart()), .partStarted(index: 0, kind: .refusal),
      .partDelta(index: 0, delta: .refusal("I would rather not.")), .partEnded(index: 0),
      .finished(.refusal),
    ]
    for (answer, message) in [
      (FakeModel.Answer.events(refusal), "the model declined: I would rather not."),
      (.reply(Self.ann, finish: .contentFilter), "the model declined"),
      (.reply("No.", finish: .refusal), "the model declined"),
    ] {
      let model = model(answer, .reply(Self.ann))
      let error = await failure(model)
      #expect(error?.cause.code == .contentFilter && error?.cause.message == message)
      #expect(error?.replies.count == 1 && model.calls == 1)
    }
  }

  @Test("a failure keeps the earlier replies and the received part of the last")
  func failureLater() async {
    let usage = TokenUsage(input: 10, output: 5)
    let early = model(.reply(Self.ageless, usage: usage), .failure(.planned(.overloaded)))
    let first = await failure(early)
    #expect(first?.cause.code == .overloaded && first?.replies.map(\.text) == [Self.ageless])
    #expect(first?.usage.input == 10 && first?.usage.output == 5)
    let late = model(
      .reply(Self.ageless, usage: usage), .failure(.planned(.truncated), after: "{\"na"))
    let second = await failure(late)
    #expect(second?.cause.partialText == "{\"na")
    #expect(second?.replies.map(\.text) == [Self.ageless, "{\"na"])
    #expect(second?.replies.map(\.finish) == [.stop, nil])
    #expect(second?.usage.input == nil)
  }

  @Test("a cancelled call stops")
  func stopped() async {
    let model = model(.reply(Self.ageless), .endless([]))
    let schema = schema
    let task = Task {
      do throws(StructuredOutputError) {
        _ = try await model.json(for: greeting, schema: schema)
        return nil as StructuredOutputError?
      } catch {
        return error
      }
    }
    await until { model.calls == 2 }
    task.cancel()
    let error = await task.value
    #expect(error?.cause.code == .cancelled && error?.replies.map(\.text) == [Self.ageless])
  }

  // MARK: Usage

  @Test(
    "the usage of all replies is summed, and unknown if one lacks a count",
    arguments: [
      ([TokenUsage(input: 10, output: 5)], TokenUsage(input: 10, output: 5)),
      (
        [
          TokenUsage(input: 10, cachedInput: 1, output: 5),
          TokenUsage(input: 20, cachedInput: 2, output: 7),
        ], TokenUsage(input: 30, cachedInput: 3, output: 12)
      ),
      (
        [TokenUsage(input: 10, cachedInput: 1, output: 5), TokenUsage(input: 20)],
        TokenUsage(input: 30)
      ),
      ([TokenUsage(input: 10, output: 5), nil], TokenUsage()),
      ([nil, TokenUsage(input: 10, output: 5)], TokenUsage()),
    ])
  func usage(usages: [TokenUsage?], sum: TokenUsage) async throws {
    func model(endingWith last: String) -> FakeModel {
      FakeModel { number, _ in
        let isLast = number == usages.count
        return .reply(isLast ? last : Self.ageless, usage: usages[min(number, usages.count) - 1])
      }
    }
    try await expect(value(model(endingWith: Self.ann)).usage, equals: sum)
    let error = await failure(model(endingWith: Self.ageless), attempts: usages.count)
    #expect(error?.usage == sum && error?.replies.count == usages.count)
  }

  @Test("a rejected schema has no usage")
  func refusedUsage() async throws {
    let usage = TokenUsage(input: 10, output: 5)
    let model = model(
      .failure(.planned(.invalidRequest, "response_format is unknown")),
      .reply(Self.ann, usage: usage))
    try await expect(value(model).usage, equals: usage)
  }

  @Test("it works through layers, whose attempts are listed in the cause")
  func layers() async {
    let clock = ManualClock()
    let model = model(
      .failure(.planned(.overloaded)), .reply(Self.ageless), .failure(.planned(.overloaded)),
      .failure(.planned(.timeout)), .failure(.planned(.rateLimit)))
    let error = await failure(model.with(Retry(RetryPolicy(jitter: 0)), clock: clock.clock))
    #expect(error?.cause.code == .rateLimit && error?.replies.count == 1)
    #expect(
      error?.cause.attempts.map(\.failure?.code) == [.overloaded, .timeout, .rateLimit])
    #expect(model.calls == 5)
  }
}
