import CCoachCurl
import LanguageModels
import ModelProviders

/// A request in progress: what the loop thread has received and the reader has not yet taken.
///
/// Invariant behind `@unchecked Sendable`: the mutable properties of the first group are accessed only by the loop
/// thread, from the moment it adds the transfer until it ends it; everything else is behind the lock. A transfer that
/// the loop refuses never has a loop thread, and is ended by its caller.
final class CurlTransfer: @unchecked Sendable {
  struct Head: Sendable {
    var status: Int
    var headers: [String: String]
  }

  /// What a reader gets: bytes, or nil at the end of the body.
  typealias Chunk = Result<[UInt8]?, TransportError>

  private struct State {
    var head: Result<Head, TransportError>?
    var unread: [UInt8] = []
    var isPaused = false
    var end: Result<Void, TransportError>?
    var headReader: UnsafeContinuation<Result<Head, TransportError>, Never>?
    var bodyReader: UnsafeContinuation<Chunk, Never>?
    /// The deadline of the waiting reader; nil while no reader waits.
    var deadline: ContinuousClock.Instant?
    /// When the loop checks this transfer next; nil is never.
    var alarm: ContinuousClock.Instant?
  }

  /// The high-water mark: with this many unread bytes the socket is paused until the reader has taken them.
  static let highWater = 32 << 10

  /// The time limit for the rest of a body that is discarded.
  private static let remainderTimeout = Duration.seconds(1)
  /// The initial capacity for the bytes of one round.
  private static let usualRound = 4 << 10

  let configuration: CurlConfiguration

  // Accessed by the loop thread only.
  var request: TransportRequest
  /// The buffer for libcurl's error message.
  var problem: UnsafeMutablePointer<CChar>?
  var easy: UnsafeMutableRawPointer?
  var requestHeaders: UnsafeMutablePointer<curl_slist>?
  /// The bytes received in this round of the loop.
  var incoming: [UInt8] = []
  /// An upper bound on the number of unread bytes: the reader may have taken some since it was set.
  var unreadCount = 0
  var responseHeaders: [String: String] = [:]
  /// Whether received bytes are discarded; ``discarded`` counts them.
  private(set) var isDiscarding = false
  private var discarded = 0
  private var decoder: ContentDecoder?
  /// Why the body cannot be decompressed; libcurl only says that its bytes were refused.
  private(set) var decodingError: TransportError?
  /// Whether this round has data for the reader.
  var isTouched = false
  unowned let loop: CurlLoop

  private let state: Locked<State>

  init(_ request: TransportRequest, _ configuration: CurlConfiguration, on loop: CurlLoop) {
    self.request = request
    self.configuration = configuration
    self.loop = loop
    state = Locked(State(deadline: request.deadline, alarm: request.deadline))
  }

  // MARK: The reader's side

