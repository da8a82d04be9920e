import CoachKit

/// Answers every request with the same stream of a chat completion, out of memory.
struct CannedTransport: HTTPTransport {
  private let chunks: [[UInt8]]

  init(events: Int, batch: Int) {
    let event = Array(#"data: {"id":"c","choices":[{"index":0,"delta":{"content":"word"}}]}"#.utf8)
    let end = """
      data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: {"choices":[],"usage":{"prompt_tokens":1200,"completion_tokens":\(events)}}

      data: [DONE]


      """
    var chunks: [[UInt8]] = []
    var left = events
    while left > 0 {
      let count = min(batch, left)
      chunks.append((0..<count).flatMap { _ in event + [0x0a, 0x0a] })
      left -= count
    }
    self.chunks = chunks + [Array(end.utf8)]
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    TransportResponse(
      status: 200,
      headers: [
        "content-type": "text/event-stream", "x-request-id": "r",
        "x-ratelimit-limit-requests": "100000", "x-ratelimit-remaining-requests": "99999",
        "x-ratelimit-reset-requests": "6ms",
      ], body: CannedBody(chunks))
  }
}

private actor CannedBody: HTTPBody {
  private var chunks: ArraySlice<[UInt8]>

  init(_ chunks: [[UInt8]]) {
    self.chunks = chunks[...]
  }

  func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
    chunks.popFirst()
  }
}
