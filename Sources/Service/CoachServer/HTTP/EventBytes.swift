#if Server
  import NIOCore

  /// The bytes of a turn's events on one connection, as they come. The connection is their reader, which leaves when the client
  /// does.
  struct EventBytes: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let channel: any Channel
    let reader: TurnReader
    /// Called at the end; `false` if the client left before.
    let onEnd: @Sendable (_ isComplete: Bool) -> Void

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    struct AsyncIterator: AsyncIteratorProtocol {
      private let events: EventBytes
      private var watch: ClientWatch?

      fileprivate init(_ events: EventBytes) { self.events = events }

      mutating func next() async throws -> ByteBuffer? {
        let reader = events.reader
        if watch == nil { watch = await ClientWatch(events.channel) { reader.leave() } }
        if let bytes = await reader.next() { return bytes }
        watch?.end()
        events.onEnd(reader.isComplete)
        return nil
      }
    }
  }
#endif
