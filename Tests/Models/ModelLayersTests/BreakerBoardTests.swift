import CoreMetrics
import LanguageModels
import Logging
import MetricsTestKit
import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("What is seen of circuit breakers")
struct BreakerBoardTests {
  private let clock = ManualClock()
  private let handler = KeptLog()
  private let metrics = TestMetrics()

  private var logger: Logger {
    let handler = handler
    return Logger(label: "test") { _ in handler }
  }

  private func stack(_ board: BreakerBoard?) -> ModelStack {
    var stack = ModelStack(clock: clock.clock)
    stack.breaker = BreakerPolicy(minimumCalls: 1)
    stack.breakers = board
    return stack
  }

  private static func names(_ model: String, key: String?) -> [(String, String)] {
    var names = [("gen_ai.provider.name", "fake"), ("gen_ai.request.model", model)]
    if let key { names.append(("coachkit.key", key)) }
    return names
  }

  /// The values of a breaker's gauge, and the number of its openings.
  private struct Measured: Equatable {
    var open: [Double]
    var openings: Int64
  }

  private func measured(_ model: String, key: String? = nil) throws -> Measured {
    let names = Self.names(model, key: key)
    let gauge = try metrics.expectGauge("coachkit.client.breaker.open", names)
    let counter = try metrics.expectCounter("coachkit.client.breaker.openings", names)
    return Measured(open: gauge.values, openings: counter.totalValue)
  }

  @Test("a board has the state, one line for each change, and a gauge and a counter")
  func course() async throws {
    let board = BreakerBoard(logger: logger, metrics: metrics)
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.timeout)), .reply("Hi"))
    let stacked = stack(board).model(model)
    #expect(board.statuses.map(\.state) == [.closed] && board.statuses[0].key == nil)
    try expect(measured("m"), equals: Measured(open: [0], openings: 0))

    let opened = clock.now
    _ = await outcome(stacked.stream(greeting))
    #expect(
      board.statuses == [
        BreakerStatus(
          model: model.identity,
          state: .open(since: opened, nextProbe: opened + .seconds(1)))
      ])
    try expect(measured("m"), equals: Measured(open: [0, 1], openings: 1))
    for _ in 0..<5 { _ = await outcome(stacked.stream(greeting)) }
    // A failed probe is no news.
    clock.advance(by: .seconds(1))
    _ = await outcome(stacked.stream(greeting))
    clock.advance(by: .milliseconds(1500))
    _ = await outcome(stacked.stream(greeting))
    #expect(board.statuses.map(\.state) == [.closed])
    try expect(measured("m"), equals: Measured(open: [0, 1, 0], openings: 1))
    #expect(
      handler.lines.map(\.text) == [
        "warning circuit breaker opened model=fake:m",
        "notice circuit breaker closed model=fake:m open_ms=2500",
      ])
  }

  @Test("a probe under way is seen")
  func probing() async {
    let board = BreakerBoard(metrics: metrics)
    let model = FakeModel(answers: .failure(.planned(.overloaded)), .endless([]))
    let stacked = stack(board).model(model)
    let opened = clock.now
    _ = await outcome(stacked.stream(greeting))
    clock.advance(by: .seconds(1))
    let probe = Task { await outcome(stacked.stream(greeting)) }
    await until { model.calls == 2 }
    #expect(
      board.statuses.map(\.state) == [
        .probing(since: opened, nextProbe: opened + .milliseconds(2500))
      ])
    probe.cancel()
    _ = await probe.value
    #expect(
      board.statuses.map(\.state) == [
        .open(since: opened, nextProbe: opened + .seconds(1))
      ])
  }

  @Test("stacks on one board share the breaker of a model, and each model has its own")
  func sharing() async {
    let board = BreakerBoard(metrics: metrics)
    let fallback = FakeModel("spare", answers: .failure(.planned(.overloaded)))
    let first = stack(board).model(
      FakeModel("first", answers: .failure(.planned(.overloaded))), fallingBackOn: [fallback])
    let second = stack(board).model(FakeModel("second"), fallingBackOn: [fallback])
    #expect(board.statuses.map(\.model.model).sorted() == ["first", "second", "spare"])
    _ = await outcome(first.stream(greeting))
    let open = board.statuses.filter { $0.state != .closed }
    #expect(open.map(\.model.model).sorted() == ["first", "spare"] && fallback.calls == 1)
    #expect(await outcome(second.stream(greeting)).error == nil)
  }

  @Test("each key of a model has a breaker with its number")
  func keys() async throws {
    let board = BreakerBoard(logger: logger, metrics: metrics)
    let keys = [
      try #require(Secret("planted-one")), try #require(Secret("planted-two")),
    ]
    let model = FakeModel(answers: .failure(.planned(.overloaded)))
    let stacked = stack(board).model(try #require(KeyRotation(keys) { _ in model }))
    #expect(board.statuses.map(\.key) == [1, 2])
    _ = await outcome(stacked.stream(greeting))
    try expect(measured("m", key: "1"), equals: Measured(open: [0, 1], openings: 1))
    try expect(measured("m", key: "2"), equals: Measured(open: [0], openings: 0))
    #expect(handler.lines.map(\.text) == ["warning circuit breaker opened key=1 model=fake:m"])
  }

  @Test("without a board, the log and the telemetry of the stack are told")
  func ownLog() async throws {
    var stack = self.stack(nil)
    stack.log = CallLog(logger)
    stack.telemetry = Telemetry(metrics: metrics)
    let stacked = stack.model(FakeModel(answers: .failure(.planned(.overloaded)), .reply("Hi")))
    _ = await outcome(stacked.stream(greeting))
    clock.advance(by: .seconds(2))
    _ = await outcome(stacked.stream(greeting))
    #expect(
      handler.lines.map(\.message) == [
        "circuit breaker opened", "model call failed", "circuit breaker closed",
        "model call ended",
      ])
    try expect(measured("m"), equals: Measured(open: [0, 1, 0], openings: 1))
  }
}
