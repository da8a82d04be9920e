import JSON
public import LanguageModels
public import SourceFiles
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
  /// A number that is equal for equal keys, worked out once.
  fileprivate let summary: Int

  /// Creates a key.
  public init(_ request: ModelRequest, to model: ModelIdentity, variation: String = "") {
    self.model = model
    self.variation = variation
    var request = request
    request.label = nil
    request.cacheKey = nil
    if request.hasBreakpoints { request.removeBreakpoints() }
    self.request = request
    summary = Self.summary(of: request, model, variation)
  }

  /// Feeds what tells most keys apart without reading all of a long conversation; equality reads it.
  public func hash(into hasher: inout Hasher) { hasher.combine(summary) }

  /// Texts longer than this are told apart by their length alone, but for the last message's.
  private static let longText = 256

  private static func summary(of request: ModelRequest, _ model: ModelIdentity, _ variation: String)
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

  /// The key as a digest, for stores outside of memory.
  public var digest: ContentDigest {
    let parts = [
      model.provider, model.model, model.recorded ?? "", variation, request.digest.hexadecimal,
    ]
    return ContentDigest(of: JSONValue.array(parts.map { .string($0) }).text())
  }
}

extension ModelRequest {
  fileprivate var hasBreakpoints: Bool {
    messages.contains { $0.parts.contains { $0.isBreakpoint } }
  }

  fileprivate mutating func removeBreakpoints() {
    for place in messages.indices { messages[place].parts.removeAll(where: \.isBreakpoint) }
  }
}

extension ModelPart {
  fileprivate var isBreakpoint: Bool { if case .cacheBreakpoint = self { true } else { false } }
}

/// Keeps replies in memory, those used of late.
///
/// Two generations: when the younger one is full it becomes the older, and what nobody asked for since the
/// last such change is let go. So between half and all of the capacity is kept, at no cost for order.
public final class MemoryResponseStore: ResponseStore {
  /// A reply with its question. Questions whose summaries are alike by chance share one place: the newer
  /// one has it.
  private final class Slot: Sendable {
    let key: ResponseKey
    let events: [ModelEvent]
    let kept: Double

    init(_ key: ResponseKey, _ events: [ModelEvent], _ kept: Double) {
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

  /// Creates a store of at most so many replies.
  public init(capacity: Int = 1000) {
    self.capacity = max(2, capacity)
  }

  /// The reply, if it is there.
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

  /// Keeps a reply.
  public func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double) {
    let slot = Slot(key, events, unixTime)
    state.withLock { $0.keep(slot, capacity: capacity) }
  }
}
