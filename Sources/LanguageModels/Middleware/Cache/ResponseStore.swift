public import Conversations
import Synchronization

/// Where replies are kept for a ``ResponseCache``.
public protocol ResponseStore: Sendable {
  /// The reply to a request, if it is there and not older than this.
  func events(for key: ResponseKey, notOlderThan age: Duration?, at unixTime: Double)
    -> [ModelEvent]?

  /// Keeps a reply.
  func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double)
}

/// What a reply depends on: who is asked, what, and which of several equal questions it is.
public struct ResponseKey: Sendable, Hashable {
  /// Who is asked.
  public let model: ModelIdentity
  /// What is asked, without what changes nothing of the reply.
  public let request: ModelRequest
  /// Tells apart what would else be one question, such as the samples of an evaluation.
  public let variation: String

  /// Creates a key.
  public init(_ request: ModelRequest, to model: ModelIdentity, variation: String = "") {
    self.model = model
    self.variation = variation
    var request = request
    request.label = nil
    request.cacheKey = nil
    self.request = request
  }

  /// The key as a digest, for stores outside of memory.
  public var digest: ContentDigest {
    ContentDigest(of: "\(model.provider)\n\(model.model)\n\(variation)\n\(request.digest)")
  }
}

/// Keeps replies in memory, the latest used ones.
public final class MemoryResponseStore: ResponseStore {
  private struct Entry {
    var events: [ModelEvent]
    var kept: Double
    var lastUse: Int
  }

  private struct State {
    var entries: [ResponseKey: Entry] = [:]
    var uses = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates a store of at most so many replies.
  public init(capacity: Int = 1000) {
    self.capacity = max(1, capacity)
  }

  /// The reply, if it is there.
  public func events(for key: ResponseKey, notOlderThan age: Duration?, at unixTime: Double)
    -> [ModelEvent]?
  {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      if let age, unixTime - entry.kept > age.inSeconds {
        state.entries[key] = nil
        return nil
      }
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return entry.events
    }
  }

  /// Keeps a reply. Where there is no room, a tenth of the others go, those not used for longest.
  public func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double) {
    state.withLock { state in
      state.uses += 1
      state.entries[key] = Entry(events: events, kept: unixTime, lastUse: state.uses)
      guard state.entries.count > capacity else { return }
      let surplus = state.entries.count - capacity + capacity / 10
      let oldest = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(surplus)
      for (old, _) in oldest { state.entries[old] = nil }
    }
  }
}
