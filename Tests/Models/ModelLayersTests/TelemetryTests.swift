import CoachModel
import CoreMetrics
import InMemoryTracing
import LanguageModels
import MetricsTestKit
import ModelLayers
import ModelProviders
import ModelTestKit
import Synchronization
import Testing
import TestKit
import Tracing

@Suite("Telemetry with OpenTelemetry's names")
struct TelemetryTests {
  private let tracer = InMemoryTracer()
  private let metrics = TestMetrics()
  private let clock = ManualClock()

  private static let usage = TokenUsage(
    input: 1000, cachedInput: 600, cacheWrites: 100, output: 50, reasoning: 20)

  private static let events: [ModelEvent] = [
    .started(ModelStart(id: "msg_1", model: "claude-haiku-4-5-20251001", requestID: "req_1")),
    .partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text("Hi")),
    .partEnded(index: 0), .usage(usage), .finished(.stop),
  ]

  private static let server = ServerAddress(host: "api.anthropic.com", port: 443)

  private func model(
    _ answers: [TimedModel.Answer], provider: String = "anthropic",
    name: String = "claude-haiku-4-5"
  ) -> TimedModel {
    TimedModel(
      identity: ModelIdentity(provider: provider, model: name), server: Self.server,
      answers: answers, clock: clock)
  }

  private func stack() -> ModelStack {
    var stack = ModelStack(clock: clock.clock)
    stack.telemetry = Telemetry(tracer: tracer, metrics: metrics)
    stack.attemptTracing = AttemptTracing(tracer: tracer)
    stack.retry = Retry(RetryPolicy(jitter: 0))
    return stack
  }

  private func text(_ span: FinishedInMemorySpan?, _ name: String) -> String? {
    switch span?.attributes.get(name) {
    case .string(let text)?: text
    case .stringArray(let texts)?: texts.joined(separator: ",")
    case .int64(let number)?: String(number)
    case .int32(let number)?: String(number)
    case .double(let number)?: String(number)
    case .bool(let flag)?: String(flag)
    default: nil
    }
  }

  /// The cost in millionths of a dollar.
  private func cost(_ span: FinishedInMemorySpan?) -> Int? {
    text(span, "coachkit.cost.dollars").flatMap { Double($0) }.map { Int(($0 * 1e6).rounded()) }
  }

  @Test("a call is a child span of the caller's, with its request and its result")
  func call() async throws {
    var asked = greeting
    asked.parameters = ModelParameters(
      maximumTokens: 200, temperature: 0.5, seed: 7, stop: ["END"])
    asked.format = .json
    let request = asked
    let stacked = stack().model(model([.events(Self.events)]))
    try await withTracer(tracer) {
      try await withSpan("turn") { _ in
        _ = try await stacked.stream(request).reply()
      }
    }
    let spans = tracer.finishedSpans
    let turn = try #require(spans.first { $0.operationName == "turn" })
    let call = try #require(spans.first { $0.operationName == "chat claude-haiku-4-5" })
    let attempt = try #require(spans.first { $0.operationName == "POST" })
    #expect(spans.count == 3)
    #expect(call.parentSpanID == turn.spanID && attempt.parentSpanID == call.spanID)
    #expect(Set(spans.map(\.traceID)).count == 1)
    #expect(call.kind == .client && attempt.kind == .client)
    let expected: [(String, String)] = [
      ("gen_ai.operation.name", "chat"), ("gen_ai.provider.name", "anthropic"),
      ("gen_ai.request.model", "claude-haiku-4-5"), ("gen_ai.request.max_tokens", "200"),
      ("gen_ai.request.temperature", "0.5"), ("gen_ai.request.seed", "7"),
      ("gen_ai.request.stop_sequences", "END"), ("gen_ai.request.stream", "true"),
      ("gen_ai.output.type", "json"), ("gen_ai.response.id", "msg_1"),
      ("gen_ai.response.model", "claude-haiku-4-5-20251001"),
      ("gen_ai.response.finish_reasons", "stop"), ("gen_ai.usage.input_tokens", "1000"),
      ("gen_ai.usage.output_tokens", "50"), ("gen_ai.usage.cache_read.input_tokens", "600"),
      ("gen_ai.usage.cache_creation.input_tokens", "100"),
      ("gen_ai.usage.reasoning.output_tokens", "20"), ("server.address", "api.anthropic.com"),
      ("server.port", "443"), ("coachkit.attempts", "1"),
      ("gen_ai.response.time_to_first_chunk", "0.25"),
    ]
    for (name, value) in expected { #expect(text(call, name) == value, "\(name)") }
    // (300 plain + 600 cached at a tenth + 100 written at 1.25) × $1 and 50 × $5 a million
    #expect(cost(call) == 735)
    #expect(call.status == nil && text(call, "error.type") == nil)
    #expect(text(attempt, "http.request.method") == "POST")
    #expect(text(attempt, "http.request.resend_count") == nil)
    #expect(text(attempt, "http.response.status_code") == "200")
  }

  @Test("metrics have the standard names, dimensions and seconds")
  func metrics() async throws {
    let stacked = stack().model(model([.events(Self.events)]))
    _ = try await stacked.stream(greeting).reply()
    let dimensions = [
      ("gen_ai.operation.name", "chat"), ("gen_ai.provider.name", "anthropic"),
      ("gen_ai.request.model", "claude-haiku-4-5"), ("server.address", "api.anthropic.com"),
      ("server.port", "443"), ("gen_ai.response.model", "claude-haiku-4-5-20251001"),
    ]
    func values(_ label: String, _ more: [(String, String)] = []) throws -> [Double] {
      try metrics.expectRecorder(label, dimensions + more).values
    }
    try expect(
      values("gen_ai.client.token.usage", [("gen_ai.token.type", "input")]), equals: [1000])
    try expect(values("gen_ai.client.token.usage", [("gen_ai.token.type", "output")]), equals: [50])
    try expect(values("gen_ai.client.operation.time_to_first_chunk"), equals: [0.25])
    try expect(values("gen_ai.client.operation.duration"), equals: [0.35])
  }

  @Test("each request is a child span; retries are numbered")
  func attempts() async throws {
    let busy = ModelError(.overloaded, "busy", advice: "wait", status: 529)
    let stacked = stack().model(model([.failure(busy), .failure(busy), .events(Self.events)]))
    _ = try await stacked.stream(greeting).reply()
    let spans = tracer.finishedSpans
    let call = try #require(spans.first { $0.kind == .client && $0.operationName != "POST" })
    let posts = spans.filter { $0.operationName == "POST" }
    #expect(posts.count == 3 && posts.allSatisfy { $0.parentSpanID == call.spanID })
    #expect(posts.map { text($0, "http.request.resend_count") } == [nil, "1", "2"])
    #expect(posts.map { text($0, "http.response.status_code") } == ["529", "529", "200"])
    #expect(posts.map { text($0, "error.type") } == ["overloaded", "overloaded", nil])
    #expect(posts.map { $0.status?.code } == [.error, .error, nil])
    // A failure that a retry fixed is not an error of the call.
    #expect(call.status == nil && text(call, "error.type") == nil)
    #expect(text(call, "coachkit.attempts") == "3")
    let durations = metrics.recorders.filter { $0.label == "gen_ai.client.operation.duration" }
    #expect(durations.count == 1)
  }

  @Test("a failure has the same kind on the span and in the metric")
  func failure() async throws {
    let refused = ModelError(.authentication, "no", advice: "mend", status: 401)
    let stacked = stack().model(model([.failure(refused)]))
    await expect(outcome(stacked.stream(greeting)).error?.code, equals: .authentication)
    let call = try #require(tracer.finishedSpans.last)
    #expect(text(call, "error.type") == "authentication" && call.status?.code == .error)
    #expect(call.status?.message == "no")
    let duration = try #require(
      metrics.recorders.first { $0.label == "gen_ai.client.operation.duration" })
    #expect(duration.dimensions.contains { $0 == ("error.type", "authentication") })
    #expect(!metrics.recorders.contains { $0.label == "gen_ai.client.token.usage" })
  }

  @Test("a reply that breaks off has the finish reason of an error")
  func cut() async throws {
    let cut = ModelError(.truncated, "cut", advice: "again")
    let stacked = stack().model(model([.cut(Array(Self.events[..<3]), cut)]))
    await expect(outcome(stacked.stream(greeting)).error?.code, equals: .truncated)
    let call = try #require(tracer.finishedSpans.last)
    #expect(text(call, "gen_ai.response.finish_reasons") == "error")
    #expect(text(call, "error.type") == "truncated")
  }

  @Test("a cached reply is marked, costs nothing and is not measured")
  func cached() async throws {
    var stack = stack()
    stack.cache = ResponseCache()
    let stacked = stack.model(model([.events(Self.events)]))
    for _ in 0..<2 { _ = try await stacked.stream(greeting).reply() }
    let calls = tracer.finishedSpans.filter { $0.operationName != "POST" }
    #expect(calls.map { text($0, "coachkit.cached") } == [nil, "true"])
    #expect(text(calls.last, "coachkit.cost.dollars") == "0.0")
    let durations = metrics.recorders(label: "gen_ai.client.operation.duration")
    #expect(durations.flatMap(\.values).count == 1)
  }

  @Test("a reader that cancels ends the span without an error")
  func abandoned() async throws {
    let stacked = stack().model(model([.events(Self.events)]))
    do {
      var events = stacked.stream(greeting).makeAsyncIterator()
      _ = try await events.next()
    }
    #expect(tracer.finishedSpans.count == 2 && tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.allSatisfy { $0.status == nil })
  }

  @Test("a fallback model is named, and its price counts")
  func fallback() async throws {
    let down = ModelError(.quota, "no credit", advice: "pay", status: 429)
    let first = model([.failure(down)])
    let other = model([.events(Self.events)], provider: "openai", name: "gpt-4.1")
    _ = try await stack().model(first, fallingBackOn: [other]).stream(greeting).reply()
    let call = try #require(tracer.finishedSpans.last)
    #expect(call.operationName == "chat claude-haiku-4-5")
    #expect(text(call, "coachkit.fallback") == "openai:gpt-4.1")
    // (300 + 100) × $2, 600 × $0.50 and 50 × $8 per million; cache writes cost nothing extra there.
    #expect(cost(call) == 1500)
  }

  @Test(
    "provider names follow the conventions",
    arguments: [
      ("gemini", "gcp.gemini", "generate_content"), ("mistral", "mistral_ai", "chat"),
      ("openai-chat", "openai", "chat"), ("ollama", "ollama", "chat"),
      ("gemini-interactions", "gcp.gemini", "chat"),
    ])
  func providers(name: String, told: String, operation: String) async throws {
    let profile = try #require(EndpointProfile.named(name))
    let transport = FixedTransport(
      headers: ["content-type": profile.wire.framing.mediaTypes[0]], chunks: [])
    let provider = ProviderModel("m", at: Endpoint(profile), over: transport)
    _ = try? await stack().model(provider).stream(greeting).reply()
    let call = try #require(tracer.finishedSpans.last)
    #expect(call.operationName == "\(operation) m")
    #expect(text(call, "gen_ai.provider.name") == told)
  }

  @Test("prompts and replies are not exported")
  func content() async throws {
    let request = ModelRequest(messages: [ModelMessage(Message(.user, "planted words"))])
    _ = try await stack().model(model([.events(Self.events)])).stream(request).reply()
    for span in tracer.finishedSpans {
      var shown = ""
      span.attributes.forEach { name, value in shown += "\(name)=\(value) " }
      #expect(!shown.contains("planted") && !shown.contains("Hi"))
    }
  }

  @Test("the current tracer is found without being passed")
  func ambient() async throws {
    let stacked = model([.events(Self.events)]).with(Telemetry(), clock: clock.clock)
    try await withTracer(tracer) {
      _ = try await withMetricsFactory(metrics) { try await stacked.stream(greeting).reply() }
    }
    #expect(tracer.finishedSpans.map(\.operationName) == ["chat claude-haiku-4-5"])
    #expect(metrics.recorders.count == 4)
  }
}

