import CoachModel
import LanguageModels
import Logging
import ModelLayers
import ModelTestKit
import Testing
import TestKit

/// A log handler that stores its lines in memory.
struct KeptLog: LogHandler {
  /// One line, with its metadata as text.
  struct Line: Sendable {
    var level: Logger.Level
    var message: String
    var metadata: [String: String]

    /// The level, message and metadata as one line.
    var text: String {
      "\(level) \(message) \(metadata.map { "\($0)=\($1)" }.sorted().joined(separator: " "))"
    }
  }

  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private let kept = Journal<Line>()

  /// All lines so far.
  var lines: [Line] { kept.entries }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
    kept.note(Line(level: event.level, message: "\(event.message)", metadata: metadata))
  }
}

@Suite("Logging one line per call")
struct CallLogTests {
  private let clock = ManualClock()
  private let handler = KeptLog()

  private static let prices = PriceTable([
    PriceEntry(
      provider: "fake", model: "m", price: TokenPrice(input: 10_000, output: 10_000))
  ])

  private static let known = "planted-word-of-ours"
  private static let usual = "sk-" + String(repeating: "a1B2", count: 8)

  private func logged(
    _ model: some LanguageModel, at level: Logger.Level = .info, showsContent: Bool = false,
    _ prices: PriceTable = CallLogTests.prices
  ) throws -> LayeredModel {
    let handler = handler
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = level
    let redactor = Redactor([try #require(Secret(Self.known))])
    let log = CallLog(logger, redactor: redactor, prices: prices, showsContent: showsContent)
    return model.with(log, clock: clock.clock)
  }

  private var texts: [String] { handler.lines.map(\.text) }

  @Test(
    "a success is logged at info, a failure at warning, and the start at debug",
    arguments: [
      (Logger.Level.trace, ["debug", "info"], ["debug", "warning"]),
      (.debug, ["debug", "info"], ["debug", "warning"]), (.info, ["info"], ["warning"]),
      (.notice, [], ["warning"]), (.warning, [], ["warning"]), (.error, [], []),
    ])
  func levels(level: Logger.Level, good: [String], failed: [String]) async throws {
    let model = FakeModel(
      answers: .reply("Hi"), .failure(.planned(.quota)), .failure(.planned(.truncated), after: "H"))
    let layered = try logged(model, at: level)
    for _ in 0..<3 { _ = await outcome(layered.stream(greeting)) }
    #expect(handler.lines.map { "\($0.level)" } == good + failed + failed)
    let messages = [
      "debug": "model call begins", "info": "model call ended", "warning": "model call failed",
    ]
    #expect(handler.lines.allSatisfy { $0.message == messages["\($0.level)"] })
  }

  @Test("a success has the model, duration, tokens and cost")
  func good() async throws {
    let clock = clock
    let model = FakeModel { _, _ in
      clock.advance(by: .milliseconds(250))
      return .reply("Hi", usage: TokenUsage(input: 10, cachedInput: 4, output: 5))
    }
    var request = greeting
    request.label = "greeting"
    var events = try logged(model).stream(request).makeAsyncIterator()
    _ = try await events.next()
    clock.advance(by: .milliseconds(100))
    while try await events.next() != nil {}
    #expect(
      handler.lines.map(\.metadata) == [
        [
          "model": "fake:m", "label": "greeting", "first_ms": "250", "total_ms": "350",
          "input_tokens": "10", "cached_tokens": "4", "output_tokens": "5", "cost": "$0.15",
          "finish": "stop",
        ]
      ])
  }

  @Test("unknown values are left out")
  func unknown() async throws {
    _ = await outcome(try logged(FakeModel()).stream(greeting))
    _ = await outcome(
      try logged(
        FakeModel("other", answers: .reply("Hi", usage: TokenUsage(input: 1, output: 2)))
      ).stream(greeting))
    _ = await outcome(
      try logged(FakeModel(answers: .reply("Hi", usage: TokenUsage(input: 1)))).stream(greeting))
    let common = ["first_ms": "0", "total_ms": "0", "finish": "stop"]
    #expect(
      handler.lines.map(\.metadata) == [
        common.merging(["model": "fake:m"]) { $1 },
        common.merging(["model": "fake:other", "input_tokens": "1", "output_tokens": "2"]) { $1 },
        common.merging(["model": "fake:m", "input_tokens": "1"]) { $1 },
      ])
  }

