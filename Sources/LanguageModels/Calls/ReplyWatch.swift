import CoachModel

/// Watches a reply on behalf of the layers that want to know how it ended.
///
/// One reader has it at a time; a class, so that being let go of is noticed.
final class ReplyWatch {
  private var endings: [@Sendable (ModelCallEnd) -> Void] = []
  private var keepsEvents = false
  private var clock: CallClock
  private var firstContent: ContinuousClock.Instant?
  private var start = ModelStart()
  private var usage: TokenUsage?
  private var events: [ModelEvent] = []
  private var isEnded = false

  init(_ clock: CallClock) {
    self.clock = clock
    // Most layers want to know the end; growing by one each would copy the list for every other.
    endings.reserveCapacity(8)
  }

  deinit { end(.abandoned) }

  /// Adds whoever wants to know the end.
  func add(_ ending: @escaping @Sendable (ModelCallEnd) -> Void, keepsEvents: Bool) {
    endings.append(ending)
    guard keepsEvents, !self.keepsEvents else { return }
    self.keepsEvents = true
    events.reserveCapacity(16)
  }

  /// The reply is handed to its reader; its first content has come.
  func begin(_ clock: CallClock) {
    self.clock = clock
    firstContent = clock.now()
  }

  /// Notes what the layers will want to know of an event.
  func see(_ event: ModelEvent) {
    if keepsEvents { events.append(event) }
    switch event {
    case .partDelta, .partStarted, .partEnded, .warning: break
    case .started(let start): self.start = start
    case .usage(let usage): self.usage = usage
    case .finished(let reason): end(.finished(reason))
    }
  }

  /// The reply has failed after its first content.
  func fail(_ error: ModelError) { end(.failed(error)) }

  private func end(_ outcome: ModelCallEnd.Outcome) {
    guard !isEnded else { return }
    isEnded = true
    var end = ModelCallEnd(outcome, at: clock.now())
    end.firstContent = firstContent
    end.start = start
    end.usage = usage ?? end.usage
    end.events = events
    for ending in endings { ending(end) }
  }
}
