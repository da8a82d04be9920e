import CoachModel
import LanguageModels
import ModelLayers
import ModelTestKit
import TestKit
import Testing

@Suite("Going on after a break")
struct ContinuedReplyTests {
  private let broken = ModelError(.truncated, "it broke", advice: "try again")

  private func stack(
    _ first: FakeModel, _ others: [FakeModel], isOn: Bool = true
  ) -> any LanguageModel {
    var stack = ModelStack(clock: ManualClock().clock)
    stack.finishesBrokenReplies = isOn
    stack.attempts = AttemptLimit(4)
    return stack.model(first, fallingBackOn: others)
  }

  private func reply(
    _ text: String, then rest: String..., request: ModelRequest = greeting
  ) async -> (events: [ModelEvent], reply: ModelReply, error: ModelError?, second: FakeModel) {
    let first = FakeModel(
      "a", answers: .failure(broken, after: text, usage: TokenUsage(input: 9, output: 4)))
    let second = FakeModel(
      "b", answers: .events(.said(Array(rest), usage: TokenUsage(input: 20, output: 3))))
    let (events, error) = await outcome(stack(first, [second]).stream(request))
    return (events, events.reduce(into: ModelReply()) { $0.add($1) }, error, second)
  }

  /// Returns the parts that are open where another model goes on or the reply ends, or that get more after their end.
  private func openParts(_ events: [ModelEvent]) -> [Int] {
    var open: [Int] = []
    var wrong: [Int] = []
    for event in events {
      switch event {
      case .partStarted(let index, _): open.append(index)
      case .partDelta(let index, _): if !open.contains(index) { wrong.append(index) }
      case .partEnded(let index): open.removeAll { $0 == index }
      case .continued, .finished: wrong += open
      case .started, .partReclassified, .usage, .warning: break
      }
    }
    return wrong
  }

  @Test("the next model finishes the text, in one reply whose events keep their order")
  func finishes() async {
    let (events, reply, error, second) = await reply(
      "You filled the ", then: "silence. ", "What now?")
    expect(error, equals: nil)
    expect(reply.text, equals: "You filled the silence. What now?")
    expect(reply.finish, equals: .stop)
    expect(openParts(events), equals: [])
    expect(reply.breaks.map(\.next.model), equals: ["b"])
    expect(reply.breaks.map(\.failed.model), equals: ["a"])
    expect(reply.breaks.map(\.failure), equals: [.truncated])
    // Each model's tokens are its own, and the reply has them all.
    expect(reply.usage, equals: TokenUsage(input: 29, output: 7))
    expect(reply.usageSinceBreak, equals: TokenUsage(input: 20, output: 3))
    let messages = second.requests.first?.messages ?? []
    expect(messages.dropLast().last?.role, equals: .assistant)
    expect(messages.dropLast().last?.text, equals: "You filled the ")
    expect(messages.last?.role, equals: .user)
    for event in events { expect(ModelEvent(event.json), equals: event) }
  }

  @Test("what the next model repeats is not shown twice")
  func repetitions() async {
    await expect(
      reply("You filled the silence", then: "filled the silence, ", "as always.").reply.text,
      equals: "You filled the silence, as always.")
    await expect(
      reply("You filled the silence", then: "You filled the silence, as always.").reply.text,
      equals: "You filled the silence, as always.")
    await expect(
      reply("You filled the si", then: "silence.").reply.text, equals: "You filled the silence.")
    await expect(
      reply("You filled the si", then: "lence.").reply.text, equals: "You filled the silence.")
    await expect(reply("Ah", then: ". I see.").reply.text, equals: "Ah. I see.")
    await expect(reply("One. ", then: "Two.").reply.text, equals: "One. Two.")
    // However it is cut.
    await expect(
      reply("You filled the silence", then: "fil", "led the sil", "ence, ", "as always.").reply
        .text,
      equals: "You filled the silence, as always.")
  }

  @Test("a reply that is JSON, calls a tool, or has a reason of its own to fail is not finished")
  func others() async {
    var request = greeting
    request.format = .json
    await expect(reply("{\"a\": ", then: "1}", request: request).error?.code, equals: .truncated)
    for code in [ModelError.Code.contentFilter, .cancelled, .budget, .invalidRequest] {
      let first = FakeModel(
        answers: .failure(ModelError(code, "no", advice: "none"), after: "Well"))
      let (_, error) = await outcome(stack(first, [FakeModel("b")]).stream(greeting))
      expect(error?.code, equals: code)
    }
    let call: [ModelEvent] = [
      .started(ModelStart()), .partStarted(index: 0, kind: .toolCall(id: "c", name: "f")),
      .partDelta(index: 0, delta: .arguments("{")),
    ]
    let first = FakeModel(answers: .events(call, failure: broken))
    let (_, error) = await outcome(stack(first, [FakeModel("b")]).stream(greeting))
    expect(error?.code, equals: .truncated)
  }

  @Test("it is off by default, and ends with the models and the attempts")
  func ends() async {
    let first = FakeModel("a", answers: .failure(broken, after: "Well, "))
    let off = await outcome(stack(first, [FakeModel("b")], isOn: false).stream(greeting))
    expect(off.error?.code, equals: .truncated)
    let second = FakeModel("b", answers: .failure(broken, after: "and ", usage: nil))
    let third = FakeModel("c", answers: .reply("then."))
    let on = await outcome(stack(first, [second, third]).stream(greeting))
    let reply = on.events.reduce(into: ModelReply()) { $0.add($1) }
    expect(on.error, equals: nil)
    expect(reply.text, equals: "Well, and then.")
    expect(reply.breaks.count, equals: 2)
    expect(openParts(on.events), equals: [])
    // All models broke: what was shown is kept in the error.
    let none = await outcome(stack(first, [second]).stream(greeting))
    expect(none.error?.code, equals: .truncated)
    expect(none.events.compactMap(\.text).joined(), equals: "Well, and ")
  }

  @Test("reasoning before the rest of the text is no rest")
  func reasoningFirst() async {
    let first = FakeModel("a", answers: .failure(broken, after: "You filled the silence"))
    let rest: [ModelEvent] = [
      .started(ModelStart()), .partStarted(index: 0, kind: .reasoning),
      .partDelta(index: 0, delta: .reasoning("Where was I?")), .partEnded(index: 0),
      .partStarted(index: 1, kind: .text),
      .partDelta(index: 1, delta: .text("filled the silence, as always.")), .partEnded(index: 1),
      .finished(.stop),
    ]
    let (events, _) = await outcome(
      stack(first, [FakeModel("b", answers: .events(rest))]).stream(greeting))
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    expect(reply.text, equals: "You filled the silence, as always.")
    expect(reply.reasoning, equals: "Where was I?")
  }

  @Test("a reply of which only reasoning had come begins anew")
  func reasoningOnly() async {
    let thoughts: [ModelEvent] = [
      .started(ModelStart()), .partStarted(index: 0, kind: .reasoning),
      .partDelta(index: 0, delta: .reasoning("Hm.")),
    ]
    let first = FakeModel("a", answers: .events(thoughts, failure: broken))
    let second = FakeModel("b", answers: .reply("Yes."))
    let (events, error) = await outcome(stack(first, [second]).stream(greeting))
    expect(error, equals: nil)
    expect(events.compactMap(\.text).joined(), equals: "Yes.")
    expect(second.requests.first?.messages.count, equals: greeting.messages.count)
  }
}
