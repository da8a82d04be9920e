#if Server
  import CoachEngine
  import Hummingbird
  import LanguageModels
  import NIOCore
  import Synchronization

  /// The bytes of a stream of events, as they come. It has one reader, the connection.
  ///
  /// What writes the events runs in a task of its own, which is cancelled when the client or the connection goes away.
  struct EventBytes: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let channel: any Channel
    /// Writes the events.
    let write: @Sendable (EventWriter) async -> Void
    /// Called once at the end; `false` if the client left before.
    let onEnd: @Sendable (_ isComplete: Bool) -> Void

    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(run: Run(write: write, onEnd: onEnd), channel: channel)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let run: Run
      fileprivate let channel: any Channel
      private var watch: ClientWatch?

      fileprivate init(run: Run, channel: any Channel) {
        self.run = run
        self.channel = channel
      }

      mutating func next() async throws -> ByteBuffer? {
        if watch == nil {
          watch = await ClientWatch(channel) { [pipe = run.pipe] in pipe.close() }
        }
        guard var buffer = await run.pipe.next() else {
          watch?.end()
          run.end()
          return nil
        }
        // What has gathered meanwhile is one write.
        while var more = run.pipe.poll() { buffer.writeBuffer(&more) }
        return buffer
      }
    }

    fileprivate final class Run: Sendable {
      let pipe = BoundedPipe<ByteBuffer>()
      private let task: Task<Void, Never>
      private let onEnd: @Sendable (_ isComplete: Bool) -> Void
      private let hasEnded = Atomic(false)
      /// Whether everything was written before the client left.
      private let isWritten: AtomicFlag

      init(
        write: @escaping @Sendable (EventWriter) async -> Void,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
      ) {
        self.onEnd = onEnd
        let isWritten = AtomicFlag()
        self.isWritten = isWritten
        task = Task { [pipe] in
          await write(EventWriter(pipe: pipe))
          if !Task.isCancelled { isWritten.raise() }
          pipe.finish()
        }
        pipe.whenClosed { [task] in task.cancel() }
      }

      func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        onEnd(isWritten.isRaised)
      }

      deinit {
        // A connection that failed reads no further.
        pipe.close()
        end()
      }
    }
  }
#endif
