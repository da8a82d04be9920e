import Synchronization

/// Lets one caller through at a time, in the order in which they came.
final class WaitingLine: Sendable {
  private struct State {
    var isTaken = false
    var nextTicket = 0
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    /// Tickets whose task was cancelled before it had joined the line.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Takes the turn if nobody has it or waits for it.
  func enterAtOnce() -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
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
          guard state.isTaken else {
            state.isTaken = true
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

  /// Gives the turn to the next in line.
  func leave() {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
