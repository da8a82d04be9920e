import Synchronization

/// The events of a turn on their way to its reader.
typealias TurnPipe = BoundedPipe<TurnEvent>

/// A bounded channel to a single reader. A slow reader slows down who sends, and thereby the provider.
final class BoundedPipe<Element: Sendable>: Sendable {
  private struct State {
    var events: [Element] = []
    var isFinished = false
    var isClosed = false
    var reader: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?
    var onClose: (@Sendable () -> Void)?
  }

  /// The maximum number of events waiting for the reader.
  private static var capacity: Int { 64 }

  private let state = Mutex(State())

  /// Creates an empty pipe.
  init() {}

  /// Sends an event and suspends while the pipe is full. Events sent after the reader has left are dropped.
  func send(_ event: Element) async {
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

  /// Marks the end of the events.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      state.reader?.resume()
      state.reader = nil
    }
  }

  /// Sets an action that runs when the reader leaves, or immediately if it has left.
  func whenClosed(_ action: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      state.onClose = action
      return state.isClosed
    }
    if isClosed { action() }
  }

  /// Runs the action of ``close()`` for a reason other than the reader, who still gets the last events.
  func interrupt() {
    let action = state.withLock { $0.onClose }
    action?()
  }

  /// Marks the pipe as abandoned by its reader.
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

  /// Returns the next event if it is already available.
  func poll() -> Element? {
    state.withLock { state in
      guard !state.events.isEmpty else { return nil }
      state.writer?.resume()
      state.writer = nil
      return state.events.removeFirst()
    }
  }

  /// Returns the next event; `nil` at the end and for a cancelled reader.
  func next() async -> Element? {
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
