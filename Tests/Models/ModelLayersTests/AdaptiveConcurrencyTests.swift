@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("Estimating a provider's concurrency limit")
struct ConcurrencyMeasureTests {
  private static let tooMany = ModelError.planned(.rateLimit, status: 429)

  private func end(_ error: ModelError? = nil) -> ModelCallEnd {
    ModelCallEnd(error.map { .failed($0) } ?? .finished(.stop), at: .now)
  }

  private func succeed(_ measure: inout ConcurrencyMeasure, times: Int, isFull: Bool = true) {
    for _ in 0..<times { measure.ended(end(), begunIn: measure.round, isFull: isFull) }
  }

  @Test("the limit doubles with each successful round")
  func doubling() {
    var measure = ConcurrencyMeasure(start: 4, maximum: 100)
    var limits: [Int] = []
    for _ in 0..<3 {
      succeed(&measure, times: measure.limit)
      limits.append(measure.limit)
    }
    #expect(limits == [8, 16, 32])
  }

  @Test("a refusal reduces it by a third, then it grows by one per successful round")
  func refusal() {
    var measure = ConcurrencyMeasure(start: 15, maximum: 100)
    measure.ended(end(Self.tooMany), begunIn: 0, isFull: true)
    #expect(measure.limit == 10)
    succeed(&measure, times: 10)
    #expect(measure.limit == 10)
    succeed(&measure, times: 10)
    #expect(measure.limit == 10)
    succeed(&measure, times: 1)
    #expect(measure.limit == 11)
  }

  @Test("concurrent refusals reduce it once")
  func once() {
    var measure = ConcurrencyMeasure(start: 9, maximum: 100)
    for _ in 0..<9 { measure.ended(end(Self.tooMany), begunIn: 0, isFull: true) }
    #expect(measure.limit == 6)
    measure.ended(end(Self.tooMany), begunIn: measure.round, isFull: true)
    #expect(measure.limit == 4)
  }

  @Test(
    "a server error only pauses the growth",
    arguments: [ModelError.Code.overloaded, .timeout, .transport, .truncated])
  func trouble(code: ModelError.Code) {
    var measure = ConcurrencyMeasure(start: 4, maximum: 100)
    measure.ended(end(.planned(code, status: 503)), begunIn: 0, isFull: true)
    #expect(measure.limit == 4 && measure.round == 0)
    succeed(&measure, times: 4)
    #expect(measure.limit == 4)
    succeed(&measure, times: 4)
    #expect(measure.limit == 8)
  }

  @Test("outcomes that are unrelated to capacity change nothing")
  func unrelated() {
    var measure = ConcurrencyMeasure(start: 4, maximum: 100)
    for error in [ModelError.planned(.rateLimit), .planned(.invalidRequest, status: 400)] {
      measure.ended(end(error), begunIn: 0, isFull: true)
    }
    measure.ended(ModelCallEnd(.abandoned, at: .now), begunIn: 0, isFull: true)
    succeed(&measure, times: 50, isFull: false)
    #expect(measure.limit == 4 && measure.round == 0)
    succeed(&measure, times: 1)
    #expect(measure.limit == 5)
  }

  @Test("it stays between one and the maximum")
  func bounds() {
    #expect(ConcurrencyMeasure(start: 0, maximum: 0).limit == 1)
    #expect(ConcurrencyMeasure(start: 50, maximum: 5).limit == 5)
    var measure = ConcurrencyMeasure(start: 3, maximum: 5)
    succeed(&measure, times: 20)
    #expect(measure.limit == 5)
    for _ in 0..<10 { measure.ended(end(Self.tooMany), begunIn: measure.round, isFull: true) }
    #expect(measure.limit == 1)
  }
}

@Suite("The layer with an adaptive concurrency limit")
struct AdaptiveConcurrencyTests {
  /// A model whose calls each wait for their own gate.
  private func held(_ gates: [Gate], then answer: FakeModel.Answer = .reply("Hi")) -> FakeModel {
    FakeModel { number, _ in
      gates.indices.contains(number - 1) ? .held(gates[number - 1], answer) : answer
    }
  }

