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
      await keeper.add([call(dollars: 9)], for: "a", by: "app")
      #expect(log.messages == [])
      await withDiscardingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { await keeper.add([call(dollars: 1)], for: "a", by: "app") }
        }
      }
      #expect(log.messages == ["a person's costs reached a threshold"])
      await keeper.add([call(dollars: 11)], for: "b", by: "app")
      #expect(log.messages.count == 2)
    }

    @Test("a reading while costs are being stored does not hide them from a cap")
    func readWhileStoring() async throws {
      let store = ReadCosts()
      let keeper = CostKeeper(
        store: store, thresholds: ServerSettings.CostThresholds(),
        caps: SpendingCaps([.serverDay: 1]), clock: .system,
        logger: Logger(label: "test") { [log] _ in log.handler })
      let limit = try #require(keeper.limit)
      let now = CallClock.system.unixTime()
      store.read.withLock { $0 = { _ = try? await limit.reachedCap(for: nil, at: now) } }
      await keeper.add([call(dollars: 2)], for: "a", by: "app")
      let reached = try await limit.reachedCap(for: nil, at: now)
      #expect(reached?.cap == .serverDay)
    }

    @Test("a store that fails is logged with its reason, and refuses nobody")
    func failing() async {
      await keeper(BrokenCosts()).add([call(dollars: 1)], for: "a", by: "app")
      #expect(log.messages == ["the costs of calls were not stored"])
      #expect(log.metadata.first?["error"] == "the disk is full")
    }
  }

  /// A store that is read just before it has what it is told.
  private final class ReadCosts: CostStore {
    let read = Mutex<@Sendable () async -> Void>({})
    private let base = InMemoryCostStore()

    func add(_ entries: [CostEntry]) async throws {
      let read = read.withLock { $0 }
      await read()
      base.add(entries)
    }

    func costs(_ query: CostQuery) async throws -> [CostRow] { base.costs(query) }
    func peaks(_ query: CostPeakQuery) async throws -> [CostPeak] { base.peaks(query) }
    func forgetCosts(of person: String) async throws { base.forgetCosts(of: person) }
  }

  private struct BrokenCosts: CostStore {
    struct Failure: Error, CustomStringConvertible {
      var description: String { "the disk is full" }
    }

    func add(_ entries: [CostEntry]) async throws { throw Failure() }
    func costs(_ query: CostQuery) async throws -> [CostRow] { throw Failure() }
    func peaks(_ query: CostPeakQuery) async throws -> [CostPeak] { throw Failure() }
    func forgetCosts(of person: String) async throws { throw Failure() }
  }

  /// What was logged.
  final class NotedLines: Sendable {
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
