import CoachModel
import LanguageModels
import Logging
import ModelLayers
import ModelProviders
import ModelTestKit
import Testing
import TestKit

/// A reply of some kind.
struct SampleReply: Sendable, CustomTestStringConvertible {
  let name: String
  let events: [ModelEvent]

  var testDescription: String { name }
}

/// Replies of all kinds.
enum SampleReplies {
  private static let start = ModelEvent.started(
    ModelStart(id: "r1", model: "big", requestID: "q1", wire: .anthropic))

  static let all = [
    SampleReply(name: "text", events: .said(["Hi", " 😀\n\"q\"", " there"])),
    SampleReply(
      name: "text with counts and warnings",
      events: [
        start, .warning("a seed was left out"), .usage(TokenUsage(input: 12)),
        .partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text("Hi")),
        .warning("slow today"), .partEnded(index: 0),
        .usage(
          TokenUsage(
            input: 12, cachedInput: 3, cacheWrites: 4, hourCacheWrites: 2, output: 5,
            reasoning: 1)),
        .finished(.length),
      ]),
    SampleReply(
      name: "thoughts and tools",
      events: [
        start, .partStarted(index: 0, kind: .reasoning),
        .partDelta(index: 0, delta: .reasoning("Let me")),
        .partDelta(index: 0, delta: .reasoning(" see")),
        .partDelta(index: 0, delta: .signature("c2VhbA==")), .partEnded(index: 0),
        .partStarted(index: 1, kind: .reasoning),
        .partDelta(index: 1, delta: .signature("aGlkZGVu", isHidden: true)), .partEnded(index: 1),
        .partStarted(index: 2, kind: .toolCall(id: "c1", name: "look")),
        .partStarted(index: 3, kind: .toolCall(id: "c2", name: "tell")),
        .partDelta(index: 3, delta: .arguments("{}")),
        .partDelta(index: 2, delta: .arguments("{\"at\":")),
        .partDelta(index: 2, delta: .arguments("\"sea\"}")), .partEnded(index: 2),
        .partEnded(index: 3), .partStarted(index: 4, kind: .other("search")),
        .partDelta(index: 4, delta: .other("{\"n\":1}")), .partEnded(index: 4),
        .finished(.toolCalls),
      ]),
    SampleReply(
      name: "a refusal",
      events: [
        start, .partStarted(index: 0, kind: .refusal),
        .partDelta(index: 0, delta: .refusal("I would rather not.")), .partEnded(index: 0),
        .finished(.refusal),
      ]),
    SampleReply(
      name: "a word of the provider's own for the end",
      events: [ModelEvent].said(["Hi"]).dropLast() + [.finished(.other("recitation"))]),
  ]
}

@Suite("Layers around a model")
struct LayeredModelTests {
  /// Every layer, configured so that it lets a call pass.
  private static let layers:
    [(name: String, around: @Sendable (any LanguageModel) -> LayeredModel)] = [
      ("retry", { LayeredModel(base: $0, layer: Retry(RetryPolicy(jitter: 0))) }),
      ("number of attempts", { LayeredModel(base: $0, layer: AttemptLimit(1)) }),
      ("fallback", { LayeredModel(base: $0, layer: Fallback(to: [FakeModel("other")], on: [])) }),
      (
        "breaker",
        { LayeredModel(base: $0, layer: CircuitBreaker(BreakerPolicy(minimumCalls: 100))) }
      ),
      (
        "limits",
        { LayeredModel(base: $0, layer: RateLimit(requestsPerMinute: 10, tokensPerMinute: 1000)) }
      ),
      (
        "budget",
        {
          LayeredModel(
            base: $0, layer: RunBudget(BudgetLimits(tokens: 100_000, time: .seconds(3600))))
        }
      ),
      ("cache", { LayeredModel(base: $0, layer: ResponseCache()) }),
      (
        "log",
        {
          var logger = Logger(label: "test") { _ in KeptLog() }
          logger.logLevel = .trace
          return LayeredModel(base: $0, layer: CallLog(logger, showsContent: true))
        }
      ),
      ("recording", { LayeredModel(base: $0, layer: RecordingLayer { _ in }) }),
      ("telemetry", { LayeredModel(base: $0, layer: Telemetry()) }),
      ("tracing of attempts", { LayeredModel(base: $0, layer: AttemptTracing()) }),
      ("a layer of the caller's", { LayeredModel(base: $0, layer: ProbeLayer()) }),
    ]

  private static var names: [String] { layers.map(\.name) + ["keys", "all of them", "none"] }

