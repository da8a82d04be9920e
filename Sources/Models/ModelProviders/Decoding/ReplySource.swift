import Documents
import LanguageModels
import StreamParsing

/// One call: sends the request at the first read and decodes the response.
struct ReplySource<Decoder: ReplyDecoder>: ModelEventSource {
  private let call: PreparedCall
  private let transport: any HTTPTransport
  private let clock: CallClock
  private let onLimits: LimitsListener?
  private var deadlines: CallDeadlines
  private var body: (any HTTPBody)?
  private var frames: StreamFrames
  private var index = JSONIndex()
  private var decoder: Decoder
  private var events: ReplyAssembler
  private var failure: ModelError?
  private var hasSent = false
  /// The first bytes before a reply has started, which may be an error without the protocol's framing.
  private var opening: [UInt8] = []

  init(
    _ call: PreparedCall, decoder: Decoder, transport: any HTTPTransport, clock: CallClock,
    onLimits: LimitsListener?
  ) {
    self.call = call
    self.decoder = decoder
    self.transport = transport
    self.clock = clock
    self.onLimits = onLimits
    frames = StreamFrames(call.framing)
    events = ReplyAssembler(wire: call.wire, hiding: call.secrets)
    deadlines = CallDeadlines(call.timeouts, started: clock.now())
  }

  /// Returns the next event. Events that arrived before a failure are returned before it is thrown.
  mutating func next() async throws(ModelError) -> ModelEvent? {
    while true {
      if let event = events.next() { return event }
      events.makeRoom()
      if let failure {
        body = nil
        throw failure
      }
      if events.isFinished {
        body?.discardRest()
        body = nil
        return nil
      }
      await read()
    }
  }

  private mutating func read() async {
    guard hasSent else {
      hasSent = true
      await open()
      return
    }
    guard let body else { return end() }
    let (deadline, phase) = deadlines.next(
      hasContent: events.hasContent, hasReason: decoder.hasReason, now: clock.now())
    do throws(TransportError) {
      // A steady flow of comments can keep reads from ever waiting.
      guard clock.now() < deadline else { throw TransportError(.deadline, "") }
      if let bytes = try await body.next(before: deadline) {
        take(bytes)
      } else {
        end()
      }
    } catch {
      fail(error, in: phase)
    }
  }

  // MARK: The response's head

  /// The time limit for the body of an error response after its head.
  private static var problemBodyTimeout: Duration { .seconds(5) }

  private mutating func open() async {
    deadlines = CallDeadlines(call.timeouts, started: clock.now())
    let (deadline, phase) = deadlines.next(hasContent: false, hasReason: false, now: clock.now())
    var request = call.request
    request.deadline = deadline
    do throws(TransportError) {
      let response = try await transport.send(request)
      if let onLimits {
        let limits = ProviderLimits(headers: response.headers, now: clock.unixTime())
        if let limits { onLimits(limits) }
      }
      await accept(response, before: deadline)
    } catch {
      fail(error, in: phase)
    }
  }

  private mutating func accept(
    _ response: TransportResponse, before deadline: ContinuousClock.Instant
  ) async {
    let type = response.headers["content-type"] ?? ""
    let isStream = type.isEmpty || call.framing.mediaTypes.contains { type.hasPrefix($0) }
    if response.status == 200, isStream {
      events = ReplyAssembler(
        wire: call.wire, requestID: response.headers.requestID, hiding: call.secrets)
      for warning in call.warnings { events.warn(warning) }
      body = response.body
      return
    }
    let limit = clock.now() + Self.problemBodyTimeout
    let bytes = await response.body.head(before: min(deadline, limit))
    let known = ProviderProblem(parsing: bytes)
    let problem = known ?? ProviderProblem(wordsOf: bytes)
    if response.status != 200 || known != nil {
      failure = problem.error(
        from: call.host, status: response.status == 200 ? nil : response.status,
        headers: response.headers, now: clock.unixTime(), hiding: call.secrets)
    } else {
      failure = ModelError(
        .decoding,
        call.secrets.removed(
          from: "\(call.host) answered with '\(type)' instead of a stream: \(problem.message)"),
        advice: call.checkAddress, status: response.status,
        requestID: call.secrets.removed(fromName: response.headers.requestID))
    }
  }

