import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Synchronization
import TestKit
import Testing

/// A transport whose body pauses before one of its pieces, in simulated time.
private struct PausingTransport: HTTPTransport {
  var contentType: String
  var chunks: [[UInt8]]
  /// The number of pieces before the pause, and its length.
  var pause: (index: Int, length: Duration)
  let clock: ManualClock

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    TransportResponse(status: 200, headers: ["content-type": contentType], body: Body(self))
  }

  private final class Body: HTTPBody {
    private let transport: PausingTransport
    private let next = Mutex(0)

    init(_ transport: PausingTransport) { self.transport = transport }

    func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
      let index = next.withLock { index in
        defer { index += 1 }
        return index
      }
      if index == transport.pause.index {
        let now = transport.clock.now
        guard now + transport.pause.length < deadline else {
          transport.clock.advance(by: now.duration(to: deadline))
          throw TransportError(.deadline, "")
        }
        transport.clock.advance(by: transport.pause.length)
      }
      return index < transport.chunks.count ? transport.chunks[index] : nil
    }
  }
}

@Suite("The end of a reply")
struct ReplyEndTests {
  private func chunk(_ delta: String, _ reason: String = "null") -> String {
    "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":\(delta),\"finish_reason\":\(reason)}]}\n\n"
  }

  private func outcome(
    _ chunks: [String], failure: TransportError? = nil
  ) async -> (reply: ModelReply, error: ModelError?) {
    let transport = FixedTransport(chunks: chunks.map { Array($0.utf8) }, failure: failure)
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport)
    let (events, error) = await ModelTestKit.outcome(model.stream(greeting))
    return (events.reduce(into: ModelReply()) { $0.add($1) }, error)
  }

  @Test("a reason in every chunk ends nothing; the last one counts at the end")
  func everyChunk() async {
    let stops = [
      chunk(#"{"content":"One "}"#, "\"stop\""), chunk(#"{"content":"two "}"#, "\"stop\""),
      chunk(#"{"content":"three."}"#, "\"length\""),
    ]
    let whole = await outcome(stops + ["data: [DONE]\n\n"])
    expect(whole.error, equals: nil)
    expect(whole.reply.text, equals: "One two three.")
    expect(whole.reply.finish, equals: .length)
    // The body ends without a mark.
    await expect(outcome(stops).reply.finish, equals: .length)
    // A connection that breaks may have lost the rest.
    let broken = await outcome(stops, failure: TransportError(.broken, "reset"))
    expect(broken.error?.code, equals: .truncated)
    expect(broken.reply.finish, equals: nil)
    expect(broken.error?.partialText, equals: "One two three.")
  }

  @Test("content after a reason withdraws it")
  func withdrawn() async {
    let chunks = [
      chunk(#"{"content":"One "}"#), chunk("{}", "\"stop\""), chunk(#"{"content":"two"}"#),
    ]
    await expect(outcome(chunks).error?.code, equals: .truncated)
    // The mark is an end all the same, and the reason the only one that is known.
    let marked = await outcome(chunks + ["data: [DONE]\n\n"])
    expect(marked.reply.finish, equals: .stop)
    expect(marked.reply.text, equals: "One two")
    expectEmpty(marked.reply.warnings)
  }

  @Test(
    "words that are no reason end nothing", arguments: ["\"null\"", "\"\"", "null", "7", "{}"])
  func noReason(word: String) async {
    let chunks = [chunk(#"{"content":"One "}"#, word)]
    await expect(outcome(chunks).error?.code, equals: .truncated)
  }

  @Test(
    "what cannot be read after a reason does not harm the reply",
    arguments: [
      "data:  [DONE]\n\n", "data: DONE\n\n", "data: [DONE] \n\n", "data: {oops\n\n",
      "data: \"x\"\n\n",
      "data: <html>\n\n", "data: {\"choices\":[\n\n", "garbage\n\n",
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2},\"t\":NaN}\n\n",
    ])
  func strayBytes(bytes: String) async {
    let chunks = [chunk(#"{"content":"Hi."}"#), chunk("{}", "\"stop\""), bytes]
    let (reply, error) = await outcome(chunks)
    expect(error, equals: nil)
    expect(reply.text, equals: "Hi.")
    expect(reply.finish, equals: .stop)
    if bytes.contains("NaN") { expect(reply.usage?.output, equals: 2) }
  }

  @Test(
    "a last event without a blank line counts if it is whole", arguments: ["\n", "", "\r\n", "\r"])
  func noBlankLine(end: String) async {
    let last = chunk(#"{"content":"there."}"#, "\"stop\"").dropLast(2) + end
    let (reply, error) = await outcome([chunk(#"{"content":"Hi "}"#), String(last)])
    expect(error, equals: nil)
    expect(reply.text, equals: "Hi there.")
    let cut = await outcome([chunk(#"{"content":"Hi "}"#), String(last.dropLast(9))])
    expect(cut.error?.code, equals: .truncated)
    expect(cut.error?.partialText, equals: "Hi ")
  }

  @Test(
    "no stream is finished unless its end was seen, however long it pauses and wherever",
    arguments: try StreamFixture.all())
  func pauses(fixture: StreamFixture) async {
    let pieces = fixture.bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { Array($0) + [UInt8(ascii: "\n")] }
    let whole = await fixture.outcome(in: pieces)
    for index in pieces.indices {
      for length in [Duration.seconds(20), .seconds(6000)] {
        let clock = ManualClock()
        let transport = PausingTransport(
          contentType: fixture.wire.contentType, chunks: pieces, pause: (index, length),
          clock: clock)
        let model = ProviderModel(
          "m", at: Endpoint(fixture.wire.profile, baseURL: "http://host:1/v1"), over: transport,
          knowing: .empty, clock: clock.clock)
        let (events, error) = await ModelTestKit.outcome(model.stream(greeting))
        if length == .seconds(20) || error == nil {
          // Either nothing was lost, or the pause came after the end.
          #expect(events == whole.events && error == whole.error, "\(fixture) at \(index)")
        } else {
          #expect(error?.code == .timeout || error == whole.error, "\(fixture) at \(index)")
          let reply = events.reduce(into: ModelReply()) { $0.add($1) }
          #expect(reply.finish == nil, "\(fixture) at \(index)")
        }
      }
    }
  }

  @Test(
    "a model that reasons may be silent for as long as one that has not begun, and longer with more effort"
  )
  func patience() async {
    let thinking = chunk(#"{"reasoning_content":"Let me"}"#)
    let rest = [chunk(#"{"content":"Hi"}"#, "\"stop\""), "data: [DONE]\n\n"]
    func ends(
      after pause: Duration, at index: Int, _ chunks: [String],
      _ parameters: ModelParameters = ModelParameters()
    ) async -> ModelError? {
      let clock = ManualClock()
      let transport = PausingTransport(
        contentType: "text/event-stream", chunks: chunks.map { Array($0.utf8) },
        pause: (index, pause), clock: clock)
      let model = ProviderModel(
        "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport,
        knowing: .empty, clock: clock.clock)
      let request = ModelRequest(messages: greeting.messages, parameters: parameters)
      return await ModelTestKit.outcome(model.stream(request)).error
    }
    await expect(ends(after: .seconds(110), at: 1, [thinking] + rest), equals: nil)
    await expect(ends(after: .seconds(130), at: 1, [thinking] + rest)?.phase, equals: .idle)
    await expect(ends(after: .seconds(110), at: 0, rest), equals: nil)
    await expect(ends(after: .seconds(130), at: 0, rest)?.phase, equals: .firstToken)
    // Once the answer has begun, silence is a bad sign.
    let begun = [chunk(#"{"content":"Well "}"#)] + rest
    await expect(ends(after: .seconds(70), at: 1, begun)?.phase, equals: .idle)
    let high = ModelParameters(reasoning: .high)
    await expect(ends(after: .seconds(470), at: 1, [thinking] + rest, high), equals: nil)
    await expect(ends(after: .seconds(490), at: 0, rest, high)?.phase, equals: .firstToken)
    let patient = ModelParameters(reasoning: .high, patience: .seconds(30))
    await expect(ends(after: .seconds(40), at: 0, rest, patient)?.phase, equals: .firstToken)
  }

  @Test("comments are a sign of life, until the whole call has taken too long")
  func comments() async {
    let clock = ManualClock()
    let busy = [UInt8](": busy\n\n".utf8)
    let rest = [chunk(#"{"content":"Hi"}"#, "\"stop\""), "data: [DONE]\n\n"].map { Array($0.utf8) }
    for (count, isAnswered) in [(8, true), (70, false)] {
      let transport = SlowTransport(
        chunks: Array(repeating: busy, count: count) + rest, clock: clock)
      let model = ProviderModel(
        "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport,
        knowing: .empty, clock: clock.clock)
      let error = await ModelTestKit.outcome(model.stream(greeting)).error
      expect(error?.phase, equals: isAnswered ? nil : .total)
    }
  }
}

/// A transport whose every piece takes fifteen seconds.
private struct SlowTransport: HTTPTransport {
  var chunks: [[UInt8]]
  let clock: ManualClock

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    TransportResponse(
      status: 200, headers: ["content-type": "text/event-stream"], body: Body(chunks, clock))
  }

  private final class Body: HTTPBody {
    private let chunks: Mutex<ArraySlice<[UInt8]>>
    private let clock: ManualClock

    init(_ chunks: [[UInt8]], _ clock: ManualClock) {
      self.chunks = Mutex(chunks[...])
      self.clock = clock
    }

    func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
      clock.advance(by: .seconds(15))
      guard clock.now < deadline else { throw TransportError(.deadline, "") }
      return chunks.withLock { $0.popFirst() }
    }
  }
}
