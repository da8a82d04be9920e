import Conversations
import LanguageModels
import Testing

@Suite("A chat completion is decoded alike however its bytes are cut")
struct OpenAIChatTests {
  private static let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])

  /// What llama.cpp's server sends, shortened: role first, usage after the reason, then the mark.
  private static let stream = """
    data: {"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"id":"c1","model":"m.gguf","object":"chat.completion.chunk"}

    data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":"Grüß"}}],"id":"c1","model":"m.gguf"}

    : keep-alive

    data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":" dich 😀"}}],"id":"c1","model":"m.gguf"}

    data: {"choices":[{"finish_reason":"stop","index":0,"delta":{}}],"id":"c1","model":"m.gguf"}

    data: {"choices":[],"usage":{"completion_tokens":3,"prompt_tokens":11,"prompt_tokens_details":{"cached_tokens":4}}}

    data: [DONE]


    """

  /// The stream up to the first words.
  private static let beginning =
    (stream.split(separator: ": keep-alive").first.map(String.init) ?? "")

  private static let events: [ModelEvent] = [
    .started(ModelStart(id: "c1", model: "m.gguf")), .partStarted(index: 0, kind: .text),
    .partDelta(index: 0, text: "Grüß"), .partDelta(index: 0, text: " dich 😀"),
    .partEnded(index: 0), .usage(TokenUsage(input: 11, cachedInput: 4, output: 3)),
    .finished(.stop),
  ]

  @Test("every split gives the same events")
  func splits() async {
    let bytes = Array(Self.stream.utf8)
    for at in bytes.indices.dropFirst() {
      let transport = FixedTransport(chunks: [Array(bytes[..<at]), Array(bytes[at...])])
      let (events, error) = await outcome(model(over: transport).stream(Self.request))
      #expect(events == Self.events)
      #expect(error == nil)
    }
    let single = FixedTransport(chunks: bytes.map { [$0] })
    #expect(await outcome(model(over: single).stream(Self.request)).events == Self.events)
  }

  @Test("a stream cut before its reason to stop is truncated, with what had come")
  func truncated() async {
    let bytes = Array(Self.stream.utf8)
    let reason = Self.stream.range(of: "\"finish_reason\":\"stop\"")
    let limit = reason.map { Self.stream.utf8.distance(from: Self.stream.startIndex, to: $0) } ?? 0
    for end in stride(from: 0, to: limit, by: 7) {
      let transport = FixedTransport(chunks: [Array(bytes[..<end])])
      let (events, error) = await outcome(model(over: transport).stream(Self.request))
      #expect(error?.code == .truncated)
      #expect(!events.contains { if case .finished = $0 { true } else { false } })
      let text = events.reduce(into: ModelReply()) { $0.add($1) }.text
      #expect(error?.partialText == text)
    }
  }

  @Test("a reason to stop without the final mark is accepted with a warning")
  func missingMark() async {
    let text = Self.stream.split(separator: "data: [DONE]").first ?? ""
    let transport = FixedTransport(chunks: [Array(text.utf8)])
    let (events, error) = await outcome(model(over: transport).stream(Self.request))
    #expect(error == nil)
    #expect(events.contains { if case .warning = $0 { true } else { false } })
    #expect(events.last == .finished(.stop))
  }

  @Test("a connection that breaks in the middle keeps the partial text")
  func broken() async {
    let bytes = Array(Self.beginning.utf8)
    let transport = FixedTransport(chunks: [bytes], failure: TransportError(.broken, "reset"))
    let (_, error) = await outcome(model(over: transport).stream(Self.request))
    #expect(error?.code == .truncated)
    #expect(error?.partialText == "Grüß")
  }

  @Test("an error inside the stream is an error, after the events before it")
  func errorInStream() async {
    for body in [
      #"data: {"error":{"message":"boom","type":"server_error","code":500}}"#,
      #"data: {"object":"error","message":"boom","code":500}"#, #"data: {"error":"boom"}"#,
    ] {
      let transport = FixedTransport(chunks: [
        Array(Self.beginning.utf8), Array("\(body)\n\n".utf8),
      ])
      let (events, error) = await outcome(model(over: transport).stream(Self.request))
      #expect(error?.code == .overloaded)
      #expect(error?.message == "http://host:1 answers: boom")
      #expect(!events.isEmpty)
    }
  }

  @Test(
    "statuses become typed errors with advice",
    arguments: [
      (400, "{\"error\":{\"message\":\"bad\"}}", ModelError.Code.invalidRequest),
      (
        400, "{\"error\":{\"message\":\"x\",\"code\":\"context_length_exceeded\"}}",
        .contextOverflow
      ),
      (401, "{\"error\":{\"message\":\"no key\"}}", .authentication), (402, "", .quota),
      (403, "no", .permission), (404, "<html><h1>Not here</h1></html>", .notFound),
      (429, "{\"error\":{\"message\":\"slow\"}}", .rateLimit),
      (429, "{\"error\":{\"message\":\"m\",\"code\":\"insufficient_quota\"}}", .quota),
      (500, "", .overloaded), (529, "{}", .overloaded), (408, "", .timeout),
    ])
  func statuses(status: Int, body: String, code: ModelError.Code) async {
    let transport = FixedTransport(
      status: status, headers: ["retry-after": "2.5"], chunks: [Array(body.utf8)])
    let (events, error) = await outcome(model(over: transport).stream(Self.request))
    #expect(events.isEmpty)
    #expect(error?.code == code)
    #expect(error?.status == status)
    #expect(error?.retryAfter == .seconds(2.5))
    #expect(error?.advice.isEmpty == false)
  }

  @Test("a page instead of a stream is not a reply")
  func wrongType() async {
    let transport = FixedTransport(
      headers: ["content-type": "text/html"], chunks: [Array("<h1>Welcome</h1>".utf8)])
    let (_, error) = await outcome(model(over: transport).stream(Self.request))
    #expect(error?.code == .decoding)
    #expect(error?.message.contains("Welcome") ?? false)
  }

  @Test("an event that is not JSON is a decoding error")
  func notJSON() async {
    let transport = FixedTransport(chunks: [Array("data: {oops\n\n".utf8)])
    #expect(await outcome(model(over: transport).stream(Self.request)).error?.code == .decoding)
  }

  @Test("a stream is read once")
  func readOnce() async {
    let stream = model(over: FixedTransport(chunks: [Array(Self.stream.utf8)])).stream(Self.request)
    #expect(await outcome(stream).error == nil)
    #expect(await outcome(stream).error?.code == .invalidRequest)
  }
}

extension String {
  /// Where a text begins, or nil.
  fileprivate func range(of text: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
