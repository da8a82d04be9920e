public import LanguageModels

/// Answers a request that was answered before with the same reply, without asking.
///
/// Only replies that came to their end are kept. A reply from the cache says so
/// (``ModelStart/isCached``): how long it took tells nothing of the model.
public struct ResponseCache: ModelMiddleware {
  private let store: any ResponseStore
  private let maximumAge: Duration?
  private let variation: String

  /// Creates a cache. Replies older than `maximumAge` are asked for anew; `variation` keeps apart what
  /// would else be one question.
  public init(
    in store: any ResponseStore = MemoryResponseStore(), maximumAge: Duration? = nil,
    variation: String = ""
  ) {
    self.store = store
    self.maximumAge = maximumAge
    self.variation = variation
  }

  /// Gives the kept reply, or asks and keeps what comes.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let key = ResponseKey(call.request, to: next.identity, variation: variation)
    let now = call.clock.unixTime()
    if let events = store.events(for: key, notOlderThan: maximumAge, at: now) {
      return OpenedReply(events.markedAsCached)
    }
    let (store, clock, attempts, identity) = (store, call.clock, call.attempts, next.identity)
    var reply = try await next.open(call)
    reply.whenEnded(call, keepingEvents: true) { end in
      // What another model said in its place is not kept as this one's.
      guard attempts.answering.map({ $0 == identity }) ?? true else { return }
      switch end.finish {
      case .stop?, .length?, .toolCalls?: store.keep(end.events, for: key, at: clock.unixTime())
      // A model that declined may not do so again, and what broke off is no reply.
      case .contentFilter?, .refusal?, .pause?, .contextFull?, .other?, nil: break
      }
    }
    return reply
  }
}

extension [ModelEvent] {
  /// The events with a beginning that says where they come from.
  fileprivate var markedAsCached: [ModelEvent] {
    guard case .started(var start)? = first else {
      return [.started(ModelStart(isCached: true))] + self
    }
    start.isCached = true
    return [.started(start)] + dropFirst()
  }
}
