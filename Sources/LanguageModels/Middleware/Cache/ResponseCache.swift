/// Answers a request that was answered before with the same reply, without asking.
///
/// Only replies that came to their end are kept. A reply from the cache says so
/// (``ModelStart/isCached``): how long it took tells nothing of the model.
public struct ResponseCache: ModelMiddleware {
  private let store: any ResponseStore
  private let longestAge: Duration?
  private let variation: String

  /// Creates a cache. Replies older than `longestAge` are asked for anew; `variation` keeps apart what
  /// would else be one question.
  public init(
    in store: any ResponseStore = MemoryResponseStore(), longestAge: Duration? = nil,
    variation: String = ""
  ) {
    self.store = store
    self.longestAge = longestAge
    self.variation = variation
  }

  /// Gives the kept reply, or asks and keeps what comes.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let key = ResponseKey(call.request, to: next.identity, variation: variation)
    let now = call.clock.unixTime()
    if let events = store.events(for: key, notOlderThan: longestAge, at: now) {
      return OpenedReply(events.map(\.markedAsCached))
    }
    let (store, clock) = (store, call.clock)
    var reply = try await next.open(call)
    reply.whenEnded(keepingEvents: true) { end in
      switch end.finish {
      case .stop?, .length?, .toolCalls?: store.keep(end.events, for: key, at: clock.unixTime())
      // A model that declined may not do so again, and what broke off is no reply.
      case .contentFilter?, .refusal?, .pause?, .contextFull?, .other?, nil: break
      }
    }
    return reply
  }
}

extension ModelEvent {
  fileprivate var markedAsCached: ModelEvent {
    guard case .started(var start) = self else { return self }
    start.isCached = true
    return .started(start)
  }
}
