#if Server
  import CoachKit
  import Logging
  import Synchronization

  /// Asks each provider at the start whether it is there, which also opens a connection to it.
  ///
  /// Nothing waits for the answers: the server can help in a crisis without any provider, and one that is slow to
  /// list its models may be quick to answer.
  final class ProviderCheck: Sendable {
    /// What came of it.
    enum Result: String, CaseIterable, Sendable {
      /// The provider has not answered yet.
      case waiting
      case answered
      /// It could not be reached, or refused. It may be reachable when it is needed.
      case failed
    }

    private let models: [ServerModels.Entry]
    private let clock: CallClock
    private let logger: Logger
    private let results: Mutex<[ModelIdentity: Result]>

    init(_ models: [ServerModels.Entry], clock: CallClock, logger: Logger) {
      self.models = models
      self.clock = clock
      self.logger = logger
      var results: [ModelIdentity: Result] = [:]
      for entry in models where entry.connect != nil { results[entry.model] = .waiting }
      self.results = Mutex(results)
    }

    /// What came of asking a model's provider; `nil` if there is nothing to ask.
    func result(of model: ModelIdentity) -> Result? { results.withLock { $0[model] } }

    /// Asks all providers at once, and logs each answer when it comes.
    func run() async {
      await withDiscardingTaskGroup { group in
        for entry in models {
          guard let connect = entry.connect else { continue }
          group.addTask { await self.ask(entry.model, connect) }
        }
      }
    }

    private func ask(_ model: ModelIdentity, _ connect: @Sendable () async throws -> Void) async {
      let started = clock.now()
      var problem: (any Error)?
      do {
        try await connect()
      } catch {
        // The server is stopping.
        guard !Task.isCancelled else { return }
        problem = error
      }
      let result = problem == nil ? Result.answered : .failed
      results.withLock { $0[model] = result }
      let metadata: Logger.Metadata = [
        "model": "\(model)",
        "ms": .stringConvertible(Int(started.duration(to: clock.now()) / .milliseconds(1))),
      ]
      if let problem {
        logger.warning("a provider cannot be reached yet", metadata: metadata)
        logger.debug("\(problem)")
      } else {
        logger.info("a provider answers", metadata: metadata)
      }
    }
  }
#endif
