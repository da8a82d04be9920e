import Synchronization

/// The running turns of a service, so that a program can end without cutting replies off.
final class TurnActivity: Sendable {
  private struct State {
    var interruptions: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
    var isClosing = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The number of running turns.
  var count: Int { state.withLock { $0.interruptions.count } }

  /// Registers a turn with what ends it early. Returns `nil` if no turn may start any more.
  func begin(_ interrupt: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      guard !state.isClosing else { return nil }
      state.nextID += 1
      state.interruptions[state.nextID] = interrupt
      return state.nextID
    }
  }

  /// Removes a turn that has ended.
  func end(_ id: Int) {
    let waiting = state.withLock { state in
      state.interruptions[id] = nil
      guard state.interruptions.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Admits no further turns.
  func close() { state.withLock { $0.isClosing = true } }

  /// Waits until no turn is running.
  func untilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        guard !state.interruptions.isEmpty else { return true }
        state.waiting.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Ends all running turns. Each still settles and reports its outcome.
  func interrupt() {
    let interruptions = state.withLock { Array($0.interruptions.values) }
    for interrupt in interruptions { interrupt() }
  }
}
