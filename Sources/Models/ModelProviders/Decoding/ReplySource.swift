import CoachModel
import Documents
import LanguageModels
import StreamParsing

/// One call: sends the request at the first read and decodes the response.
struct ReplySource<Decoder: ReplyDecoder>: ModelEventSource {
  private let call: PreparedCall
  private let transport: any HTTPTransport
  private let clock: CallClock
  private let onLimits: LimitsListener?
  private let onActivity: (@Sendable () -> Void)?
  private var deadlines: CallDeadlines
  private var body: (any HTTPBody)?
  private var frames: StreamFrames
  private var index = JSONIndex()
  private var decoder: Decoder
  private var events: ReplyAssembler
  private var failure: ModelError?
  private var hasSent = false
  /// Whether the reason for the end came in an event without content, and was the first one.
  private var hasReasonAlone = false
  /// The first bytes before a reply has started, which may be something else than a stream.
  private var opening: [UInt8] = []

  init(
    _ call: PreparedCall, decoder: Decoder, transport: any HTTPTransport, clock: CallClock,
    onLimits: LimitsListener?, onActivity: (@Sendable () -> Void)? = nil
  ) {
    self.call = call
    self.decoder = decoder
    self.transport = transport
    self.clock = clock
    self.onLimits = onLimits
    self.onActivity = onActivity
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
      hasContent: events.hasContent, hasAnswer: events.hasAnswer, now: clock.now())
    do throws(TransportError) {
      // A steady flow of bytes can keep reads from ever waiting.
      guard clock.now() < deadline else { throw TransportError(.deadline, "") }
      if let bytes = try await body.next(before: deadline) {
        onActivity?()
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
    let (deadline, phase) = deadlines.next(
      hasContent: false, hasAnswer: false, now: clock.now())
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
    let media = MediaType(type)
    if response.status == 200, media.isVague || call.framing.mediaTypes.contains(media.name) {
      events = ReplyAssembler(
        wire: call.wire, requestID: response.headers.requestID, hiding: call.secrets,
        startsReasoning: call.habit.startsReasoning)
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
      while failure == nil, !events.isFinished, let frame = try frames.next() { take(frame) }
    } catch {
      failure = ModelError(
        .decoding, "\(call.host) sent an event of more than \(error.limit >> 20) MB",
        advice: call.checkAddress, partial: partial)
    }
  }

  private mutating func take(_ frame: StreamFrame) {
    let data = frame.data.drop { $0 == 0x20 }
    if data.first == UInt8(ascii: "["), data.starts(with: "[DONE]".utf8) { return finish() }
    // Some servers keep a connection alive with empty events.
    if data.isEmpty { return }
    do throws(JSONSyntaxError) {
      try index.read(lenient: data)
    } catch {
      // What follows a complete reply cannot harm it.
      if events.hasReason { return }
      failure =
        frame.isError
        ? modelError(ProviderProblem(ofErrorEvent: data))
        : ModelError(
          .decoding, "\(call.host) sent an event that is not JSON: \(error)",
          advice: call.checkAddress, partial: partial)
      return
    }
    let (count, eventCount) = (events.contentCount, events.eventCount)
    let hadReason = events.hasReason
    do throws(ProviderProblem) {
      if frame.isError { throw ProviderProblem(ofErrorEvent: data) }
      let isObject = index.isObject(index.root)
      if isObject { try decoder.decode(index, into: &events) }
      // What the decoder has no use for may be an error in another protocol's form.
      let isUsed =
        events.contentCount != count || events.eventCount != eventCount || events.hasReason
      if !isUsed || !isObject, !decoder.isDone, let problem = ProviderProblem(index) {
        throw problem
      }
    } catch {
      failure = modelError(error)
      return
    }
    if events.contentCount != count {
      hasReasonAlone = false
    } else if events.hasReason, !hadReason {
      hasReasonAlone = !events.wasReasonWithdrawn
    }
    if let excess = events.excess {
      failure = ModelError(
        .decoding, "\(call.host) sent a reply of more than \(excess)",
        advice: "lower the maximum of tokens; if it is low already, check what answers there",
        partial: partial)
    } else if decoder.isDone {
      finish()
    }
  }

  /// Handles the end of the body. A reason without the final mark is accepted, since some servers omit the mark; without
  /// either the reply is truncated.
  private mutating func end() {
    for frame in frames.finish() where failure == nil && !events.isFinished {
      if frame.isError || (try? index.read(lenient: frame.data)) != nil
        || frame.data.starts(with: "[DONE]".utf8)
      {
        take(frame)
      }
    }
    guard failure == nil, !events.isFinished else { return }
    guard events.hasReason else { return failure = cut() }
    if call.expectsEndMark, !decoder.isDone {
      events.warn("the server ended the reply without its final mark; counts may be missing")
    }
    conclude()
  }

  /// Returns the error for a body that ended before the reply did.
  private func cut() -> ModelError {
    if !events.isStarted {
      if let problem = ProviderProblem(parsing: opening) { return modelError(problem) }
      let words = ProviderProblem(wordsOf: opening)
      if opening.contains(where: { $0 > 0x20 }), frames.isForeign(opening) {
        return ModelError(
          .decoding,
          call.secrets.removed(
            from: "\(call.host) answered with something other than a stream: \(words.message)"),
          advice: call.checkAddress)
      }
    }
    let what = events.isStarted ? "the reply was cut before its end" : "no reply came"
    return ModelError(
      .truncated, "\(call.host) ended the connection: \(what)", advice: "try again",
      partial: partial)
  }

  /// Handles the final mark. The last reason counts, also if content followed it.
  private mutating func finish() {
    if !events.hasReason, !events.wasReasonWithdrawn {
      events.warn("the server ended the reply without a reason")
    }
    conclude()
    events.finish(.other("unknown"))
  }

  private mutating func conclude() {
    if let known = call.expectedInput, let counted = events.reply.usage?.input,
      counted * Self.smallestShare < known
    {
      events.warn(
        "the server counted \(counted) tokens of a prompt of about \(known): it may have cut the prompt,"
          + " because the context that it was started with is smaller")
    }
    decoder.finish(into: &events)
    // A reply that was cut may not have reached the end of its reasoning.
    let isCut = events.reply.finish.map { [.length, .contextFull, .contentFilter].contains($0) }
    if events.lacksOpeningTag || isCut == false {
      call.habit.note(lacksOpening: events.lacksOpeningTag)
    }
  }

  /// A count of a prompt below this share of our estimate, as a divisor, is a cut prompt: an estimate of a token for four
  /// bytes is rarely wrong by more.
  private static var smallestShare: Int { 3 }

  private func modelError(_ problem: ProviderProblem) -> ModelError {
    problem.error(
      from: call.host, now: clock.unixTime(), hiding: call.secrets, partial: partial)
  }

  private mutating func fail(_ error: TransportError, in phase: TimeoutPhase) {
    // A connection that breaks after a reason in an event of its own loses nothing of the reply.
    if error.kind == .broken, events.hasReason, hasReasonAlone { return end() }
    let reached = error.kind == .connectTimeout ? TimeoutPhase.connect : phase
    let limit = deadlines.limit(of: reached, hasAnswer: events.hasAnswer)
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
