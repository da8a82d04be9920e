@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing
import TestKit
import TestTiming

@Suite("Waiting in line for a rate limit")
struct RateLimitLineTests {
  private let time = SimulatedTime()
  /// The callers, with the times of their requests.
  private let sendings = Journal<String>()

  /// A model that records its callers and the times.
  private func model(perMinute count: Int) -> LayeredModel {
    let (sendings, time) = (sendings, time)
    let model = FakeModel { _, request in
      let text = request.messages.last?.text ?? ""
      sendings.note("\(text) \(time.elapsed.wholeMilliseconds / 1000)")
      return text == "fails" ? .failure(.planned(.invalidRequest)) : .reply("Hi")
    }
    return model.with(RateLimit(requestsPerMinute: count), clock: time.clock)
  }

  /// Sends a request as a caller; returns when the call waits or has ended.
  private func ask(_ model: LayeredModel, _ name: String) async -> Task<ModelError?, Never> {
    let stream = model.stream(asking(name))
    let task = Task(executorPreference: time) { await outcome(stream).error }
    await time.untilOthersWait()
    return task
  }

  @Test("calls are sent in the order of arrival")
  func order() {
    time.run {
      let layered = model(perMinute: 1)
      var tasks: [Task<ModelError?, Never>] = []
      for name in ["a", "b", "c", "d", "fails", "f"] { tasks.append(await ask(layered, name)) }
      #expect(sendings.entries == ["a 0"])
      var errors: [ModelError?] = []
      for task in tasks { errors.append(await task.value) }
      #expect(sendings.entries == ["a 0", "b 60", "c 120", "d 180", "fails 240", "f 300"])
      // Three minutes in line, and a minute at its head.
      #expect(errors[4]?.attempts.map(\.waited) == [.seconds(240)])
      #expect(errors.map { $0?.code } == [nil, nil, nil, nil, .invalidRequest, nil])
    }
  }

  @Test(
    "a call cancelled in line, or at its head, leaves the others in order",
    arguments: [[0], [1], [3], [0, 1], [1, 2], [0, 1, 2, 3]])
  func stopped(places: [Int]) {
    time.run {
      let layered = model(perMinute: 1)
      _ = await ask(layered, "first").value
      let names = ["a", "b", "c", "d"]
      var tasks: [Task<ModelError?, Never>] = []
      for name in names { tasks.append(await ask(layered, name)) }
      for index in places {
        tasks[index].cancel()
        await expect(tasks[index].value?.code, equals: .cancelled)
      }
      for task in tasks { _ = await task.value }
      let others = names.indices.filter { !places.contains($0) }
      let expected = others.enumerated().map { "\(names[$1]) \(($0 + 1) * 60)" }
      #expect(sendings.entries == ["first 0"] + expected)
      // No call is left at the head.
      await expect(ask(layered, "last").value, equals: nil)
      #expect(sendings.entries.last == "last \((others.count + 1) * 60)")
    }
  }

  @Test("many concurrent calls are all sent, and no minute exceeds the limit")
  func many() {
    time.run {
      let layered = model(perMinute: 10)
      var tasks: [Task<ModelError?, Never>] = []
      for number in 0..<50 {
        let stream = layered.stream(asking("\(number)"))
        tasks.append(Task(executorPreference: time) { await outcome(stream).error })
      }
      for task in tasks { await expect(task.value, equals: nil) }
      #expect(sendings.entries == (0..<50).map { "\($0) \($0 / 10 * 60)" })
    }
  }

  @Test("across many threads, no call is lost under random cancellations")
  func threads() async {
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
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
  }
}
