import LanguageModels
import Synchronization

/// A semaphore that admits waiting callers in the order of their arrival.
package final class FIFOSemaphore: Sendable {
  fileprivate struct State {
    var capacity: Int
    var taken = 0
    var nextTicket = 0
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    /// Tickets whose task was cancelled before it joined the queue.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  package init(capacity: Int = 1) {
    state = Mutex(State(capacity: capacity))
  }

  /// Changes the capacity; callers that were admitted before keep their slots.
  package func resize(to capacity: Int) {
    let admitted = state.withLock { state in
      state.capacity = capacity
      return state.admit()
    }
    for continuation in admitted { continuation.resume(returning: true) }
  }

  /// The number of admitted callers, and of those that wait.
  var load: (taken: Int, waiting: Int) { state.withLock { ($0.taken, $0.waiting.count) } }

  /// Takes a slot if one is free, without waiting.
  package func enterAtOnce() -> Bool {
    state.withLock { state in
      guard state.taken < state.capacity else { return false }
      state.taken += 1
      return true
    }
  }

  /// Waits for a slot; returns false if the task is cancelled first.
  package func enter() async -> Bool {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    defer { state.withLock { _ = $0.cancelled.remove(ticket) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Bool? = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return false }
          if state.taken < state.capacity {
            state.taken += 1
            return true
          }
          state.waiting.append((ticket, continuation))
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
          state.cancelled.insert(ticket)
          return nil
        }
        return state.waiting.remove(at: index).continuation
      }
      waiting?.resume(returning: false)
    }
  }

  /// Waits for a slot and adds the wait to the call's next attempt. Throws `cancelled`.
  func enter(for call: ModelCall) async throws(ModelError) {
    guard !enterAtOnce() else { return }
    let started = call.clock.now()
    guard await enter() else { throw .cancelled }
    call.attempts.waited(started.duration(to: call.clock.now()))
  }

  /// Releases a slot to the next caller in the queue.
  package func leave() {
    let admitted = state.withLock { state in
      state.taken -= 1
      return state.admit()
    }
    for continuation in admitted { continuation.resume(returning: true) }
  }
}

extension FIFOSemaphore.State {
  /// Takes from the queue the callers that fit now.
  fileprivate mutating func admit() -> [CheckedContinuation<Bool, Never>] {
    let count = min(waiting.count, max(0, capacity - taken))
    let admitted = waiting.prefix(count).map(\.continuation)
    waiting.removeFirst(count)
    taken += count
    return admitted
  }
}
