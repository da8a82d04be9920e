#if Server
  import CoachKit
  @testable import CoachServer
  import CoreMetrics
  import Logging
  import Synchronization
  import TestKit
  import Testing

  @Suite("Costs of people")
  struct CostKeeperTests {
    private let log = NotedLines()

    private func keeper(
      _ store: any CostStore, day: Double? = nil, clock: CallClock = .system
    ) -> CostKeeper {
      CostKeeper(
        store: store, thresholds: ServerSettings.CostThresholds(day: day), clock: clock,
        logger: Logger(label: "test") { [log] _ in log.handler })
    }

    private func call(dollars: Double) -> TurnCall {
      TurnCall(
        purpose: "reply", model: ModelIdentity(provider: "p", model: "m"), usage: nil,
        cost: dollars)
    }

    @Test("a threshold is reported once a day, also if the calls that reach it end together")
    func thresholds() async throws {
      let keeper = keeper(InMemoryCostStore(), day: 10)
      await keeper.add([call(dollars: 9)], for: "a")
      #expect(log.messages == [])
      await withDiscardingTaskGroup { group in
        for _ in 0..<8 { group.addTask { await keeper.add([call(dollars: 1)], for: "a") } }
      }
      #expect(log.messages == ["a person's costs reached a threshold"])
      await keeper.add([call(dollars: 11)], for: "b")
      #expect(log.messages.count == 2)
    }

    @Test("a store that fails is logged with its reason, and refuses nobody")
    func failing() async {
      await keeper(BrokenCosts()).add([call(dollars: 1)], for: "a")
      #expect(log.messages == ["the costs of calls were not stored"])
      #expect(log.metadata.first?["error"] == "the disk is full")
    }
  }

  private struct BrokenCosts: CostStore {
    struct Failure: Error, CustomStringConvertible {
      var description: String { "the disk is full" }
    }

    func add(_ entries: [CostEntry]) async throws { throw Failure() }
    func costs(_ query: CostQuery) async throws -> [CostRow] { throw Failure() }
    func forgetCosts(of person: String) async throws { throw Failure() }
  }

  /// What was logged.
  private final class NotedLines: Sendable {
    private let lines = Mutex<[(message: String, metadata: Logger.Metadata)]>([])

    var messages: [String] { lines.withLock { $0.map(\.message) } }
    var metadata: [Logger.Metadata] { lines.withLock { $0.map(\.metadata) } }
    var handler: Handler { Handler(lines: self) }

    struct Handler: LogHandler {
      let lines: NotedLines
      var logLevel = Logger.Level.info
      var metadata: Logger.Metadata = [:]

      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) {
        lines.lines.withLock { $0.append(("\(event.message)", event.metadata ?? [:])) }
      }
    }
  }
#endif
