@testable import CoachKitTesting
import CoachModel
import LanguageModels
import Synchronization
import Testing
import TestKit

/// A model with one fault.
private struct FaultyModel: LanguageModel {
  var identity = ModelIdentity(provider: "p", model: "m")
  var events: [ModelEvent]
  var error: ModelError?
  /// The time until which it continues, cancelled or not.
  var leaves: Observed<Bool>?

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream { Events(events: events[...], error: error, leaves: leaves) }
  }

  private struct Events: ModelEventSource {
    var events: ArraySlice<ModelEvent>
    var error: ModelError?
    var leaves: Observed<Bool>?

    mutating func next() async throws(ModelError) -> ModelEvent? {
      if let event = events.popFirst() { return event }
      if let leaves {
        let stay = Task.detached { try? await leaves.until { $0 } }
        await stay.value
      }
      if let error { throw error }
      return nil
    }
  }
}

@Suite("The conformance kit detects faulty models")
struct BrokenModelsTests {
  private static let good: [ModelEvent] = [
    .started(ModelStart()), .partStarted(index: 0, kind: .text),
    .partDelta(index: 0, delta: .text("Hi")), .partEnded(index: 0), .finished(.stop),
  ]

  @Test("a model without faults passes")
  func faultless() async {
    let kit = ModelConformance { FaultyModel(events: Self.good) }
    await expect(kit.findings(), equals: [])
  }

  static let faults: [([ModelEvent], String)] = [
    (Array(good.dropFirst()), "the first event is not 'started'"),
    (Array(good.dropLast()), "the events end without 'finished'"),
    ([good[0]] + good, "'started' comes twice"),
    (good + [.finished(.stop)], "an event follows 'finished'"),
    (good.filter { $0 != .partEnded(index: 0) }, "part 0 is still open at the end"),
    (
      good.filter { $0 != .partStarted(index: 0, kind: .text) },
      "a piece for part 0, which is not open"
    ),
    (
      [good[0], .partStarted(index: 1, kind: .text)] + good[2...],
      "part 1 begins where part 0 was due"
    ),
    (
      good[..<2] + [.partDelta(index: 0, delta: .arguments("{}"))] + good[2...],
      "a piece of another kind in part 0"
    ),
    ([good[0], .finished(.stop)], "there are no words in the reply"),
    (good.dropLast() + [.finished(.other("odd"))], "an unknown reason, 'odd'"),
    (
      good.dropLast() + [.usage(TokenUsage(input: 1, cachedInput: 2)), .finished(.stop)],
      "more cached input (2) than all of it (1)"
    ),
  ]

  @Test("events out of order", arguments: faults)
  func order(events: [ModelEvent], complaint: String) async {
    let kit = ModelConformance { FaultyModel(events: events) }
    let found = await kit.findings().flatMap(\.details)
    #expect(found.contains { $0.contains(complaint) }, "\(found)")
  }

  @Test("a truncated reply that seems complete, or an error that lost the received content")
  func breaking() async {
    let words = Array(Self.good.dropLast(2))
    let lossy = ModelError(.truncated, "cut", advice: "again")
    for (events, error, complaint) in [
      (words, nil, "the reply ends as if it were complete"),
      (Self.good, lossy, "'finished' came before the error"),
      (words, lossy, "the error does not contain the received text"),
      ([Self.good[0]], lossy, "no text arrived before the error"),
    ] as [([ModelEvent], ModelError?, String)] {
      var kit = ModelConformance { FaultyModel(events: Self.good) }
      kit.breaking = { FaultyModel(events: events, error: error) }
      let found = await kit.findings().flatMap(\.details)
      #expect(found.contains { $0.contains(complaint) }, "\(found)")
    }
  }

  @Test("failures that do not fail, or have no advice")
  func failing() async {
    for (model, complaint) in [
      (FaultyModel(events: Self.good), "the call did not fail"),
      (FaultyModel(events: [], error: ModelError(.quota, "no.", advice: "x")), "full stop"),
      (FaultyModel(events: [], error: ModelError(.quota, "no", advice: "")), "has no advice"),
      (
        FaultyModel(events: Self.good, error: ModelError(.quota, "no", advice: "x")),
        "content came before it"
      ),
    ] {
      var kit = ModelConformance { FaultyModel(events: Self.good) }
      kit.failing = { model }
      let found = await kit.findings().flatMap(\.details)
      #expect(found.contains { $0.contains(complaint) }, "\(found)")
    }
  }

  @Test("a model that ignores cancellation")
  func stopping() async {
    var kit = ModelConformance(timeLimit: .milliseconds(50)) { FaultyModel(events: Self.good) }
    let leaves = Observed(false)
    kit.stalling = { FaultyModel(events: [Self.good[0]], leaves: leaves) }
    let found = await kit.findings().flatMap(\.details)
    leaves.update { $0 = true }
    #expect(found == ["it went on for longer than 0.05 seconds"])
  }

  @Test("a model that sends before it is read, or twice")
  func requests() async {
    let count = Mutex(0)
    var kit = ModelConformance {
      count.withLock { $0 += 1 }
      return FaultyModel(events: Self.good)
    }
    kit.requestCount = { count.withLock { $0 } }
    let found = await kit.findings().flatMap(\.details)
    #expect(found == ["0 requests are sent for one call"])
  }

  @Test("rules that need a model that is not given are named, and repeated observations folded")
  func report() {
    var kit = ModelConformance { FaultyModel(events: Self.good) }
    #expect(kit.skippedRules.count == 4)
    kit.failing = { FaultyModel(events: Self.good) }
    #expect(kit.skippedRules.count == 3)
    let finding = ConformanceFinding(rule: "a rule", details: ["one", "two", "one"])
    #expect(finding.description == "a rule: one (and 1 more)")
  }
}
