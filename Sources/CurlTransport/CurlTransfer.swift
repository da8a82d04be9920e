import CCurl
import LanguageModels
import Synchronization

/// One request on its way: what the loop thread has received and the reader has not yet taken.
///
/// Invariant behind `@unchecked Sendable`: `easy` and `requestHeaders` are touched only by the loop
/// thread, from `.add` to the end of the transfer; everything else is inside the mutex.
final class CurlTransfer: @unchecked Sendable {
  struct Head: Sendable {
    var status: Int
    var headers: [String: String]
  }

  struct Chunk: Sendable {
    /// Nil at the end of the body.
    var bytes: [UInt8]?
    /// Whether taking it made room, so that a paused socket can go on.
    var makesRoom = false
  }

  /// Which phase is timed, and since when.
  struct Timing: Sendable {
    var phase: TransportError.Phase
    var since: ContinuousClock.Instant
  }

  private struct State {
    var headers: [String: String] = [:]
    var head: Result<Head, TransportError>?
    var unread: [UInt8] = []
    var isPaused = false
    var end: Result<Void, TransportError>?
    var headReader: CheckedContinuation<Result<Head, TransportError>, Never>?
    var bodyReader: CheckedContinuation<Result<Chunk, TransportError>, Never>?
    var timing: Timing
  }

  /// Above this many unread bytes the socket is paused, until the reader has taken them.
  private static let highWater = 256 << 10

  let request: HTTPRequest
  let begun: ContinuousClock.Instant
  var easy: UnsafeMutableRawPointer?
  var requestHeaders: UnsafeMutablePointer<curl_slist>?
  private let state: Mutex<State>

  init(_ request: HTTPRequest) {
    self.request = request
    begun = .now
    state = Mutex(State(timing: Timing(phase: .firstByte, since: begun)))
  }

  // MARK: The reader's side

  func head() async -> Result<Head, TransportError> {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Result<Head, TransportError>? in
        if state.head == nil { state.headReader = continuation }
        return state.head
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  func bytes() async -> Result<Chunk, TransportError> {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Result<Chunk, TransportError>? in
        if let chunk = Self.take(&state) { return .success(chunk) }
        switch state.end {
        case .success?: return .success(Chunk(bytes: nil))
        case .failure(let error)?: return .failure(error)
        case nil:
          state.bodyReader = continuation
          return nil
        }
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  private static func take(_ state: inout State) -> Chunk? {
    guard !state.unread.isEmpty else { return nil }
    let bytes = state.unread
    state.unread = []
    let makesRoom = state.isPaused
    if makesRoom {
      state.isPaused = false
      // The server was held back by us: its time to be idle begins now.
      state.timing = Timing(phase: .idle, since: .now)
    }
    return Chunk(bytes: bytes, makesRoom: makesRoom)
  }

  // MARK: The loop thread's side

  /// Takes one line of the response's head; the empty line ends it.
  func receiveHeader(_ line: UnsafeRawBufferPointer, status: () -> Int) {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      state.withLock { $0.headers = [:] }
    } else if let colon = text.firstIndex(of: ":") {
      let name = text[..<colon].lowercased()
      let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
      let end = value.lastIndex { !$0.isWhitespace }
      state.withLock { $0.headers[name] = end.map { String(value[...$0]) } ?? "" }
    } else if text.allSatisfy(\.isWhitespace) {
      let status = status()
      guard status >= 200 else { return }
      deliverHead(status: status)
    }
  }

  private func deliverHead(status: Int) {
    let (reader, head) = state.withLock { state in
      let head = Result<Head, TransportError>.success(
        Head(status: status, headers: state.headers))
      defer { state.headReader = nil }
      state.head = head
      return (state.headReader, head)
    }
    reader?.resume(returning: head)
  }

  /// Takes bytes of the body; false asks libcurl to pause and to offer them again later.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (accepted, reader) = state.withLock {
      state -> (Bool, CheckedContinuation<Result<Chunk, TransportError>, Never>?) in
      guard state.unread.count < Self.highWater else {
        state.isPaused = true
        return (false, nil)
      }
      state.timing = Timing(phase: .idle, since: .now)
      if let reader = state.bodyReader {
        state.bodyReader = nil
        return (true, reader)
      }
      state.unread.append(contentsOf: bytes)
      return (true, nil)
    }
    reader?.resume(returning: .success(Chunk(bytes: Array(bytes))))
    return accepted
  }

  /// Ends the transfer; only the first end counts.
  func finish(_ result: Result<Void, TransportError>) {
    let (headReader, bodyReader, outcome) = state.withLock { state in
      if state.end == nil { state.end = result }
      if state.head == nil {
        let error: TransportError =
          if case .failure(let error) = result { error } else {
            TransportError(.broken, "the server closed the connection without an answer")
          }
        state.head = .failure(error)
      }
      defer {
        state.headReader = nil
        state.bodyReader = nil
      }
      return (state.headReader, state.bodyReader, (state.head, state.end))
    }
    if let headReader, let head = outcome.0 { headReader.resume(returning: head) }
    if let bodyReader {
      bodyReader.resume(
        returning: (outcome.1 ?? .success(())).map { Chunk(bytes: nil) })
    }
  }

  /// The phase that runs out next and when; none while the reader holds the socket back.
  var deadline: (phase: TransportError.Phase, at: ContinuousClock.Instant) {
    let (timing, isPaused) = state.withLock { ($0.timing, $0.isPaused) }
    let total = begun.advanced(by: request.timeouts.total)
    let limit = timing.phase == .idle ? request.timeouts.idle : request.timeouts.firstByte
    let phase = timing.since.advanced(by: limit)
    return isPaused || total < phase ? (.total, total) : (timing.phase, phase)
  }
}
