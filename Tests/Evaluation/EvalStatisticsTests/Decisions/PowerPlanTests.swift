import EvalStatistics
import Testing
import TestKit

@Suite("Power planning")
struct PowerPlanTests {
  @Test("reference values")
  func reference() {
    let plan = PowerPlan(transcriptVariance: 1.0 / 9)
    #expect(isClose(plan.transcripts(toDetect: 0.03), 968.997))
    #expect(isClose(plan.transcripts(toDetect: -0.03), 968.997))
    var noisy = PowerPlan(
      transcriptVariance: 1.0 / 9, firstVariance: 1.0 / 6, secondVariance: 1.0 / 6)
    #expect(isClose(noisy.minimumDetectableEffect(transcripts: 198), 0.132733))
    noisy.firstSamples = 10
    noisy.secondSamples = 10
    #expect(isClose(noisy.minimumDetectableEffect(transcripts: 198), 0.075670))
  }

  @Test("the smallest difference and the number of transcripts are inverse functions")
  func roundTrip() throws {
    let plan = PowerPlan(
      transcriptVariance: 0.02, firstVariance: 0.1, secondVariance: 0.2, firstSamples: 2,
      secondSamples: 5, designEffect: 1.7, level: 0.01, power: 0.9)
    let effect = try #require(plan.minimumDetectableEffect(transcripts: 150))
    #expect(isClose(plan.transcripts(toDetect: effect), 150, 1e-9))
  }

  @Test("impossible plans are nil")
  func undefined() {
    let plan = PowerPlan(transcriptVariance: 0.1)
    #expect(plan.transcripts(toDetect: 0) == nil)
    #expect(plan.transcripts(toDetect: .nan) == nil)
    #expect(plan.minimumDetectableEffect(transcripts: 0) == nil)
    #expect(PowerPlan(transcriptVariance: -1).differenceVariance == nil)
    #expect(PowerPlan(transcriptVariance: 1, firstSamples: 0).differenceVariance == nil)
    #expect(PowerPlan(transcriptVariance: 1, level: 0).transcripts(toDetect: 1) == nil)
  }

  @Test("a suggestion is one sentence")
  func suggestions() {
    let plan = PowerPlan(
      transcriptVariance: 0.02, firstVariance: 0.08, secondVariance: 0.08)
    // (2.801585)² · .18 / .01 = 141.3; with 4 samples (.02 + .04) · 784.9 = 47.1; with 5, 40.8.
    #expect(
      plan.suggestion(toDetect: 0.1, transcripts: 45)
        == "97 more transcripts, or 5 samples of each side, to show a difference of 10 points with 80 % power."
    )
    #expect(
      plan.suggestion(toDetect: 0.1, transcripts: 141)
        == "1 more transcript, or 2 samples of each side, to show a difference of 10 points with 80 % power."
    )
    #expect(
      plan.suggestion(toDetect: 0.1, transcripts: 142)
        == "142 transcripts are enough to show a difference of 10 points with 80 % power.")
    // More samples cannot replace transcripts.
    #expect(
      plan.suggestion(toDetect: -0.025, transcripts: 45)
        == "2216 more transcripts to show a difference of 2.5 points with 80 % power.")
    #expect(plan.suggestion(toDetect: 0, transcripts: 45) == nil)
  }
}
