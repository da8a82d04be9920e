import SourceFiles
import Synchronization

/// What was read in recent messages, by the digest of their bytes.
///
/// A message is read when it is screened and again with each of the next messages of its session, which a reply should
/// not wait for. What is kept lives in memory only, and as long as so many newer messages take to come.
final class RecentReadings<Reading: Sendable>: Sendable {
  private struct State {
    var readings: [ContentDigest: Reading] = [:]
    /// The messages in a ring, of which the oldest makes room.
    var messages: [ContentDigest] = []
    var oldest = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Keeps so many messages, at least one.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// What was read in a message, read now if it is not known.
  func reading(of message: ContentDigest, read: () -> Reading) -> Reading {
    if let known = state.withLock({ $0.readings[message] }) { return known }
    // Outside the lock: two that read the same message at a time cost less than all that wait.
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
