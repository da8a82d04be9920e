import LanguageModels
import ModelProviders
import Synchronization

/// A transport that answers with prepared bytes, for tests of what lies above the network.
struct FixedTransport: HTTPTransport {
  var status = 200
  var headers = ["content-type": "text/event-stream"]
  var chunks: [[UInt8]] = []
  /// What ends the body instead of its end.
  var failure: TransportError?

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: FixedBody(chunks, failure))
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

/// A transport that keeps what it was asked.
final class KeepingTransport: HTTPTransport {
  private let inner: FixedTransport
  private let kept = Mutex<[HTTPRequest]>([])

  init(_ inner: FixedTransport = FixedTransport()) {
    self.inner = inner
  }

  var requests: [HTTPRequest] { kept.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    kept.withLock { $0.append(request) }
    return try await inner.send(request)
  }
}

/// All events of a call, and the error that ended it.
func outcome(_ stream: ModelStream) async -> (events: [ModelEvent], error: ModelError?) {
  var events: [ModelEvent] = []
  var iterator = stream.makeAsyncIterator()
  do throws(ModelError) {
    while let event = try await iterator.next() { events.append(event) }
    return (events, nil)
  } catch {
    return (events, error)
  }
}
