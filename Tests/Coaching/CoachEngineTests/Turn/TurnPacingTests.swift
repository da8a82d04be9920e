import CoachAccess
import CoachEngine
import LanguageModels
import Testing
import TestKit
import TestTiming

@Suite("Pacing of text: lossless, with pauses of 50 to 100 ms")
struct TurnPacingTests {
  private func play(_ pieces: [String]) async throws -> (
    plain: Played, paced: Played, pauses: [Duration]
  ) {
    let plain = try TurnScene(small: [], strong: [.reply(pieces)])
    try plain.subscribe()
    let scene = try TurnScene(small: [], strong: [.reply(pieces)])
    try scene.subscribe()
    let (time, pauses) = (scene.simulated, Observed<[Duration]>([]))
    let clock = CallClock(
      now: { time.now }, unixTime: { 0 },
      sleep: { duration in
        pauses.update { $0.append(duration) }
        try await time.sleep(duration)
      })
    let stream = scene.service.reply(to: scene.request("hello")).paced(clock: clock)
    let paced = time.run {
      var played = Played()
      for await event in stream { played.events.append(event) }
      return played
    }
    return (
      try await plain.play(plain.request("hello")), try #require(paced), pauses.current
    )
  }

  @Test(
    "every byte and every tag arrives in order",
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

  @Test("a long text arrives in many pieces and catches up within seconds")
  func pieces() async throws {
    let text = String(repeating: "A long paragraph about the evening. ", count: 60) + "End."
    let (_, paced, pauses) = try await play([text])
    let pieces = paced.events.count { if case .text = $0 { true } else { false } }
    #expect(pieces > 10)
    #expect(pauses.reduce(.zero, +) < .seconds(4))
  }

  @Test("cancelling the reader cancels the turn")
  func cancelled() async throws {
    let scene = try TurnScene()
    try scene.subscribe()
    scene.service.models.coaching = ModelRoute(SilentModel())
    let stream = scene.service.reply(to: scene.request("hello")).paced()
    let time = scene.simulated
    let used = scene.usage
    let key = try #require(scene.allowanceKey)
    time.run {
      let reader = Task(executorPreference: time) {
        var count = 0
        for await _ in stream { count += 1 }
        return count
      }
      await time.untilOthersWait()
      #expect((try? used.updateLedger(of: "noor") { $0.usage(in: key) }) == 1)
      reader.cancel()
      let read = await reader.value
      #expect(read <= 1)
    }
    // A turn that produced nothing is refunded.
    #expect(scene.used == 0)
  }
}
