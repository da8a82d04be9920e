#if Server
  import Synchronization

  /// Ended spans that wait for their export, limited in number.
  final class SpanQueue: Sendable {
    private struct State {
      var spans: [EndedSpan] = []
      var waking: AsyncStream<Void>.Continuation?
    }

    private let capacity: Int
    private let batchSize: Int
    private let state = Mutex(State())

    init(capacity: Int, batchSize: Int) {
      self.capacity = capacity
      self.batchSize = batchSize
    }

    /// Adds a span; returns false if it was dropped.
    func add(_ span: EndedSpan) -> Bool {
      let (isAdded, waking) = state.withLock { state in
        guard state.spans.count < capacity else { return (false, state.waking) }
        state.spans.append(span)
        return (true, state.spans.count >= batchSize ? state.waking : nil)
      }
      waking?.yield()
      return isAdded
    }

    /// Removes and returns all spans.
    func takeAll() -> [EndedSpan] {
      state.withLock { state in
        defer { state.spans = [] }
        return state.spans
      }
    }

    /// Returns a stream with an element when there is a whole batch, and at each ``wake()``.
    ///
    /// Elements that are not awaited merge into one.
    func wakes() -> AsyncStream<Void> {
      let (wakes, waking) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let isDue = state.withLock { state in
        state.waking = waking
        return state.spans.count >= batchSize
      }
      if isDue { waking.yield() }
      return wakes
    }

    func wake() { state.withLock { $0.waking }?.yield() }
  }
#endif