  // MARK: The response's body

  private mutating func take(_ bytes: [UInt8]) {
    if !events.isStarted, opening.count < 4096 { opening += bytes }
    frames.append(bytes)
    do throws(StreamFrames.FrameTooLarge) {
      while failure == nil, !events.isFinished, let frame = try frames.next() {
        take(frame: frame)
        if decoder.isDone { finish() }
        if let excess = events.excess, failure == nil {
          failure = ModelError(
            .decoding, "\(call.host) sent a reply of more than \(excess)",
            advice: "lower the maximum of tokens; if it is low already, check what answers there",
            partial: partial)
        }
      }
    } catch {
      failure = ModelError(
        .decoding, "\(call.host) sent an event of more than \(error.limit >> 20) MB",
        advice: call.checkAddress, partial: partial)
    }
  }

  private mutating func take(frame: ArraySlice<UInt8>) {
    if frame.first == UInt8(ascii: "["), frame.starts(with: "[DONE]".utf8) { return finish() }
    // Some servers keep a connection alive with empty events.
    if frame.allSatisfy({ $0 == 0x20 }) { return }
    do throws(JSONSyntaxError) {
      try index.read(frame.span)
    } catch {
      failure = ModelError(
        .decoding, "\(call.host) sent an event that is not JSON: \(error)",
        advice: call.checkAddress, partial: partial)
      return
    }
    do throws(ProviderProblem) {
      // Events are objects; a list can only be an error in Gemini's form.
      guard index.isObject(index.root) else {
        if let problem = ProviderProblem(index) { throw problem }
        return
      }
      try decoder.decode(index, into: &events)
    } catch {
      failure = modelError(error)
    }
  }

  /// Handles the end of the body or the connection. A finish reason without the final mark is accepted, since some
  /// servers omit the mark; without either the reply is truncated.
  private mutating func end() {
    if let rest = frames.finish(), (try? index.read(rest.span)) != nil { take(frame: rest) }
    guard failure == nil, !events.isFinished else { return }
    if !events.isStarted, let problem = ProviderProblem(parsing: opening) {
      failure = modelError(problem)
      return
    }
    guard decoder.hasReason else {
      let what = events.isStarted ? "the reply was cut before its end" : "no reply came"
      failure = ModelError(
        .truncated, "\(call.host) ended the connection: \(what)", advice: "try again",
        partial: partial)
      return
    }
    if call.expectsEndMark, !decoder.isDone {
      events.warn("the server ended the reply without its final mark; counts may be missing")
    }
    decoder.finish(into: &events)
  }

  /// Handles the final mark.
  private mutating func finish() {
    if !decoder.hasReason { events.warn("the server ended the reply without a reason") }
    decoder.finish(into: &events)
    events.finish(.other("unknown"))
  }

  private func modelError(_ problem: ProviderProblem) -> ModelError {
    problem.error(
      from: call.host, now: clock.unixTime(), hiding: call.secrets, partial: partial)
  }

  private mutating func fail(_ error: TransportError, in phase: TimeoutPhase) {
    // A connection that breaks or times out after the finish reason loses nothing of the reply.
    if error.kind == .broken || error.kind == .deadline, decoder.hasReason { return end() }
    let limit = call.timeouts.limit(of: error.kind == .connectTimeout ? .connect : phase)
    var failure = ModelError(error, url: call.host, phase: phase, limit: limit)
    if error.kind == .broken, events.isStarted { failure.code = .truncated }
    failure.partial = partial
    self.failure = failure
  }

  private var partial: ModelReply? { events.isStarted ? events.reply : nil }
}

extension HTTPBody {
  /// Returns the first bytes of a body, up to 64 KiB; errors end it early.
  func head(before deadline: ContinuousClock.Instant) async -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < 65536, let more = try? await next(before: deadline) { bytes += more }
    return bytes
  }
}
