import LanguageModels
import ModelProviders
import ModelTestKit
import Synchronization
import Testing
import TestKit

@Suite("A call from its head to its end")
struct ReplySourceTests {
  private func outcome(
    status: Int = 200, headers: [String: String] = ["content-type": "text/event-stream"],
    _ body: String, failure: TransportError? = nil
  ) async -> (events: [ModelEvent], error: ModelError?) {
    let transport = FixedTransport(
      status: status, headers: headers, chunks: [Array(body.utf8)], failure: failure)
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport)
    return await ModelTestKit.outcome(model.stream(greeting))
  }

  private static let chunk =
    "data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":\"Hey\"}}]}\n\n"
  private static let reason =
    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"

  @Test(
    "statuses become typed errors with advice",
    arguments: [
      (400, "{\"error\":{\"message\":\"bad\"}}", ModelError.Code.invalidRequest),
      (
        400, "{\"error\":{\"message\":\"x\",\"code\":\"context_length_exceeded\"}}",
        .contextOverflow
      ),
      (400, "{\"error\":{\"message\":\"prompt is too long: 9 > 8\"}}", .contextOverflow),
      (400, "{\"error\":{\"message\":\"x\",\"code\":\"content_filter\"}}", .contentFilter),
      (
        400,
        "[{\"error\":{\"code\":400,\"message\":\"API key not valid.\",\"status\":\"INVALID_ARGUMENT\"}}]",
        .authentication
      ),
      (
        400, "{\"type\":\"error\",\"error\":{\"type\":\"billing_error\",\"message\":\"x\"}}",
        .quota
      ),
      (401, "{\"error\":{\"message\":\"no key\"}}", .authentication), (402, "", .quota),
      (403, "no", .permission), (404, "<html><h1>Not here</h1></html>", .notFound),
      (413, "{\"error\":{\"type\":\"request_too_large\",\"message\":\"x\"}}", .invalidRequest),
      (429, "{\"error\":{\"message\":\"slow\"}}", .rateLimit),
      (429, "{\"error\":{\"message\":\"m\",\"code\":\"insufficient_quota\"}}", .quota),
      (500, "", .overloaded), (529, "{}", .overloaded), (408, "", .timeout), (504, "", .timeout),
      (302, "", .notFound), (422, "{\"detail\":\"bad\"}", .invalidRequest),
    ])
  func statuses(status: Int, body: String, code: ModelError.Code) async {
    let (events, error) = await outcome(
      status: status, headers: ["retry-after": "2.5", "x-request-id": "r1"], body)
    #expect(events.isEmpty)
    #expect(error?.code == code)
    #expect(error?.status == status)
    #expect(error?.retryAfter == .seconds(2.5))
    #expect(error?.requestID == "r1")
    #expect(error?.advice.isEmpty == false)
  }

  @Test("a text that is none is left out with one warning")
  func noText() async throws {
    let wrong = "data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":5}}]}\n\n"
    let none = "data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":null}}]}\n\n"
    for (body, count) in [(wrong + wrong, 1), (none, 0)] {
      let (events, error) = await outcome(
        body + Self.chunk + Self.reason + "data: [DONE]\n\n")
      #expect(error == nil)
      #expect(
        events.count {
          if case .warning(let warning) = $0 { warning.contains("was left out") } else { false }
        } == count)
    }
  }

  @Test("a key that the server repeats in its headers and names is hidden")
  func echoedKey() async throws {
    let key = "key-0123456789"
    for (type, status) in [("text/event-stream", 200), ("text/\(key)", 200), ("text/plain", 500)] {
      let start = "data: {\"id\":\"\(key)\",\"model\":\"m-\(key)\",\"choices\":[]}\n\n"
      let transport = FixedTransport(
        status: status, headers: ["content-type": type, "x-request-id": "r \(key)"],
        chunks: [Array((start + Self.chunk).utf8)])
      let endpoint = Endpoint(
        .compatible, baseURL: "https://host/v1", key: Secret(key))
      let (events, error) = await ModelTestKit.outcome(
        ProviderModel("m", at: endpoint, over: transport).stream(greeting))
      let shown = "\(events) \(String(describing: error)) \(String(describing: error?.json))"
      #expect(shown.contains(key) == false)
      #expect(error?.requestID == "r •••" || error?.partial?.start.requestID == "r •••")
    }
  }

  @Test(
    "a key in the reason for the end, in other case, shortened, or of another attempt is hidden",
    arguments: ["key-0123456789", "KEY-0123456789", "key-01234567", "other-9876543210"])
  func echoedReason(key: String) async throws {
    let reason = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"because \(key)\"}]}\n\n"
    let transport = FixedTransport(chunks: [Array((Self.chunk + reason).utf8)])
    var endpoint = Endpoint(.compatible, baseURL: "https://host/v1", key: Secret("key-0123456789"))
    endpoint.otherKeys = [Secret("other-9876543210")].compactMap(\.self)
    let (events, _) = await ModelTestKit.outcome(
      ProviderModel("m", at: endpoint, over: transport).stream(greeting))
    #expect(events.last == .finished(.other("because •••")), "\(events)")
  }

  @Test(
    "a key that crosses the network unencrypted causes a warning",
    arguments: [
      ("http://api.example.com/v1", true), ("http://8.8.8.8/v1", true),
      ("https://api.example.com/v1", false), ("http://localhost:80/v1", false),
      ("http://127.0.0.1/v1", false), ("http://192.168.1.2/v1", false), ("http://model:80", false),
      ("http://[::1]/v1", false), ("http://[2001:db8::1]/v1", true), ("http://gpu.local", false),
    ])
  func plainHTTP(url: String, isExposed: Bool) async throws {
    for key in [Secret("key-0123456789"), nil] {
      let transport = FixedTransport(chunks: [Array((Self.chunk + Self.reason).utf8)])
      let model = ProviderModel(
        "m", at: Endpoint(.compatible, baseURL: url, key: key), over: transport)
      let warnings = await ModelTestKit.outcome(model.stream(greeting)).events.compactMap { event in
        if case .warning(let text) = event { text } else { nil as String? }
      }
      let isWarned = warnings.contains { $0.contains("unencrypted") }
      #expect(isWarned == (isExposed && key != nil))
    }
  }

  @Test("a reply without end is given up, and what came is kept")
  func tooLarge() async {
    let chunk = String(repeating: "a", count: 1 << 20)
    let event = "data: {\"choices\":[{\"delta\":{\"content\":\"\(chunk)\"}}]}\n\n"
    let (_, error) = await outcome(String(repeating: event, count: 18) + Self.reason)
    #expect(error?.code == .decoding)
    #expect(error?.message == "http://host:1 sent a reply of more than 16 MB")
    #expect(error?.partial?.text.utf8.count == 17 << 20)
  }

  @Test("a reply of countless parts is given up")
  func tooManyParts() async {
    let events = (0..<1_100).map { number in
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":\(number),\"id\":\"c\(number)\","
        + "\"function\":{\"name\":\"t\",\"arguments\":\"{}\"}}]}}]}\n\n"
    }
    let (_, error) = await outcome(events.joined() + Self.reason)
    #expect(error?.message == "http://host:1 sent a reply of more than 1000 parts")
  }

  @Test("an HTML page is quoted without its tags")
  func page() async {
    let (_, error) = await outcome(
      headers: ["content-type": "text/html"], "<html><h1>Welcome</h1> to <b>nginx</b></html>")
    #expect(error?.code == .decoding)
    #expect(
      error?.message
        == "http://host:1 answered with 'text/html' instead of a stream: Welcome to nginx")
  }

  @Test("a JSON error with a success status is that error")
  func plainError() async {
    let (_, error) = await outcome(
      headers: ["content-type": "application/json"],
      "{\"error\":{\"message\":\"slow\",\"code\":\"rate_limit_exceeded\"}}")
    #expect(error?.code == .rateLimit)
  }

  @Test("a finish reason without the end mark is accepted with a warning")
  func missingMark() async {
    let (events, error) = await outcome(Self.chunk + Self.reason)
    #expect(error == nil)
    #expect(events.contains { if case .warning = $0 { true } else { false } })
    #expect(events.last == .finished(.stop))
  }

  @Test("an end mark without a finish reason is an unknown end with a warning")
  func missingReason() async {
    let (events, error) = await outcome(Self.chunk + "data: [DONE]\n\n")
    #expect(error == nil)
    #expect(events.contains { if case .warning = $0 { true } else { false } })
    #expect(events.last == .finished(.other("unknown")))
  }

  @Test(
    "a broken connection keeps the received content, and is a complete reply after the finish reason"
  )
  func broken() async {
    let reset = TransportError(.broken, "reset")
    let cut = await outcome(Self.chunk, failure: reset)
    #expect(cut.error?.code == .truncated && cut.error?.partialText == "Hey")
    #expect(cut.error?.isRetryable == true)
    let whole = await outcome(Self.chunk + Self.reason, failure: reset)
    #expect(whole.error == nil && whole.events.last == .finished(.stop))
    let nothing = await outcome("", failure: reset)
    #expect(nothing.error?.code == .transport && nothing.error?.partial == nil)
  }

  @Test("an error inside the stream follows the events before it")
  func errorInStream() async {
    for body in [
      #"data: {"error":{"message":"boom","type":"server_error","code":500}}"#,
      #"data: {"object":"error","message":"boom","code":500}"#, #"data: {"error":"boom"}"#,
    ] {
      let (events, error) = await outcome(Self.chunk + body + "\n\n")
      #expect(error?.code == .overloaded && error?.partialText == "Hey")
      #expect(error?.message == "http://host:1 answers: boom")
      #expect(events.count == 3)
    }
  }

  @Test("an event that is not JSON is a decoding error, and so is invalid UTF-8")
  func notJSON() async {
    await expect(outcome("data: {oops\n\n").error?.code, equals: .decoding)
    let bytes = Array("data: {\"id\":\"".utf8) + [0xff] + Array("\"}\n\n".utf8)
    let model = WireProtocol.openAIChat.model(answering: [bytes])
    await expect(ModelTestKit.outcome(model.stream(greeting)).error?.code, equals: .decoding)
  }

  @Test("comments show that a server lives, and the whole call has its time limit all the same")
  func phases() async {
    let timeouts = ModelTimeouts(
      firstToken: .seconds(10), idle: .seconds(30), total: .seconds(60))
    for (chunks, phase) in [
      (["\n"], TimeoutPhase.total), ([Self.chunk], .total),
    ] {
      // A clock that advances by a second with every reading.
      let looks = Mutex(0)
      let started = ContinuousClock.now
      let clock = CallClock(
        now: {
          started
            + .seconds(
              looks.withLock {
                $0 += 1; return $0
              })
        }, unixTime: { 0 })
      let transport = FixedTransport(
        chunks: chunks.map { Array($0.utf8) } + Array(repeating: Array(": busy\n".utf8), count: 99))
      let model = ProviderModel(
        "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1", timeouts: timeouts),
        over: transport, knowing: .empty, clock: clock)
      let error = await ModelTestKit.outcome(model.stream(greeting)).error
      #expect(error?.code == .timeout && error?.phase == phase)
    }
  }

  @Test("a refusal is separate from text")
  func refusal() async {
    let chunk = "data: {\"choices\":[{\"delta\":{\"refusal\":\"I would rather not.\"}}]}\n\n"
    let (events, error) = await outcome(chunk + Self.reason + "data: [DONE]\n\n")
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    #expect(error == nil && reply.finish == .refusal)
    #expect(reply.text == "" && reply.refusal == "I would rather not.")
    #expect(reply.words == reply.refusal && events.compactMap(\.words) == [reply.refusal])
  }

  @Test("a stream is read once")
  func readOnce() async {
    let stream = WireProtocol.openAIChat.model(answering: [Array(Self.reason.utf8)])
      .stream(greeting)
    await expect(ModelTestKit.outcome(stream).error, equals: nil)
    await expect(ModelTestKit.outcome(stream).error?.code, equals: .invalidRequest)
  }
}