  private func layered(_ name: String, _ model: FakeModel) throws -> any LanguageModel {
    switch name {
    case "none": return model
    case "keys":
      let keys = [try #require(Secret("planted-one")), try #require(Secret("planted-two"))]
      return try #require(KeyRotation(keys) { _ in model })
    case "all of them":
      return Self.layers.reduce(model as any LanguageModel) { $1.around($0) }
    default:
      let layer = try #require(Self.layers.first { $0.name == name })
      return layer.around(model)
    }
  }

  @Test("events pass every layer unchanged and in order", arguments: names, SampleReplies.all)
  func passing(name: String, reply: SampleReply) async throws {
    let model = FakeModel(answers: .events(reply.events))
    let (events, error) = await outcome(try layered(name, model).stream(greeting))
    #expect(error == nil && events == reply.events && model.requests == [greeting])
  }

  @Test("a failure after content passes every layer with the received content", arguments: names)
  func failing(name: String) async throws {
    for reply in SampleReplies.all {
      guard let content = reply.events.firstIndex(where: \.isContent) else { continue }
      for count in (content + 1)..<max(reply.events.count, content + 2) {
        let events = Array(reply.events.prefix(count))
        // A reply that has finished does not fail.
        if case .finished? = events.last { continue }
        let model = FakeModel(answers: .events(events, failure: .planned(.overloaded)))
        let bare = await outcome(
          FakeModel(
            answers: .events(events, failure: .planned(.overloaded))
          ).stream(greeting))
        let passed = await outcome(try layered(name, model).stream(greeting))
        var error = passed.error
        error?.attempts = []
        #expect(passed.events == bare.events && error == bare.error && model.calls == 1)
      }
    }
  }

  @Test("a failure before content passes every layer with its attempt", arguments: names)
  func failingAtOnce(name: String) async throws {
    let planned = ModelError.planned(.contentFilter, status: 400)
    let model = FakeModel(answers: .failure(planned, usage: TokenUsage(input: 1)))
    let (events, error) = await outcome(try layered(name, model).stream(greeting))
    var bare = error
    bare?.attempts = []
    #expect(bare == planned && model.calls == 1)
    if name != "none" {
      #expect(events.isEmpty && error?.attempts.map(\.failure?.code) == [.contentFilter])
      #expect(error?.attempts.map(\.failure?.status) == [400])
    }
  }

  @Test("nothing is sent before the first read", arguments: names)
  func laziness(name: String) async throws {
    let model = FakeModel()
    let stream = try layered(name, model).stream(greeting)
    var events = stream.makeAsyncIterator()
    #expect(model.calls == 0)
    _ = try await events.next()
    #expect(model.calls == 1)
  }

  @Test("a stream is read once, and a second reader sends nothing", arguments: names)
  func readOnce(name: String) async throws {
    let model = FakeModel()
    let stream = try layered(name, model).stream(greeting)
    await expect(outcome(stream).error, equals: nil)
    let (events, error) = await outcome(stream)
    #expect(events.isEmpty && error?.code == .invalidRequest && model.calls == 1)
  }

  @Test("a reader that continues after the end gets nothing more", arguments: names)
  func afterTheEnd(name: String) async throws {
    let model = FakeModel()
    var events = try layered(name, model).stream(greeting).makeAsyncIterator()
    while try await events.next() != nil {}
    for _ in 0..<3 { #expect(try await events.next() == nil) }
    #expect(model.calls == 1)
  }

  @Test(
    "a reader that continues after a failure does not send the request again", arguments: names)
  func afterFailure(name: String) async throws {
    for text in [nil, "Hal"] {
      let model = FakeModel(
        answers: .failure(.planned(.contentFilter), after: text), .reply("again"))
      var events = try layered(name, model).stream(greeting).makeAsyncIterator()
      var errors = 0
      for _ in 0..<8 {
        do throws(ModelError) {
          #expect(try await events.next()?.text != "again")
        } catch {
          errors += 1
        }
      }
      #expect(errors >= 1 && model.calls == 1)
    }
  }

  @Test("a layered model has the identity of the inner model", arguments: names)
  func identity(name: String) throws {
    var capabilities = ModelCapabilities()
    capabilities.context = 7
    let model = FakeModel("inside", capabilities: capabilities)
    let layered = try layered(name, model)
    #expect(layered.identity == model.identity && layered.capabilities == capabilities)
    #expect(layered.server == nil)
  }

  @Test("the inner model's address is visible through layers")
  func server() throws {
    let endpoint = Endpoint(.compatible, baseURL: "http://host:81/v1")
    let model = ProviderModel("m", at: endpoint, over: FixedTransport())
    let layered = model.with(Retry()).with(ResponseCache())
    #expect(layered.server == ServerAddress(host: "host", port: 81))
    let key = try #require(Secret("planted-key"))
    #expect(KeyRotation([key]) { _ in model }?.server == layered.server)
  }

  @Test("each call has its own state in all layers, for any number of concurrent calls")
  func concurrent() async throws {
    let model = FakeModel { _, request in .reply(request.messages.last?.text ?? "") }
    let layered = try layered("all of them", model)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<10 {
        let stream = layered.stream(asking("call \(number)"))
        group.addTask { await outcome(stream).events == .said(["call \(number)"]) }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(model.calls == 10)
  }
}