/// Answers in turn with delays: a quarter of a second until the first content, a tenth for the rest.
private struct TimedModel: LanguageModel {
  enum Answer: Sendable {
    case events([ModelEvent])
    case failure(ModelError)
    case cut([ModelEvent], ModelError)
  }

  let identity: ModelIdentity
  let server: ServerAddress?
  let answers: Told
  let clock: ManualClock

  init(
    identity: ModelIdentity, server: ServerAddress?, answers: [Answer], clock: ManualClock
  ) {
    self.identity = identity
    self.server = server
    self.answers = Told(answers)
    self.clock = clock
  }

  func stream(_ request: ModelRequest) -> ModelStream {
    let (answers, clock) = (answers, clock)
    return ModelStream { Source(answer: answers.next(), clock: clock) }
  }

  private struct Source: ModelEventSource {
    var answer: Answer
    let clock: ManualClock
    var taken = 0

    mutating func next() async throws(ModelError) -> ModelEvent? {
      let (events, failure): ([ModelEvent], ModelError?) =
        switch answer {
        case .events(let events): (events, nil)
        case .failure(let error): ([], error)
        case .cut(let events, let error): (events, error)
        }
      guard taken < events.count else {
        if let failure { throw failure }
        return nil
      }
      defer { taken += 1 }
      let event = events[taken]
      if case .partDelta = event { clock.advance(by: .milliseconds(250)) }
      if case .partEnded = event { clock.advance(by: .milliseconds(100)) }
      return event
    }
  }
}

/// Answers to return in turn.
private final class Told: Sendable {
  private let answers: Mutex<ArraySlice<TimedModel.Answer>>

  init(_ answers: [TimedModel.Answer]) { self.answers = Mutex(answers[...]) }

  func next() -> TimedModel.Answer {
    answers.withLock { $0.popFirst() } ?? .failure(.planned(.overloaded))
  }
}
