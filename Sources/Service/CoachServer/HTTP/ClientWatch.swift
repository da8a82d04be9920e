#if Server
  import LanguageModels
  import NIOCore
  import Synchronization

  /// The client of a request has closed its connection: nobody reads the answer.
  struct ClientLeft: Error {}

  /// Notices when the client of a request closes its connection. Nobody reads what comes after that, and a model that goes on
  /// writing costs money.
  struct ClientWatch: Sendable {
    private let channel: any Channel
    private let id: Int?

    /// Calls a function when the client closes its side, at once if it has already.
    init(_ channel: any Channel, whenClientLeaves work: @escaping @Sendable () -> Void) async {
      self.channel = channel
      id = try? await channel.eventLoop.submit {
        try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)
          .whenClientLeaves(work)
      }.get()
    }

    /// Ends the watch.
    func end() {
      guard let id else { return }
      channel.eventLoop.execute {
        try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).forget(id)
      }
    }

    /// Runs work for a client, and cancels it if the client leaves before it has ended.
    ///
    /// Throws ``ClientLeft`` if the client left and the work failed, since that is why.
    static func run<Value: Sendable>(
      _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
      let task = Task { try await work() }
      let hasLeft = AtomicFlag()
      let watch = await ClientWatch(channel) {
        hasLeft.raise()
        task.cancel()
      }
      defer { watch.end() }
      do {
        return try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      } catch {
        throw hasLeft.isRaised ? ClientLeft() : error
      }
    }
  }
#endif
