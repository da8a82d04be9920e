import LanguageModels
import Synchronization

/// Lets so many callers through at a time, in the order in which they came.
final class FIFOSemaphore: Sendable {
  fileprivate struct State {
    var capacity: Int
    var taken = 0
    var nextTicket = 0
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    /// Tickets whose task was cancelled before it had joined the line.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  init(capacity: Int = 1) {
    state = Mutex(State(capacity: capacity))
  }

  /// Lets more or fewer through from now on; who is through already stays.
  func resize(to capacity: Int) {
    let admitted = state.withLock { state in
      state.capacity = capacity
      return state.admit()
    }
    for continuation in admitted { continuation.resume(returning: true) }
  }

  /// How many are through, and how many wait.
  var load: (taken: Int, waiting: Int) { state.withLock { ($0.taken, $0.waiting.count) } }

  /// Takes the turn if nobody has it or waits for it.
  func enterAtOnce() -> Bool {
    state.withLock { state in
      guard state.taken < state.capacity else { return false }
      state.taken += 1
      return true
    }
  }

  /// Waits for the turn; false when the task was cancelled before it came.
  func enter() async -> Bool {
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
        guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
          state.cancelled.insert(ticket)
          return nil
        }
        return state.waiting.remove(at: place).continuation
      }
      waiting?.resume(returning: false)
    }
  }

  /// Waits for the turn of a call, and notes the wait for the attempt that follows. Throws `cancelled`.
  func enter(for call: ModelCall) async throws(ModelError) {
    guard !enterAtOnce() else { return }
    let begun = call.clock.now()
    guard await enter() else { throw .cancelled }
    call.attempts.waited(begun.duration(to: call.clock.now()))
  }

  /// Gives the turn to the next in line.
  func leave() {
    let admitted = state.withLock { state in
      state.taken -= 1
      return state.admit()
    }
    for continuation in admitted { continuation.resume(returning: true) }
  }
}

extension FIFOSemaphore.State {
  /// Those at the head of the line that fit now.
  fileprivate mutating func admit() -> [CheckedContinuation<Bool, Never>] {
    let count = min(waiting.count, max(0, capacity - taken))
    let admitted = waiting.prefix(count).map(\.continuation)
    waiting.removeFirst(count)
    taken += count
    return admitted
  }
}
