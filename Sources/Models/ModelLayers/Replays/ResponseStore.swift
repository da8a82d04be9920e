import Documents
public import LanguageModels
public import SourceFiles
import Synchronization

/// A store for the replies of a ``ResponseCache``.
///
/// Requirements do not throw: a store that fails should behave as if it were empty.
public protocol ResponseStore: Sendable {
  /// Returns the stored reply to a request; nil if there is none, or it is older than `age`.
  ///
  /// - Parameters:
  ///   - key: The model and the request.
  ///   - age: The maximum age; nil for no limit.
  ///   - unixTime: The current time in seconds since 1970.
  func events(for key: ResponseKey, notOlderThan age: Duration?, at unixTime: Double)
    -> [ModelEvent]?

  /// Stores a reply; `unixTime` is the current time in seconds since 1970.
  func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double)
}

/// What a reply depends on: the model, the request, and a variation that distinguishes equal requests.
public struct ResponseKey: Sendable, Hashable {
  /// The model that is called.
  public let model: ModelIdentity
  /// The request without what does not affect the reply: label, service tier, the person's pseudonym, and what is about
  /// the provider's cache.
  public let request: ModelRequest
  /// Distinguishes requests that would otherwise be equal, such as the samples of an evaluation.
  public let variation: String
  /// A hash value, computed once.
  fileprivate let summary: Int

  /// Creates a key for a request to a model.
  public init(_ request: ModelRequest, to model: ModelIdentity, variation: String = "") {
    self.model = model
    self.variation = variation
    var request = request
    request.label = nil
    request.cacheKey = nil
    request.cacheRetention = nil
    request.safetyIdentifier = nil
    request.parameters.serviceTier = nil
    request.parameters.patience = nil
    if request.hasBreakpoints { request.removeBreakpoints() }
    self.request = request
    summary = Self.summary(of: request, model: model, variation: variation)
  }

  /// Hashes a summary in which long texts of earlier messages count only by their length; `==` compares all of
  /// it.
  public func hash(into hasher: inout Hasher) { hasher.combine(summary) }

  /// The length in bytes above which a text is hashed by its length alone, except in the last message.
  private static let longText = 256

  private static func summary(of request: ModelRequest, model: ModelIdentity, variation: String)
    -> Int
  {
    var hasher = Hasher()
    hasher.combine(model)
    hasher.combine(variation)
    hasher.combine(request.parameters)
    if !request.tools.isEmpty { hasher.combine(request.tools) }
    hasher.combine(request.toolChoice)
    hasher.combine(request.allowsParallelToolCalls)
    hasher.combine(request.format)
    for message in request.messages.dropLast() {
      hasher.combine(message.role)
      for part in message.parts {
        if let text = part.text, text.utf8.count > longText {
          hasher.combine(text.utf8.count)
        } else {
          hasher.combine(part)
        }
      }
    }
    hasher.combine(request.messages.last)
    return hasher.finalize()
  }

  /// A digest of the key, for stores outside of memory.
  public var digest: ContentDigest {
    let parts =
      [model.provider, model.model, model.recorded ?? "", variation, request.digest.hexadecimal]
      // The usual address is left out, so that replies are found that were kept before there was an address.
      + [model.address].compactMap { $0 }
    return ContentDigest(of: JSONValue.array(parts.map { .string($0) }).text())
  }
}

extension ModelRequest {
  fileprivate var hasBreakpoints: Bool {
    messages.contains { $0.parts.contains { $0.isBreakpoint } }
  }

  fileprivate mutating func removeBreakpoints() {
    for index in messages.indices { messages[index].parts.removeAll(where: \.isBreakpoint) }
  }
}

extension ModelPart {
  fileprivate var isBreakpoint: Bool { if case .cacheBreakpoint = self { true } else { false } }
}

/// A store that keeps the most recently used replies in memory.
///
/// It has two generations: when the younger one is full it becomes the older one, and replies that were not
/// used since the previous change are dropped. So it keeps between half and all of its capacity, without the
/// cost of maintaining an order.
public final class MemoryResponseStore: ResponseStore {
  /// A reply with its key. Keys with the same summary share a slot, which holds the newer one.
  private final class Slot: Sendable {
    let key: ResponseKey
    let events: [ModelEvent]
    let kept: Double

    init(key: ResponseKey, events: [ModelEvent], kept: Double) {
      self.key = key
      self.events = events
      self.kept = kept
    }
  }

  private struct State {
    var young: [Int: Slot] = [:]
    var old: [Int: Slot] = [:]

    mutating func keep(_ slot: Slot, capacity: Int) {
      young[slot.key.summary] = slot
      guard young.count * 2 >= capacity else { return }
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
    }
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates a store for a maximum number of replies, at least 2.
  public init(capacity: Int = 1000) {
    self.capacity = max(2, capacity)
  }

  /// Returns the stored reply; nil if there is none, or it is older than `age`.
  public func events(for key: ResponseKey, notOlderThan age: Duration?, at unixTime: Double)
    -> [ModelEvent]?
  {
    state.withLock { state in
      let slots = [state.young[key.summary], state.old[key.summary]].compactMap { $0 }
      guard let slot = slots.first(where: { $0.key == key }) else { return nil }
      if let age, unixTime - slot.kept > age.inSeconds { return nil }
      if state.young[key.summary] !== slot { state.keep(slot, capacity: capacity) }
      return slot.events
    }
  }

  /// Stores the events of a reply; `unixTime` is the current time in seconds since 1970.
  public func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double) {
    let slot = Slot(key: key, events: events, kept: unixTime)
    state.withLock { $0.keep(slot, capacity: capacity) }
  }
}