  @Test("a failure has the reason and the attempts")
  func failed() async throws {
    var failure = ModelError.planned(.overloaded, status: 529)
    failure.requestID = "q1"
    let model = FakeModel(answers: .failure(failure))
    let retried = model.with(Retry(RetryPolicy(attempts: 2, jitter: 0)))
    _ = await outcome(try logged(retried).stream(greeting))
    let line = try #require(handler.lines.first)
    #expect(handler.lines.count == 1 && line.level == .warning)
    #expect(line.metadata["code"] == "overloaded" && line.metadata["status"] == "529")
    #expect(line.metadata["request_id"] == "q1" && line.metadata["total_ms"] == "500")
    #expect(line.metadata["message"] == "overloaded is planned")
    #expect(line.metadata["first_ms"] == nil && line.metadata["finish"] == nil)
    let attempts = try #require(line.metadata["attempts"])
    #expect(attempts.contains("fake:m: overloaded is planned (HTTP 529, 0 ms)"))
    #expect(attempts.contains("fake:m, after waiting 0.5 s: overloaded"))
  }

  @Test("a single attempt is not listed, and retries before a success are")
  func attempts() async throws {
    let model = FakeModel(
      answers: .failure(.planned(.quota)), .failure(.planned(.timeout)), .reply("Hi"))
    let layered = try logged(model.with(Retry(RetryPolicy(jitter: 0))))
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    #expect(handler.lines.map { $0.metadata["attempts"] != nil } == [false, true])
    #expect(handler.lines.last?.metadata["attempts"]?.contains("replied") == true)
  }

  @Test("a reply of a fallback model has its name and price")
  func fallback() async throws {
    let usage = TokenUsage(input: 10, output: 5)
    let first = FakeModel("first", answers: .failure(.planned(.quota)))
    let second = FakeModel(answers: .reply("Hi", usage: usage), .failure(.planned(.timeout)))
    let layered = try logged(first.with(Fallback(to: [second])))
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    #expect(handler.lines.map { $0.metadata["model"] } == ["fake:m", "fake:m"])
    #expect(handler.lines.map { $0.metadata["cost"] } == ["$0.15", nil])
    #expect(handler.lines.allSatisfy { $0.metadata["attempts"] != nil })
  }

  @Test("a reply that broke off has the cost counted so far, and a cancelled one is not a failure")
  func broken() async throws {
    let usage = TokenUsage(input: 10, output: 1)
    let model = FakeModel(
      answers: .failure(.planned(.truncated), after: "H", usage: usage), .reply("Hi"))
    let layered = try logged(model)
    _ = await outcome(layered.stream(greeting))
    try await abandon(layered.stream(greeting))
    #expect(handler.lines.map(\.level) == [.warning, .info])
    #expect(handler.lines.first?.metadata["cost"] == "$0.11")
    #expect(handler.lines.first?.metadata["first_ms"] == "0")
    #expect(handler.lines.last?.metadata["finish"] == "cancelled")
  }

  @Test("a cached reply is marked and has no cost")
  func cached() async throws {
    let model = FakeModel(answers: .reply("Hi", usage: TokenUsage(input: 10, output: 5)))
    let layered = try logged(model.with(ResponseCache()))
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    #expect(handler.lines.map { $0.metadata["cached"] } == [nil, "true"])
    #expect(handler.lines.map { $0.metadata["cost"] } == ["$0.15", nil])
    #expect(handler.lines.map { $0.metadata["input_tokens"] } == ["10", "10"])
  }

