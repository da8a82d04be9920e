public import LanguageModels

/// A layer that replies to a repeated request with the stored reply instead of calling the model.
///
/// Only completed replies are stored. A cached reply is marked as such (``ModelStart/isCached``): its timing
/// says nothing about the model.
///
/// ```swift
/// let store = FolderResponseStore(folder: "/var/cache/coach")
/// let model = haiku.with(ResponseCache(in: store, maximumAge: .seconds(24 * 3600)))
///
/// print(try await model.stream(request).reply().text)
/// let again = try await model.stream(request).reply()
/// print(again.start.isCached)  // true, if the first reply was completed
/// ```
public struct ResponseCache: ModelMiddleware {
  private let store: any ResponseStore
  private let maximumAge: Duration?
  private let variation: String

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - store: Where replies are stored.
  ///   - maximumAge: The age up to which stored replies are used; nil for no limit.
  ///   - variation: Distinguishes requests that would otherwise be equal, such as the samples of an evaluation.
  public init(
    in store: any ResponseStore = MemoryResponseStore(), maximumAge: Duration? = nil,
    variation: String = ""
  ) {
    self.store = store
    self.maximumAge = maximumAge
    self.variation = variation
  }

  /// Returns the stored reply, or calls the model and stores its reply.
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
      // The reply of a fallback model is not stored as this model's.
      guard attempts.answering.map({ $0 == identity }) ?? true else { return }
      switch end.finish {
      // An empty reply would be empty for as long as the cache lasts.
      case .stop? where !end.events.hasAnswer, .length? where !end.events.hasAnswer: break
      case .stop?, .length?, .toolCalls?: store.keep(end.events, for: key, at: clock.unixTime())
      // A model that refused may not do so again, and an incomplete reply is of no use.
      case .contentFilter?, .refusal?, .pause?, .contextFull?, .other?, nil: break
      }
    }
    return reply
  }
}

extension [ModelEvent] {
  /// Whether there is anything but reasoning and blanks.
  fileprivate var hasAnswer: Bool {
    var isReclassified = false
    for event in self {
      switch event {
      case .partReclassified: isReclassified = true
      case .partStarted(_, .toolCall), .partStarted(_, .other): return true
      default: break
      }
    }
    // Text that stays text decides at its first word, without the reply that the events amount to.
    guard isReclassified else {
      return contains { event in
        switch event {
        case .partDelta(_, .text(let text)), .partDelta(_, .refusal(let text)):
          !text.allSatisfy(\.isWhitespace)
        default: false
        }
      }
    }
    let reply = reduce(into: ModelReply()) { $0.add($1) }
    return !reply.words.allSatisfy(\.isWhitespace)
      || reply.parts.contains { part in
        switch part {
        case .toolCall, .other: true
        default: false
        }
      }
  }

  /// The events with a start that marks them as cached.
  fileprivate var markedAsCached: [ModelEvent] {
    guard case .started(var start)? = first else {
      return [.started(ModelStart(isCached: true))] + self
    }
    start.isCached = true
    return [.started(start)] + dropFirst()
  }
}
