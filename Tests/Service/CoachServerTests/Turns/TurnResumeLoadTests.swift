#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("Many clients that lose their connections")
  struct TurnResumeLoadTests {
    private static let pieces = (1...40).map { ($0 == 1 ? "" : " ") + "This is step \($0)." }

    @Test("each gets every event once and in order, wherever its connections break")
    func randomDrops() async throws {
      let permits = Observed(0)
      try await ServerBench.run(model: SteppedModel(pieces: Self.pieces, permits: permits)) {
        $0.turns.leavingGraceSeconds = 600
      } _: { server in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for seed in TestCases.seeds(20, atMost: 200) {
            group.addTask { try await Self.client(seed, server) }
          }
          group.addTask {
            for _ in Self.pieces {
              permits.increment()
              await Task.yield()
            }
          }
          try await group.waitForAll()
        }
      }
    }

    private static func client(_ seed: UInt64, _ server: ServerBench) async throws {
      var random = SplitMix(seed: seed)
      var reading = TurnReading()
      try await server.read(
        "POST", "/v1/turns?changes=true", ServerBench.turn(ofPerson: Int(seed)), into: &reading,
        atMost: random.below(1_500))
      var attempts = 0
      while !reading.isDone {
        attempts += 1
        // More each time, so that the largest event fits in the end.
        try await server.resume(
          "r-\(seed)", into: &reading, atMost: 1 + random.below(1_500) + 100 * attempts)
      }
      #expect(reading.isInOrder, "seed \(seed): \(reading.ids)")
      #expect(reading.failure == nil, "seed \(seed)")
      #expect(reading.text == pieces.joined(), "seed \(seed)")
    }
  }
#endif