  // MARK: What must not be written

  @Test("secrets are redacted from all external text")
  func secrets() async throws {
    let failure = ModelError.planned(
      .overloaded, "no \(Self.usual) and no \(Self.known) at http://me:hidden@host/", status: 529)
    let model = FakeModel { number, _ in
      number < 3
        ? .failure(failure)
        : .reply("the key is \(Self.known.prefix(9))", "\(Self.known.dropFirst(9)), \(Self.usual)")
    }
    let retry = Retry(RetryPolicy(attempts: 2, jitter: 0))
    let layered = try logged(model.with(retry), at: .trace, showsContent: true)
    var request = asking("my key is \(Self.usual), and \(Self.known)")
    request.label = "call with \(Self.known)"
    for _ in 0..<2 { _ = await outcome(layered.stream(request)) }
    #expect(handler.lines.contains { $0.metadata["attempts"] != nil })
    #expect(handler.lines.contains { $0.metadata["message"] != nil })
    #expect(handler.lines.contains { $0.message == "reply read" })
    for text in texts {
      for secret in [Self.usual, Self.known, "planted", "hidden"] {
        #expect(!text.contains(secret))
      }
    }
    let sent = handler.lines.filter { $0.message == "message sent" }
    #expect(sent.count == 2 && sent.allSatisfy { $0.text.contains(Redactor.mark) })
  }

  @Test(
    "prompts and replies are logged only on request, and only at trace",
    arguments: [(Logger.Level.trace, false), (.debug, true), (.info, true), (.trace, true)])
  func content(level: Logger.Level, showsContent: Bool) async throws {
    let reply =
      [ModelEvent.started(ModelStart())] + [
        .partStarted(index: 0, kind: .reasoning),
        .partDelta(index: 0, delta: .reasoning("a thought of its own")), .partEnded(index: 0),
        .partStarted(index: 1, kind: .text), .partDelta(index: 1, delta: .text("an answer")),
        .partDelta(index: 1, delta: .text(" in full")), .partEnded(index: 1), .finished(.stop),
      ]
    let model = FakeModel(answers: .events(reply), .failure(.planned(.truncated), after: "a half"))
    let layered = try logged(model, at: level, showsContent: showsContent)
    let request = ModelRequest(messages: [
      ModelMessage(Message(.system, "an instruction")), ModelMessage(Message(.user, "a question")),
    ])
    await expect(outcome(layered.stream(request)).events, equals: reply)
    _ = await outcome(layered.stream(request))
    let isShown = level == .trace && showsContent
    for words in ["an instruction", "a question", "an answer in full", "a half"] {
      #expect(texts.contains { $0.contains(words) } == isShown, "\(words)")
    }
    #expect(!texts.contains { $0.contains("thought") })
    if isShown {
      #expect(
        texts.prefix(5).map { $0.replacing("model=fake:m", with: "…") } == [
          "debug model call begins …",
          "trace message sent role=system text=an instruction",
          "trace message sent role=user text=a question",
          "info model call ended finish=stop first_ms=0 … total_ms=0",
          "trace reply read text=an answer in full",
        ])
    }
  }

  @Test("each of many concurrent calls has its own line")
  func concurrent() async throws {
    let model = FakeModel { _, request in
      .reply("Hi", usage: TokenUsage(input: request.messages.first?.text.utf8.count, output: 0))
    }
    let layered = try logged(model)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...50 {
        var request = asking(String(repeating: "x", count: number))
        request.label = "\(number)"
        let stream = layered.stream(request)
        group.addTask { _ = await outcome(stream) }
      }
    }
    #expect(handler.lines.count == 50)
    #expect(handler.lines.allSatisfy { $0.metadata["label"] == $0.metadata["input_tokens"] })
    #expect(Set(handler.lines.map { $0.metadata["label"] }).count == 50)
  }
}
