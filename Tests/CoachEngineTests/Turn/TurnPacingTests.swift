import CoachEngine
import LanguageModels
import Synchronization
import Testing

@Suite("Paced text loses nothing and comes 50 to 100 ms apart")
struct TurnPacingTests {
  /// A clock whose sleeps take no time and are noted.
  private final class QuickClock: Sendable {
    private let state = Mutex((now: ContinuousClock.now, pauses: [Duration]()))

    var pauses: [Duration] { state.withLock { $0.pauses } }

    var clock: CallClock {
      CallClock(
        now: { self.state.withLock { $0.now } }, unixTime: { 0 },
        sleep: { duration in
          self.state.withLock { state in
            state.now += duration
            state.pauses.append(duration)
          }
          await Task.yield()
        })
    }
  }

  private func play(_ pieces: [String], prompt: String = "coaching") async throws -> (
    plain: Played, paced: Played, pauses: [Duration]
  ) {
    var played: [Played] = []
    let quick = QuickClock()
    for isPaced in [false, true] {
      let scene = try TurnScene(small: [], strong: [.reply(pieces)])
      try scene.subscribe()
      let stream = scene.turn.run(scene.request("hello"))
      var one = Played()
      if isPaced {
        for await event in stream.paced(clock: quick.clock) { one.events.append(event) }
      } else {
        for await event in stream { one.events.append(event) }
      }
      played.append(one)
    }
    return (played[0], played[1], quick.pauses)
  }

  @Test(
    "every byte and every tag, in order",
    arguments: [
      ["Hello."], ["You ", "carry ", "[PATTERN: the ", "last word]", " again."],
      [String(repeating: "A long paragraph about the evening. ", count: 60) + "End."],
      ["e\u{301}", "👩🏽‍💻 ", "日本語", "のことば。"], ["[PATTERN: only this]"],
      Array(repeating: "word ", count: 500) + ["end"],
    ])
  func lossless(pieces: [String]) async throws {
    let (plain, paced, pauses) = try await play(pieces)
    #expect(paced.shown == plain.shown)
    #expect(paced.kinds == plain.kinds)
    #expect(pauses.allSatisfy { (.milliseconds(50) ... .milliseconds(100)).contains($0) })
  }

  @Test("a long text comes in many pieces, and is caught up with in seconds")
  func pieces() async throws {
    let text = String(repeating: "A long paragraph about the evening. ", count: 60) + "End."
    let (_, paced, pauses) = try await play([text])
    let pieces = paced.events.count { if case .text = $0 { true } else { false } }
    #expect(pieces > 10)
    #expect(pauses.reduce(.zero, +) < .seconds(4))
  }

  @Test("a cancelled reader ends, and the turn with it")
  func cancelled() async throws {
    let scene = try TurnScene()
    try scene.subscribe()
    scene.turn.models.coaching = ModelRoute(SilentModel())
    let stream = scene.turn.run(scene.request("hello"))
    let reader = Task {
      var count = 0
      for await _ in stream.paced() { count += 1 }
      return count
    }
    while scene.used == 0 { await Task.yield() }
    reader.cancel()
    #expect(await reader.value <= 1)
    // What brought nothing is given back.
    while scene.used != 0 { await Task.yield() }
  }
}
