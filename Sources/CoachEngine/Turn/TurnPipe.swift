import Synchronization

/// Carries events from a turn to its one reader, a few at a time, so that a slow reader slows the turn and in
/// the end the provider.
final class TurnPipe: Sendable {
  private struct State {
    var events: [TurnEvent] = []
    var isFinished = false
    var isClosed = false
    var reader: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?
    var onClose: (@Sendable () -> Void)?
  }

  /// How many events may wait for the reader.
  private static let capacity = 64

  private let state = Mutex(State())

  /// Hands over an event, once there is room. What comes after the reader has left is dropped.
  func send(_ event: TurnEvent) async {
    let isFull = state.withLock { state in
      guard !state.isClosed else { return false }
      state.events.append(event)
      state.reader?.resume()
      state.reader = nil
      return state.events.count >= Self.capacity
    }
    guard isFull else { return }
    await withCheckedContinuation { continuation in
      let hasRoom = state.withLock { state in
        guard state.events.count >= Self.capacity, !state.isClosed else { return true }
        state.writer = continuation
        return false
      }
      if hasRoom { continuation.resume() }
    }
  }

  /// Says that nothing more comes.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      state.reader?.resume()
      state.reader = nil
    }
  }

  /// Has an action run when the reader leaves.
  func whenClosed(_ action: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      state.onClose = action
      return state.isClosed
    }
    if isClosed { action() }
  }

  /// Says that nobody reads any more.
  func close() {
    let action = state.withLock { state in
      state.isClosed = true
      state.events = []
      state.writer?.resume()
      state.writer = nil
      state.reader?.resume()
      state.reader = nil
      return state.onClose
    }
    action?()
  }

  /// The next event if it is there already.
  func poll() -> TurnEvent? {
    state.withLock { state in
      guard !state.events.isEmpty else { return nil }
      state.writer?.resume()
      state.writer = nil
      return state.events.removeFirst()
    }
  }

  /// The next event; nil at the end, and for a reader that is cancelled.
  func next() async -> TurnEvent? {
    while true {
      if let event = poll() { return event }
      let isOver = state.withLock { $0.events.isEmpty && ($0.isFinished || $0.isClosed) }
      if isOver { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isThere = state.withLock { state in
            guard state.events.isEmpty, !state.isFinished, !state.isClosed else { return true }
            state.reader = continuation
            return false
          }
          if isThere { continuation.resume() }
        }
      } onCancel: {
        close()
      }
    }
  }
}