  @Test("the number of concurrent calls stays within the limit, and each end admits the next")
  func limit() async {
    let gates = (0..<6).map { _ in Gate() }
    let layer = AdaptiveConcurrency(start: 2, maximum: 2)
    let ended = Shared(0)
    let peak = Shared(0)
    let inner = FakeModel { number, _ in
      let underWay = number - ended.withLock { $0 }
      peak.withLock { $0 = max($0, underWay) }
      return gates.indices.contains(number - 1)
        ? .held(gates[number - 1], .reply("Hi")) : .reply("Hi")
    }
    let probe = ProbeLayer(ended: { _ in ended.withLock { $0 += 1 } })
    let counted = inner.with(probe)
    let model = counted.with(layer, clock: ManualClock().clock)
    let failures = await withTaskGroup(of: Bool.self) { group in
      for _ in gates {
        group.addTask { await outcome(model.stream(greeting)).error != nil }
      }
      for (number, gate) in gates.enumerated() {
        let wanted = min(gates.count, number + 2)
        await until { inner.calls >= wanted }
        #expect(inner.calls == wanted)
        gate.open()
        await until { ended.withLock { $0 } > number }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failures == 0 && inner.calls == 6)
    #expect(peak.withLock { $0 } == 2 && layer.limit == 2)
  }

  @Test("a cancelled call leaves the queue without a request")
  func cancelled() async {
    let gate = Gate()
    let inner = held([gate])
    let model = inner.with(AdaptiveConcurrency(start: 1, maximum: 1), clock: ManualClock().clock)
    let first = Task { await outcome(model.stream(greeting)).error }
    await until { inner.calls >= 1 }
    let second = Task { await outcome(model.stream(greeting)).error }
    second.cancel()
    await expect(second.value?.code, equals: .cancelled)
    #expect(inner.calls == 1)
    gate.open()
    await expect(first.value, equals: nil)
    await expect(outcome(model.stream(greeting)).error, equals: nil)
    #expect(inner.calls == 2)
  }

  @Test("a failed call returns its place, at once or in the middle")
  func failure() async {
    let inner = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.truncated), after: "Hal"),
      .reply("Hi"))
    let model = inner.with(AdaptiveConcurrency(start: 1, maximum: 1), clock: ManualClock().clock)
    await expect(outcome(model.stream(greeting)).error?.code, equals: .overloaded)
    await expect(outcome(model.stream(greeting)).error?.code, equals: .truncated)
    await expect(outcome(model.stream(greeting)).events.text, equals: "Hi")
  }

  @Test("a reader that cancels returns its place")
  func abandonment() async throws {
    let inner = FakeModel(answers: .endless(.said(["Ha", "llo"]).dropLast()), .reply("Hi"))
    let model = inner.with(AdaptiveConcurrency(start: 1, maximum: 1), clock: ManualClock().clock)
    try await abandon(model.stream(greeting), after: 3)
    await expect(outcome(model.stream(greeting)).events.text, equals: "Hi")
  }

  @Test("concurrent refusals reduce the limit once")
  func refusals() async {
    let gates = (0..<3).map { _ in Gate() }
    let inner = held(gates, then: .failure(.planned(.rateLimit, status: 429)))
    let layer = AdaptiveConcurrency(start: 3, maximum: 9)
    let model = inner.with(layer, clock: ManualClock().clock)
    await withTaskGroup(of: Void.self) { group in
      for _ in gates { group.addTask { _ = await outcome(model.stream(greeting)) } }
      await until { inner.calls >= 3 }
      for gate in gates { gate.open() }
    }
    #expect(layer.limit == 2)
  }
}

@Suite("A queue that admits a limited number at a time")
struct WaitingLineCapacityTests {
  @Test("a higher limit admits waiting calls; a lower one admits none until enough have left")
  func resize() async {
    let line = FIFOSemaphore(capacity: 1)
    #expect(line.enterAtOnce())
    #expect(!line.enterAtOnce())
    let waiters = (0..<3).map { _ in Task { await line.enter() } }
    await until { line.load.waiting == 3 }
    line.resize(to: 3)
    #expect(line.load == (3, 1))
    line.resize(to: 1)
    #expect(line.load == (3, 1))
    line.leave()
    line.leave()
    #expect(line.load == (1, 1))
    #expect(!line.enterAtOnce())
    line.leave()
    #expect(line.load == (1, 0))
    for waiter in waiters { #expect(await waiter.value) }
  }

  @Test("a cancelled call leaves the queue and takes no place")
  func cancelled() async {
    let line = FIFOSemaphore(capacity: 2)
    #expect(line.enterAtOnce() && line.enterAtOnce())
    let waiter = Task { await line.enter() }
    await until { line.load.waiting == 1 }
    waiter.cancel()
    #expect(await !waiter.value)
    #expect(line.load == (2, 0))
    line.leave()
    #expect(line.load == (1, 0) && line.enterAtOnce())
  }
}
