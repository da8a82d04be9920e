package import LanguageModels
package import ModelProviders
import Synchronization

/// A transport that returns prepared bytes, for tests of what is above the network.
package struct FixedTransport: HTTPTransport {
  package var status = 200
  package var headers = ["content-type": "text/event-stream"]
  package var chunks: [[UInt8]] = []
  /// The error that replaces the end of the body.
  package var failure: TransportError?

  package init(
    status: Int = 200, headers: [String: String] = ["content-type": "text/event-stream"],
    chunks: [[UInt8]] = [], failure: TransportError? = nil
  ) {
    self.status = status
    self.headers = headers
    self.chunks = chunks
    self.failure = failure
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    TransportResponse(status: status, headers: headers, body: FixedBody(chunks, failure))
  }
}

private final class FixedBody: HTTPBody {
  private let chunks: Mutex<ArraySlice<[UInt8]>>
  private let failure: TransportError?

  init(_ chunks: [[UInt8]], _ failure: TransportError?) {
    self.chunks = Mutex(chunks[...])
    self.failure = failure
  }

  func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
    if let chunk = chunks.withLock({ $0.popFirst() }) { return chunk }
    if let failure { throw failure }
    return nil
  }
}

/// A transport that records its requests.
package final class KeepingTransport: HTTPTransport {
  private let inner: FixedTransport
  private let kept = Mutex<[TransportRequest]>([])

  package init(_ inner: FixedTransport = FixedTransport()) {
    self.inner = inner
  }

  package var requests: [TransportRequest] { kept.withLock { $0 } }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    kept.withLock { $0.append(request) }
    return try await inner.send(request)
  }
}

/// All events of a call, and the error that ended it.
package func outcome(_ stream: ModelStream) async -> (events: [ModelEvent], error: ModelError?) {
  var events: [ModelEvent] = []
  var iterator = stream.makeAsyncIterator()
  do throws(ModelError) {
    while let event = try await iterator.next() { events.append(event) }
    return (events, nil)
  } catch {
    return (events, error)
  }
}
