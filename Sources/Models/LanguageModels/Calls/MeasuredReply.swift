/// A complete reply with its latency.
public struct MeasuredReply: Sendable {
  /// All events, including the last one.
  public var events: [ModelEvent]
  /// The reply accumulated from ``events``.
  public var reply: ModelReply
  /// The time from sending the request that was answered until the first content. Nil if nothing was measured: a
  /// reply from a cache or a recording has no latency.
  public var firstContent: Duration?
  /// The time from sending the request that was answered until the end; nil in the same cases. Time spent waiting in
  /// queues and on failed requests is not included: it is the caller's, not the model's.
  public var total: Duration?
  /// The model that answered, if layers may have called several; nil for a model without layers.
  public var answeredBy: ModelIdentity?
}

extension LanguageModel {
  /// Calls the model, reads the reply to its end and measures its latency.
  public func measuredReply(
    to request: ModelRequest, clock: CallClock = .system
  ) async throws(ModelError) -> MeasuredReply {
    let started = clock.now()
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
    let first = attempt?.lasted ?? started.duration(to: firstSeen)
    measured.firstContent = first
    measured.total = first + firstSeen.duration(to: clock.now())
    return measured
  }
}
