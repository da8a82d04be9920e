#if Server
  import CoachKit
  import NIOCore
  import Synchronization

  /// The events of one turn, for any number of readers: each gets all of them in order, from where it begins.
  ///
  /// The turn does not depend on a connection. It runs ahead of its readers by the bytes that are kept; beyond these it waits
  /// for the slowest of them, and what all have read is dropped. Without a reader it goes on for a grace, and is then stopped.
  final class KeptTurn: Sendable {
    /// Why nobody can read on from a number.
    enum Refusal: Error {
      /// What follows was dropped, because the turn is larger than what is kept.
      case dropped
      /// No event has the number yet.
      case unknownNumber
    }

    private let maximumBytes: Int
    private let grace: Duration
    private let clock: CallClock
    private let state = Mutex(State())

    /// Creates a turn without events that keeps so many bytes of them.
    init(keeping maximumBytes: Int, grace: Duration, clock: CallClock) {
      self.maximumBytes = maximumBytes
      self.grace = grace
      self.clock = clock
    }

    // MARK: The writer

    /// Adds an event, which gets the next number. Suspends while a reader is further behind than the bytes that are kept.
    ///
    /// There is one writer, so that the number cannot change in between.
    func append(_ json: JSONValue, named name: String?) async {
      let event = Self.bytes(of: json, named: name, number: state.withLock { $0.last } + 1)
      let isFull = state.withLock { state in
        state.events.append(event)
        state.bytes += event.readableBytes
        state.drop(beyond: maximumBytes)
        state.wakeReaders()
        return state.isFull(maximumBytes)
      }
      guard isFull else { return }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let hasRoom = state.withLock { state in
          guard state.isFull(maximumBytes) else { return true }
          state.writer = continuation
          return false
        }
        if hasRoom { continuation.resume() }
      }
    }

    /// JSON has no line breaks, so that one line holds all of it.
    private static func bytes(of json: JSONValue, named name: String?, number: Int) -> ByteBuffer {
      var buffer = ByteBuffer()
      buffer.writeString("id: \(number)\n")
      if let name { buffer.writeString("event: \(name)\n") }
      buffer.writeString("data: ")
      buffer.writeString(json.text())
      buffer.writeString("\n\n")
      return buffer
    }

    /// Marks the end of the events.
    func finish() {
      let work = state.withLock { state in
        state.hasEnded = true
        state.wakeReaders()
        state.leaving?.cancel()
        (state.leaving, state.onStop) = (nil, nil)
        defer { state.onEnd = [] }
        return state.onEnd
      }
      for end in work { end() }
    }

    /// Calls a function when the turn has ended, at once if it has already.
    func whenEnded(_ work: @escaping @Sendable () -> Void) {
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.onEnd.append(work) }
        return state.hasEnded
      }
      if hasEnded { work() }
    }

    // MARK: Stopping

    /// Sets what stops the turn, which is done at once if it was stopped before.
    func whenStopped(_ work: @escaping @Sendable () -> Void) {
      let isStopped = state.withLock { state in
        if !state.hasEnded { state.onStop = work }
        return state.isStopped
      }
      if isStopped { work() }
    }

    /// Stops the turn. Its readers still get the last events. Returns whether it was running.
    @discardableResult
    func stop() -> Bool {
      let (isRunning, work) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
        guard !state.hasEnded else { return (false, nil) }
        state.isStopped = true
        return (true, state.onStop)
      }
      work?()
      return isRunning
    }

    // MARK: Readers

    /// Adds the first reader, before the turn starts.
    func firstReader() -> TurnReader {
      TurnReader(turn: self, id: state.withLock { $0.addReader(at: 0) })
    }

    /// Adds a reader of what follows a number; 0 for everything.
    func reader(after number: Int) throws(Refusal) -> TurnReader {
      let found = state.withLock { state -> Result<Int, Refusal> in
        guard number <= state.last else { return .failure(.unknownNumber) }
        guard number >= state.first - 1 else { return .failure(.dropped) }
        return .success(state.addReader(at: number))
      }
      return TurnReader(turn: self, id: try found.get())
    }

    /// Returns bytes of events that a reader has not read; `nil` at the end, and for one that has left.
    fileprivate func next(for id: Int) async -> ByteBuffer? {
      while true {
        let found = state.withLock { state in
          let found = state.take(for: id)
          state.makeRoom(maximumBytes)
          return found
        }
        switch found {
        case .bytes(let bytes): return bytes
        case .end: return nil
        case .nothingYet: break
        }
        await withTaskCancellationHandler {
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isThere = state.withLock { state in
              guard state.mustWait(id) else { return true }
              state.readers[id]?.waiting = continuation
              return false
            }
            if isThere { continuation.resume() }
          }
        } onCancel: {
          leave(id)
        }
      }
    }

    /// Returns whether a reader has read everything there will ever be.
    fileprivate func hasReadAll(_ id: Int) -> Bool {
      state.withLock { state in state.hasEnded && state.readers[id]?.position == state.last }
    }

    /// Removes a reader. The last one to leave a running turn starts its grace.
    fileprivate func leave(_ id: Int) {
      let absence = state.withLock { state -> Int? in
        guard let reader = state.readers.removeValue(forKey: id) else { return nil }
        reader.waiting?.resume()
        state.makeRoom(maximumBytes)
        guard state.readers.isEmpty, !state.hasEnded else { return nil }
        state.absences += 1
        return state.absences
      }
      guard let absence else { return }
      guard grace > .zero else { return stopIfUnread(since: absence) }
      let waiting = Task {
        guard (try? await clock.sleep(grace)) != nil else { return }
        stopIfUnread(since: absence)
      }
      let isOver = state.withLock { state in
        guard state.isUnread(since: absence) else { return true }
        state.leaving = waiting
        return false
      }
      if isOver { waiting.cancel() }
    }

    private func stopIfUnread(since absence: Int) {
      guard state.withLock({ $0.isUnread(since: absence) }) else { return }
      stop()
    }
  }

  extension KeptTurn {
    private struct Reader {
      /// The number of the last event that it has read.
      var position: Int
      var waiting: CheckedContinuation<Void, Never>?
    }

    private enum Found {
      case bytes(ByteBuffer)
      case nothingYet
      case end
    }

    private struct State {
      /// The events that are kept.
      var events: [ByteBuffer] = []
      /// The number of the first of them; that of the turn's first event is 1.
      var first = 1
      var bytes = 0
      var readers: [Int: Reader] = [:]
      var lastReader = 0
      /// How often the last reader has left.
      var absences = 0
      /// What stops the turn when its grace is over.
      var leaving: Task<Void, Never>?
      var writer: CheckedContinuation<Void, Never>?
      var isStopped = false
      var hasEnded = false
      var onStop: (@Sendable () -> Void)?
      var onEnd: [@Sendable () -> Void] = []

      /// The number of bytes that are written to a connection at once.
      private static let portion = 16 << 10

      /// The number of the last event.
      var last: Int { first + events.count - 1 }

      /// The number of the last event that every reader has read.
      private var readByAll: Int { readers.values.lazy.map(\.position).min() ?? .max }

      mutating func addReader(at position: Int) -> Int {
        lastReader += 1
        readers[lastReader] = Reader(position: position)
        leaving?.cancel()
        leaving = nil
        return lastReader
      }

      /// Whether the writer has to wait for a reader.
      func isFull(_ maximum: Int) -> Bool { bytes > maximum && readByAll < first }

      /// Drops the first events that every reader has read, if there are too many bytes. It drops a quarter at once, so that
      /// moving up the rest costs little.
      mutating func drop(beyond maximum: Int) {
        guard bytes > maximum else { return }
        let readByAll = readByAll
        var count = 0
        while bytes > maximum / 4 * 3, count < events.count - 1, first + count <= readByAll {
          bytes -= events[count].readableBytes
          count += 1
        }
        events.removeFirst(count)
        first += count
      }

      /// Lets the writer go on if it need not wait any longer.
      mutating func makeRoom(_ maximum: Int) {
        guard writer != nil else { return }
        drop(beyond: maximum)
        guard !isFull(maximum) else { return }
        writer?.resume()
        writer = nil
      }

      mutating func wakeReaders() {
        for id in readers.keys {
          readers[id]?.waiting?.resume()
          readers[id]?.waiting = nil
        }
      }

      /// Takes what a reader has not read, as much as is written at once.
      mutating func take(for id: Int) -> Found {
        guard let position = readers[id]?.position else { return .end }
        guard position < last else { return hasEnded ? .end : .nothingYet }
        var index = position + 1 - first
        var bytes = events[index]
        index += 1
        while index < events.count,
          bytes.readableBytes + events[index].readableBytes <= Self.portion
        {
          var event = events[index]
          bytes.writeBuffer(&event)
          index += 1
        }
        readers[id]?.position = first + index - 1
        return .bytes(bytes)
      }

      /// Whether there is nothing for a reader now, but may be later.
      func mustWait(_ id: Int) -> Bool {
        guard let position = readers[id]?.position else { return false }
        return position == last && !hasEnded
      }

      func isUnread(since absence: Int) -> Bool {
        readers.isEmpty && !hasEnded && absences == absence
      }
    }
  }

  /// One reader of a turn's events. It leaves when it is released at the latest.
  final class TurnReader: Sendable {
    let turn: KeptTurn
    private let id: Int

    fileprivate init(turn: KeptTurn, id: Int) {
      self.turn = turn
      self.id = id
    }

    deinit { turn.leave(id) }

    /// Whether everything was read.
    var isComplete: Bool { turn.hasReadAll(id) }

    /// Returns the bytes of the next events; `nil` at the end, and once the reader has left.
    func next() async -> ByteBuffer? { await turn.next(for: id) }

    /// Ends the reading.
    func leave() { turn.leave(id) }
  }
#endif
