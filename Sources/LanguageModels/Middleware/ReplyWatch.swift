import Conversations

/// Watches a reply on behalf of the layers that want to know how it ended.
///
/// One reader has it at a time; a class, so that being let go of is noticed.
final class ReplyWatch {
  private let endings: [@Sendable (ModelCallEnd) -> Void]
  private let keepsEvents: Bool
  private let clock: CallClock
  private let firstContent: ContinuousClock.Instant
  private var start = ModelStart()
  private var usage: TokenUsage?
  private var events: [ModelEvent] = []
  private var isEnded = false

  /// Creates a watch; nil when no layer wants to know.
  init?(_ opened: OpenedReply, _ call: ModelCall) {
    guard !opened.endings.isEmpty else { return nil }
    endings = opened.endings
    keepsEvents = opened.keepsEvents
    clock = call.clock
    firstContent = clock.now()
    if keepsEvents { events.reserveCapacity(16) }
  }

  deinit { end(.abandoned) }

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
