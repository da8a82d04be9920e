import Synchronization

/// A bounded cache of values by the digest of a text, in memory only; it keeps none of the texts.
///
/// When it is full, the oldest value makes room for a new one, however often it was used.
package final class DigestCache<Value: Sendable>: Sendable {
  private struct State {
    var values: [ContentDigest: Value] = [:]
    /// The digests in a ring buffer, the oldest of which is replaced first.
    var order: [ContentDigest] = []
    var oldest = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Creates a cache for the given number of values, at least one.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  package subscript(digest: ContentDigest) -> Value? {
    state.withLock { $0.values[digest] }
  }

  /// Keeps a value, in place of the one that the text had.
  package func keep(_ value: Value, for digest: ContentDigest) {
    state.withLock { state in
      guard state.values.updateValue(value, forKey: digest) == nil else { return }
      guard state.order.count == capacity else { return state.order.append(digest) }
      state.values[state.order[state.oldest]] = nil
      state.order[state.oldest] = digest
      state.oldest = (state.oldest + 1) % capacity
    }
  }

  package func removeAll() {
    state.withLock { $0 = State() }
  }
}
