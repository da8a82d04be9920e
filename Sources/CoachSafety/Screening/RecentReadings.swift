import SourceFiles
import Synchronization

/// A bounded cache of what was read in recent messages, keyed by the digest of their bytes.
///
/// A message is read when it is screened and again with each of the next messages of its session, which should not
/// delay a reply. Readings are kept in memory only, until `capacity` newer messages have been read.
final class RecentReadings<Reading: Sendable>: Sendable {
  private struct State {
    var readings: [ContentDigest: Reading] = [:]
    /// The digests in a ring buffer, the oldest of which is replaced first.
    var messages: [ContentDigest] = []
    var oldest = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Creates a cache for the given number of messages, at least one.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Returns what was read in a message, reading it now if it is not cached.
  func reading(of message: ContentDigest, read: () -> Reading) -> Reading {
    if let known = state.withLock({ $0.readings[message] }) { return known }
    // Outside the lock: reading a message twice at the same time costs less than blocking all other callers.
    let reading = read()
    state.withLock { state in
      guard state.readings.updateValue(reading, forKey: message) == nil else { return }
      guard state.messages.count == capacity else { return state.messages.append(message) }
      state.readings[state.messages[state.oldest]] = nil
      state.messages[state.oldest] = message
      state.oldest = (state.oldest + 1) % capacity
    }
    return reading
  }
}
