import Conversations
import Testing

@testable import LanguageModels

@Suite("Waiting in line for a limit")
@MainActor
struct RateLimitLineTests {
  /// A model that notes who asks, and when.
  private let sendings = Journal<String>()

  private func model(_ clock: ManualClock) -> FakeModel {
    let sendings = sendings
    return FakeModel { _, request in
      let text = request.messages.last?.text ?? ""
      sendings.note("\(text) \(clock.elapsed.wholeMilliseconds / 1000)")
      return text == "fails" ? .failure(.planned(.invalidRequest)) : .reply("Hi")
    }
  }

  /// A clock whose minutes go by when the gate is open and those who were let go before have been sent: in
  /// which order the pool runs those who may go is its own affair.
  private func clock(_ gate: Gate? = nil, perMinute: Int) -> ManualClock {
    let (sendings, slept) = (sendings, Journal<Duration>())
    return ManualClock { duration in
      await gate?.passed()
      guard !Task.isCancelled else { return }
      let minute = Int(slept.entries.reduce(.zero, +) / .seconds(60))
      slept.note(duration)
      #expect(await eventually { sendings.entries.count >= (minute + 1) * perMinute })
    }
  }

  /// Asks as somebody; returns when the call waits or has ended.
  private func ask(_ model: LayeredModel, _ name: String) async -> Task<ModelError?, Never> {
    let stream = model.stream(asking(name))
    let task = Task { await outcome(stream).error }
    await pause()
    return task
  }

  @Test("calls go in the order in which they came", .timeLimit(.minutes(1)))
  func order() async {
    let gate = Gate()
    let clock = clock(gate, perMinute: 1)
    let layered = model(clock).with(RateLimit(requestsPerMinute: 1), clock: clock.clock)
    var tasks: [Task<ModelError?, Never>] = []
    for name in ["a", "b", "c", "d", "fails", "f"] { tasks.append(await ask(layered, name)) }
    #expect(sendings.entries == ["a 0"])
    gate.open()
    var errors: [ModelError?] = []
    for task in tasks { errors.append(await task.value) }
    #expect(sendings.entries == ["a 0", "b 60", "c 120", "d 180", "fails 240", "f 300"])
    // Three minutes in line, and a minute at its head.
    #expect(errors[4]?.attempts.map(\.waited) == [.seconds(240)])
    #expect(errors.map { $0?.code } == [nil, nil, nil, nil, .invalidRequest, nil])
  }

  @Test(
    "who is stopped in line, or at its head, leaves the others in order",
    .timeLimit(.minutes(1)), arguments: [[0], [1], [3], [0, 1], [1, 2], [0, 1, 2, 3]])
  func stopped(places: [Int]) async {
    let gate = Gate()
    let clock = clock(gate, perMinute: 1)
    let layered = model(clock).with(RateLimit(requestsPerMinute: 1), clock: clock.clock)
    _ = await ask(layered, "first").value
    let names = ["a", "b", "c", "d"]
    var tasks: [Task<ModelError?, Never>] = []
    for name in names { tasks.append(await ask(layered, name)) }
    for place in places {
      tasks[place].cancel()
      #expect(await tasks[place].value?.code == .cancelled)
    }
    gate.open()
    for task in tasks { _ = await task.value }
    let others = names.indices.filter { !places.contains($0) }
    let expected = others.enumerated().map { "\(names[$1]) \(($0 + 1) * 60)" }
    #expect(sendings.entries == ["first 0"] + expected)
    // Nobody is left at the head.
    clock.advance(by: .seconds(60))
    #expect(await ask(layered, "last").value == nil)
    #expect(sendings.entries.last == "last \((others.count + 1) * 60)")
  }

  @Test("many at once all come to their turn, and no minute holds too many")
  func many() async {
    let clock = clock(perMinute: 10)
    let model = model(clock)
    let layered = model.with(RateLimit(requestsPerMinute: 10), clock: clock.clock)
    var tasks: [Task<ModelError?, Never>] = []
    for number in 0..<50 {
      let stream = layered.stream(asking("\(number)"))
      tasks.append(Task { await outcome(stream).error })
    }
    for task in tasks { #expect(await task.value == nil) }
    // Who comes first is the pool's own affair: nothing here waits for one to be in line before the next.
    let sent = sendings.entries.map { $0.split(separator: " ") }
    #expect(Set(sent.map(\.first)) == Set((0..<50).map { "\($0)" }))
    #expect(sent.map(\.last) == (0..<50).map { "\($0 / 10 * 60)" })
  }

  @Test("on many threads nobody is lost, whoever is stopped", .timeLimit(.minutes(1)))
  nonisolated func threads() async {
    let clock = ManualClock()
    let model = FakeModel()
    let layered = model.with(RateLimit(requestsPerMinute: 7), clock: clock.clock)
    await withTaskGroup(of: ModelError.Code?.self) { group in
      for number in 0..<150 {
        let stream = layered.stream(greeting)
        group.addTask {
          let task = Task { await outcome(stream).error?.code }
          if number % 4 == 0 { task.cancel() }
          return await task.value
        }
      }
      var stopped = 0
      for await code in group {
        #expect(code == nil || code == .cancelled)
        if code != nil { stopped += 1 }
      }
      #expect(stopped <= 38 && model.calls == 150 - stopped)
    }
    // 112 at least, seven in a minute.
    #expect(clock.elapsed >= .seconds(15 * 60))
    #expect(await outcome(layered.stream(greeting)).error == nil)
  }
}
