import Conversations

/// The events of a call through layers: opened at the first read, then passed on one by one.
struct LayeredEvents: ModelEventSource {
  private let call: ModelCall
  private let model: LayeredModel
  private var reply: ReplyInProgress?
  /// How many events of the reply's head have been handed out.
  private var taken = 0

  init(_ call: ModelCall, to model: LayeredModel) {
    self.call = call
    self.model = model
  }

  mutating func next() async throws(ModelError) -> ModelEvent? {
    guard let reply else {
      try await open()
      return try await next()
    }
    if taken < reply.head.count {
      defer { taken += 1 }
      return reply.see(reply.head[taken])
    }
    do throws(ModelError) {
      guard let event = try await reply.rest.next() else { return nil }
      return reply.see(event)
    } catch {
      throw reply.fail(error)
    }
  }

  private mutating func open() async throws(ModelError) {
    do throws(ModelError) {
      let opened = try await model.open(call)
      reply = ReplyInProgress(opened, call)
    } catch {
      throw error.naming(call.attempts)
    }
  }
}

/// A reply that is being read. One reader has it at a time; a class, so that being let go of is noticed.
private final class ReplyInProgress {
  let head: [ModelEvent]
  var rest: any ModelEventSource
  private let opened: OpenedReply
  private let call: ModelCall
  private let firstContent: ContinuousClock.Instant
  private var start = ModelStart()
  private var usage: TokenUsage?
  private var events: [ModelEvent] = []
  private var isEnded = false

  init(_ opened: OpenedReply, _ call: ModelCall) {
    head = opened.head
    rest = opened.rest
    self.opened = opened
    self.call = call
    firstContent = call.clock.now()
  }

  deinit { end(.abandoned) }

  /// Notes what the layers will want to know of an event, and passes it on.
  func see(_ event: ModelEvent) -> ModelEvent {
    if opened.keepsEvents { events.append(event) }
    switch event {
    case .partDelta, .partStarted, .partEnded, .warning: break
    case .started(let start): self.start = start
    case .usage(let usage): self.usage = usage
    case .finished(let reason): end(.finished(reason))
    }
    return event
  }

  /// The error to throw in place of one that came after content.
  func fail(_ error: ModelError) -> ModelError {
    let error = error.naming(call.attempts)
    end(.failed(error))
    return error
  }

  private func end(_ outcome: ModelCallEnd.Outcome) {
    guard !isEnded else { return }
    isEnded = true
    var end = ModelCallEnd(outcome, at: call.clock.now())
    end.firstContent = firstContent
    end.start = start
    end.usage = usage ?? end.usage
    end.events = events
    opened.end(end)
  }
}
