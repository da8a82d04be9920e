import CoachAccess
import Testing
import TestKit

/// Random courses of purchases, messages and clocks, compared with a simple reference. `COACHKIT_CASES` sets their
/// number, and `COACHKIT_SEED` selects one; `make soak` runs many more. A failure names its seed and lists its steps up
/// to the first difference. The steps of a seed are always the same; which of several concurrent messages is admitted
/// may differ from run to run.
@Suite("Access after random sequences of events")
struct AccessPropertyTests {
  private static let seeds = TestCases.seeds(500)

  @Test("stages, decisions, verdicts and counts agree with the reference after every step")
  func sequences() async throws {
    var totals = AccessRun.Totals()
    var failures = 0
    for seed in Self.seeds where failures < 3 {
      var run = try AccessRun(AccessSequence(seed: seed), store: InMemoryUsageStore())
      if let problem = try await run.run() {
        failures += 1
        Issue.record("seed \(seed):\n\(problem)")
      }
      totals += run.totals
    }
    print(totals)
    guard Self.seeds.count > 100 else { return }
    // Sequences without events prove nothing.
    let least = totals.sequences
    for stage in AccessStage.allCases { #expect(totals.stages[stage.rawValue, default: 0] > least) }
    for reason in ["rate", "trial", "period"] {
      #expect(totals.refused[reason, default: 0] > least / 10, "\(reason)")
    }
    for word in ["new", "running", "answered", "differs"] {
      #expect(totals.requests[word, default: 0] > least / 20, "\(word)")
    }
    #expect(totals.counted > least && totals.refunds > least / 2)
    #expect(totals.refusedEvents > least / 2)
  }

  @Test("a sequence is reproducible")
  func repeatable() {
    for seed in UInt64(1)...20 {
      let steps = [AccessSequence(seed: seed), AccessSequence(seed: seed)].map { sequence in
        sequence.steps.map(\.description)
      }
      #expect(steps[0] == steps[1])
    }
  }
}
