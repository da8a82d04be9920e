@testable import PromptEvals
import Testing

@Suite("Combining verdicts of both orders")
struct PairwiseVerdictTests {
  private typealias Choice = PairwiseVerdict.Choice

  private func verdict(_ baselineFirst: Choice?, _ challengerFirst: Choice?) -> PairwiseVerdict {
    PairwiseVerdict(
      judge: "j", model: "m", sample: SampleKey(side: "b", transcript: "t"),
      baselineFirst: baselineFirst, challengerFirst: challengerFirst, reasons: [])
  }

  @Test("only a preference in both orders wins")
  func orders() {
    #expect(verdict(.second, .first).outcome == .win)
    #expect(verdict(.first, .second).outcome == .loss)
    #expect(verdict(.second, .first).isFlipped == false)
    #expect(verdict(.first, .second).isFlipped == false)
    for (a, b, isFlipped) in [
      (Choice.first, Choice.first, true), (.second, .second, true), (.tie, .tie, false),
      (.first, .tie, true), (.tie, .first, true),
    ] {
      #expect(verdict(a, b).outcome == .tie)
      #expect(verdict(a, b).isFlipped == isFlipped)
    }
    for half in [verdict(nil, .first), verdict(.second, nil), verdict(nil, nil)] {
      #expect(half.outcome == .error && half.isFlipped == nil)
    }
  }

  @Test("the reason of a failure is that of the order in which the judge failed")
  func failures() {
    func reason(_ first: Choice?, _ second: Choice?, _ reasons: [String]) -> String? {
      var verdict = verdict(first, second)
      verdict.reasons = reasons
      return verdict.failureReason
    }
    #expect(reason(.first, nil, ["The first is gentler.", "no JSON"]) == "no JSON")
    #expect(reason(nil, .first, ["no JSON", "The first is gentler."]) == "no JSON")
    #expect(reason(nil, nil, ["", "no JSON"]) == "no reason was given")
    #expect(reason(.first, nil, ["The first is gentler."]) == "no reason was given")
    #expect(reason(.first, .tie, ["x", "y"]) == nil)
  }

  @Test("a jury's verdict is the majority of its conclusive verdicts")
  func jury() {
    let (win, loss) = (verdict(.second, .first), verdict(.first, .second))
    let (tie, error) = (verdict(.tie, .tie), verdict(nil, .first))
    #expect([win, win, loss].outcome == .win)
    #expect([tie, loss, loss].outcome == .loss)
    #expect([win, error, error].outcome == .win)
    #expect([win, loss, error].outcome == .tie)
    #expect([win, loss, tie].outcome == .tie)
    #expect([win, win, tie, tie].outcome == .tie)
    #expect([error, error].outcome == .error)
  }
}