  func head() async -> Result<Head, TransportError> {
    await withUnsafeContinuation { continuation in
      let ready = state.withLock { state -> Result<Head, TransportError>? in
        if state.head == nil { state.headReader = continuation }
        return state.head
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// Returns the bytes that are available, or waits for more.
  func bytes(before deadline: ContinuousClock.Instant) async -> Chunk {
    if let ready = take(orElse: { _ in }) { return ready }
    return await withUnsafeContinuation { continuation in
      var needsAlarm = false
      var isTaken = false
      let ready = take { state in
        isTaken = state.bodyReader != nil
        if isTaken { return }
        state.bodyReader = continuation
        state.deadline = deadline
        // Deadlines usually move later, so the alarm that is set is early enough, and the loop sets the next one when
        // it fires. There is no need to wake the loop for every read.
        needsAlarm = state.alarm.map { deadline < $0 } ?? true
        if needsAlarm { state.alarm = deadline }
      }
      if let ready {
        continuation.resume(returning: ready)
      } else if isTaken {
        // The reader that waits already would otherwise never be resumed.
        let error = TransportError(.broken, "the body is already being read")
        continuation.resume(returning: .failure(error))
      } else if needsAlarm {
        loop.submit(.setAlarm(self))
      }
    }
  }

  /// Returns what is available, or runs `wait` under the lock if nothing is. Resumes a socket that was paused because
  /// the reader lagged behind.
  private func take(orElse wait: (inout State) -> Void) -> Chunk? {
    var makesRoom = false
    let chunk = state.withLock { state -> Chunk? in
      guard !state.unread.isEmpty else {
        if let end = state.end { return end.map { nil } }
        wait(&state)
        return nil
      }
      makesRoom = state.isPaused
      state.isPaused = false
      let bytes = state.unread
      state.unread = []
      return .success(bytes)
    }
    if makesRoom { loop.submit(.resume(self)) }
    return chunk
  }

  // MARK: The loop thread's side

  /// Handles one line of the response's head; an empty line ends it.
  func receiveHeader(_ line: UnsafeRawBufferPointer, status: () -> Int) {
    let isBlank = line.allSatisfy { $0 == 0x0d || $0 == 0x0a }
    if line.starts(with: "HTTP/".utf8) {
      responseHeaders = [:]
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), line[0] > 0x20 {
      func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
      responseHeaders[text(line[..<colon]).lowercased()] = text(line[(colon + 1)...])
    } else if isBlank {
      let status = status()
      guard status >= 200 else { return }
      do throws(TransportError) {
        if decoder == nil {
          decoder = try ContentDecoder(encoding: responseHeaders["content-encoding"])
        }
      } catch {
        decodingError = error
      }
      deliver(Head(status: status, headers: responseHeaders))
    }
  }

  private func deliver(_ head: Head) {
    let reader = state.withLock { state in
      // Trailers follow the body and end with an empty line, too.
      guard state.head == nil else {
        return nil as UnsafeContinuation<Result<Head, TransportError>, Never>?
      }
      defer { state.headReader = nil }
      state.head = .success(head)
      state.deadline = nil
      return state.headReader
    }
    reader?.resume(returning: .success(head))
  }

  /// What happens to bytes that libcurl offers.
  enum Reception {
    case taken
    /// Offer them again later.
    case pause
    /// The discarded rest exceeds its limit, or the body cannot be decompressed.
    case refused
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
    if isDiscarding {
      discarded += bytes.count
      return discarded <= Self.highWater ? .taken : .refused
    }
    if unreadCount + incoming.count >= Self.highWater, !makeRoom() { return .pause }
    if incoming.isEmpty { incoming.reserveCapacity(Self.usualRound) }
    guard decode(bytes) else { return .refused }
    if !isTouched {
      isTouched = true
      loop.touched.append(self)
    }
    return .taken
  }

  private func decode(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard decodingError == nil else { return false }
    guard let decoder else {
      incoming.append(contentsOf: bytes)
      return true
    }
    do throws(TransportError) {
      try decoder.decode(bytes, into: &incoming)
    } catch {
      decodingError = error
    }
    // What was decoded before is delivered first.
    return decodingError == nil
  }

  /// Discards the rest of the body, which no reader wants, if it is short.
  func discardRest() {
    isDiscarding = true
    incoming = []
    let reader = state.withLock { state in
      defer { state.bodyReader = nil }
      state.unread = []
      state.isPaused = false
      state.end = .success(())
      state.deadline = .now + Self.remainderTimeout
      return state.bodyReader
    }
    reader?.resume(returning: .success(nil))
  }

  /// Delivers what is available and returns whether there is room after that.
  private func makeRoom() -> Bool {
    flush()
    return state.withLock { state in
      unreadCount = state.unread.count
      state.isPaused = unreadCount >= Self.highWater
      return !state.isPaused
    }
  }

  /// Delivers the bytes of this round to the reader, or keeps them until it reads.
  func flush() {
    guard !incoming.isEmpty else { return }
    let bytes = incoming
    incoming = []
    let reader = state.withLock { state -> UnsafeContinuation<Chunk, Never>? in
      if let reader = state.bodyReader {
        state.bodyReader = nil
        state.deadline = nil
        return reader
      }
      if state.unread.isEmpty { state.unread = bytes } else { state.unread += bytes }
      unreadCount = state.unread.count
      return nil
    }
    guard let reader else { return }
    unreadCount = 0
    reader.resume(returning: .success(bytes))
  }

  /// Ends the transfer; only the first result counts.
  func finish(_ result: Result<Void, TransportError>) {
    flush()
    let (headReader, head, bodyReader, end) = state.withLock { state in
      if state.end == nil { state.end = result }
      if state.head == nil {
        let error: TransportError =
          if case .failure(let error) = result { error } else {
            TransportError(.broken, "the server closed the connection without an answer")
          }
        state.head = .failure(error)
      }
      state.deadline = nil
      defer {
        state.headReader = nil
        state.bodyReader = nil
      }
      return (state.headReader, state.head, state.bodyReader, state.end)
    }
    if let headReader, let head { headReader.resume(returning: head) }
    if let bodyReader, let end { bodyReader.resume(returning: end.map { nil }) }
  }

  /// Returns the reader's deadline, at which the loop checks the transfer again. Nil while no reader waits: the time
  /// of a slow reader does not count against the server.
  func nextAlarm() -> ContinuousClock.Instant? {
    state.withLock { state in
      state.alarm = state.deadline
      return state.deadline
    }
  }
}
