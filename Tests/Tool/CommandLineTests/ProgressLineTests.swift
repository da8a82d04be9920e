@testable import CommandLineSupport
@testable import EvalCommands
@testable import PromptEvals
import Testing

@Suite("Progress of a run")
struct ProgressLineTests {
  @Test("without a terminal there is a line every 30 seconds, and none for what was missed")
  func due() {
    var log = ProgressLog()
    // A look every 200 ms for two minutes, then one after an hour of sleep.
    let looks = (0...600).filter { log.isDue(at: .milliseconds($0 * 200)) }
    #expect(looks == [150, 300, 450, 600])
    let later = [3_725, 3_749, 3_750].filter { log.isDue(at: .seconds($0)) }
    #expect(later == [3_725, 3_750])
  }

  @Test("it says what is done, what failed, what it cost, and how long the rest takes")
  func parts() {
    var progress = EvalProgress()
    progress.total = 40
    progress.done = 10
    progress.calls = 30
    progress.failedTurns = 2
    progress.dollars = 0.0123
    progress.elapsed = .seconds(300)
    let parts = ProgressLine.parts(of: progress, limit: 4)
    #expect(
      StatusLine.text(parts, width: .max)
        == "10 of 40 samples, 0.10 calls/s, 4 at once, $0.0123, 2 failed, 5 min, about 15 min left")
  }
}
