/// A reply with how long it took.
public struct MeasuredReply: Sendable {
  /// All events, the last one included.
  public var events: [ModelEvent]
  /// The reply that they make.
  public var reply: ModelReply
  /// From sending the request that was answered until the first content. Nil where nothing was measured: a
  /// reply from a cache or a recording has no latency.
  public var firstContent: Duration?
  /// From sending the request that was answered until the end; nil likewise. Time spent in line, and with
  /// requests that failed, is not in it: that is the caller's, not the model's.
  public var total: Duration?
  /// Who answered, where layers tried several; nil for a model without layers.
  public var answeredBy: ModelIdentity?
}

extension LanguageModel {
  /// Asks, reads the reply to its end, and measures it.
  public func measuredReply(
    to request: ModelRequest, clock: CallClock = .system
  ) async throws(ModelError) -> MeasuredReply {
    let begun = clock.now()
    var events: [ModelEvent] = []
    var reply = ModelReply()
    var firstSeen: ContinuousClock.Instant?
    var iterator = stream(request).makeAsyncIterator()
    while let event = try await iterator.next() {
      if firstSeen == nil, event.isContent { firstSeen = clock.now() }
      events.append(event)
      reply.add(event)
    }
    var measured = MeasuredReply(events: events, reply: reply)
    let attempt = iterator.answeringAttempt
    measured.answeredBy = attempt?.model
    guard let firstSeen, !reply.start.isCached,
      !(attempt?.model ?? identity).isReplay
    else { return measured }
    let first = attempt?.lasted ?? begun.duration(to: firstSeen)
    measured.firstContent = first
    measured.total = first + firstSeen.duration(to: clock.now())
    return measured
  }
}
