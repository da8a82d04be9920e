import CoachModel
import LanguageModels
import ModelLayers
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("Reporting the end of a call to layers")
struct ModelCallEndTests {
  private let journal = Journal<String>()
  private let ends = Journal<ModelCallEnd>()
  private let clock = ManualClock()

  private func probe(_ name: String) -> ProbeLayer {
    let (journal, ends) = (journal, ends)
    return ProbeLayer(
      started: { _ in journal.note("\(name) begins") },
      ended: { end in
        ends.note(end)
        switch end.outcome {
        case .finished(let reason): journal.note("\(name) finished \(reason.word)")
        case .failed(let error): journal.note("\(name) failed \(error.code.rawValue)")
        case .abandoned: journal.note("\(name) abandoned")
        }
      })
  }

  /// Three layers that record the end in this order.
  private func layered(_ model: some LanguageModel) -> LayeredModel {
    model.with(probe("inner")).with(probe("middle")).with(probe("outer"), clock: clock.clock)
  }

  private func notes(_ end: String) -> [String] {
    ["outer begins", "middle begins", "inner begins"]
      + (end.isEmpty ? [] : ["inner \(end)", "middle \(end)", "outer \(end)"])
  }

  @Test("all layers get a reply's end once, inner ones first, before the reader gets it")
  func finishing() async throws {
    var events = layered(FakeModel(answers: .reply("a", "b", finish: .length))).stream(greeting)
      .makeAsyncIterator()
    while let event = try await events.next() {
      let isLast = event == .finished(.length)
      #expect(journal.entries == notes(isLast ? "finished length" : ""))
    }
    for _ in 0..<2 { _ = try await events.next() }
    #expect(journal.entries == notes("finished length"))
  }

  @Test("a later cancellation by the reader is not reported")
  func once() async {
    _ = await outcome(layered(FakeModel()).stream(greeting))
    #expect(journal.entries == notes("finished stop"))
  }

  @Test("all layers get a failure before content once")
  func failing() async {
    let model = FakeModel(answers: .failure(.planned(.quota, status: 402)))
    let error = await outcome(layered(model).stream(greeting)).error
    #expect(error?.code == .quota)
    #expect(journal.entries == notes("failed quota"))
    #expect(ends.entries.allSatisfy { $0.firstContent == nil && $0.failure?.status == 402 })
  }

  @Test("all layers get a failure after content once, even if the reader continues")
  func breaking() async throws {
    let model = FakeModel(answers: .failure(.planned(.truncated), after: "Hal"))
    var events = layered(model).stream(greeting).makeAsyncIterator()
    for _ in 0..<6 {
      do throws(ModelError) {
        _ = try await events.next()
      } catch {
        #expect(error.partialText == "Hal")
      }
    }
    #expect(journal.entries == notes("failed truncated"))
    #expect(ends.entries.allSatisfy { $0.failure?.partialText == "Hal" })
    #expect(ends.entries.allSatisfy { $0.firstContent != nil && $0.finish == nil })
  }

  @Test("all layers get a cancellation by the reader once, at any point", arguments: 1...5)
  func cancellingReader(count: Int) async throws {
    let model = FakeModel(answers: .reply("a", "b", usage: TokenUsage(input: 1, output: 2)))
    try await abandon(layered(model).stream(greeting), after: count)
    #expect(journal.entries == notes("abandoned"))
    #expect(ends.entries.allSatisfy { $0.finish == nil && $0.failure == nil && $0.usage == nil })
  }

  @Test("no layer gets an end for a call that was never read")
  func unread() {
    let stream = layered(FakeModel()).stream(greeting)
    _ = stream.makeAsyncIterator()
    #expect(journal.entries.isEmpty)
  }

  @Test(
    "all layers get a cancelled task once, before content and after",
    arguments: [0, 1, 3])
  func stopping(count: Int) async {
    let model = FakeModel(answers: .endless(Array([ModelEvent].said(["Hi"]).prefix(count))))
    let stream = layered(model).stream(greeting)
    let task = Task { await outcome(stream) }
    await until { model.calls == 1 }
    task.cancel()
    let (events, error) = await task.value
    #expect(error?.code == .cancelled && journal.entries == notes("failed cancelled"))
    #expect(events.count == (count == 3 ? 3 : 0))
  }

  @Test("events that stop without an end count as a cancelled call")
  func endless() async {
    let events: [ModelEvent] = Array([ModelEvent].said(["Hi"]).dropLast())
    let (passed, error) = await outcome(
      layered(FakeModel(answers: .events(events))).stream(greeting))
    #expect(passed == events && error == nil && journal.entries == notes("abandoned"))
  }

  @Test("a layer inside a retry gets every attempt, one outside gets the call")
  func attempts() async {
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.timeout)), .reply("Hi"))
    let layered = model.with(probe("inner")).with(Retry(RetryPolicy(jitter: 0)))
      .with(probe("outer"), clock: clock.clock)
    _ = await outcome(layered.stream(greeting))
    #expect(
      journal.entries == [
        "outer begins", "inner begins", "inner failed overloaded", "inner begins",
        "inner failed timeout", "inner begins", "inner finished stop", "outer finished stop",
      ])
  }

  @Test("the end includes times, counts and the provider's details")
  func figures() async throws {
    let clock = clock
    let usage = TokenUsage(input: 3, output: 4)
    let model = FakeModel { _, _ in
      clock.advance(by: .seconds(2))
      return .events(
        Array([ModelEvent].said(["a"]).dropLast()) + [
          .usage(TokenUsage(input: 3)), .usage(usage), .finished(.stop),
        ])
    }
    let started = clock.now
    var events = layered(model).stream(greeting).makeAsyncIterator()
    _ = try await events.next()
    clock.advance(by: .seconds(5))
    while try await events.next() != nil {}
    clock.advance(by: .seconds(5))
    #expect(ends.entries.count == 3)
    for end in ends.entries {
      #expect(end.firstContent == started + .seconds(2) && end.ended == started + .seconds(7))
      #expect(end.usage == usage && end.start == ModelStart(id: "r1", model: "fake"))
      // No layer asked for them.
      #expect(end.events.isEmpty)
    }
  }

  @Test("the events are collected if one layer asks for them")
  func gathering() async {
    let events = SampleReplies.all[2].events
    let layered = FakeModel(answers: .events(events)).with(probe("inner")).with(Gathering())
      .with(probe("outer"))
    _ = await outcome(layered.stream(greeting))
    #expect(ends.entries.map(\.events) == [events, events])
  }

  /// A layer that asks for the events of a call.
  private struct Gathering: ModelMiddleware {
    func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
      -> OpenedReply
    {
      var reply = try await next.open(call)
      reply.whenEnded(call, keepingEvents: true) { _ in }
      return reply
    }
  }

  @Test("the clock of the outermost layer applies to the complete call")
  func clocks() async {
    let inner = ManualClock()
    let model = FakeModel(answers: .failure(.planned(.overloaded)), .reply("Hi"))
    let layered = model.with(Retry(RetryPolicy(jitter: 0)), clock: inner.clock)
      .with(probe("outer"), clock: clock.clock)
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(inner.slept.isEmpty && clock.slept == [.milliseconds(500)])
  }
}
