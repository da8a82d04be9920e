import CoachModel

/// Observes a reply on behalf of the layers that registered for its end.
///
/// It has one reader at a time. It is a class, so that its deinitialization reveals that the reader gave up.
final class ReplyWatch {
  private var endings: [@Sendable (ModelCallEnd) -> Void] = []
  private var keepsEvents = false
  private var clock: CallClock
  private var firstContent: ContinuousClock.Instant?
  private var start = ModelStart()
  private var usage: TokenUsage?
  /// The tokens of models whose replies broke off and were finished by others.
  private var earlierUsage: [TokenUsage?] = []
  private var events: [ModelEvent] = []
  private var isEnded = false

  init(_ clock: CallClock) {
    self.clock = clock
    // Most layers register; growing by one each time would copy the list repeatedly.
    endings.reserveCapacity(8)
  }

  deinit { end(.abandoned) }

  func add(_ ending: @escaping @Sendable (ModelCallEnd) -> Void, keepsEvents: Bool) {
    endings.append(ending)
    guard keepsEvents, !self.keepsEvents else { return }
    self.keepsEvents = true
    events.reserveCapacity(16)
  }

  /// Called when the reply is handed to its reader, after its first content has arrived.
  func begin(_ clock: CallClock) {
    self.clock = clock
    firstContent = clock.now()
  }

  func see(_ event: ModelEvent) {
    if keepsEvents { events.append(event) }
    switch event {
    case .partDelta, .partStarted, .partEnded, .partReclassified, .warning: break
    case .continued(let part):
      earlierUsage.append(part.usage)
      usage = nil
    case .started(let start): self.start = start
    case .usage(let usage): self.usage = usage
    case .finished(let reason): end(.finished(reason))
    }
  }

  /// Called when the reply fails after its first content.
  func fail(_ error: ModelError) { end(.failed(error)) }

  private func end(_ outcome: ModelCallEnd.Outcome) {
    guard !isEnded else { return }
    isEnded = true
    var end = ModelCallEnd(outcome, at: clock.now())
    end.firstContent = firstContent
    end.start = start
    end.usage = earlierUsage.reduce(usage ?? end.usage) { sum, part in
      sum.flatMap { sum in part.map { sum + $0 } }
    }
    end.events = events
    for ending in endings { ending(end) }
  }
}
