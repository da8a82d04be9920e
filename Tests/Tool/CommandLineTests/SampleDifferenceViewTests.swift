@testable import coachkit
@testable import EvalCommands
import EvalGraders
import PromptEvals
import Testing

@Suite("Differences between two samples")
struct SampleDifferenceViewTests {
  private func sample(_ side: String, _ grades: [Grade], errors: [Int] = []) -> EvalSample {
    var sample = EvalSample(
      SampleKey(side: side, transcript: "talk"), title: "A talk", cluster: "talk")
    sample.turns = [1, 2].map { number in
      var turn = EvalTurn(number: number, personBefore: nil)
      turn.visibleText = "\(side) says \(number)"
      turn.error = errors.contains(number) ? "no reply" : nil
      return turn
    }
    sample.grades = grades
    return sample
  }

  private func grade(
    _ verdict: Grade.Verdict, _ message: Int? = 1, by grader: String = "g",
    reason: String? = nil
  ) -> Grade {
    Grade(grader: grader, message: message, verdict: verdict, reason: reason)
  }

  private func differences(
    _ before: EvalSample, _ after: EvalSample, grader: String? = nil, showsAll: Bool = false
  ) -> [String] {
    SampleDifferenceView(first: "v1", second: "v2", grader: grader, showsAll: showsAll)
      .differences(from: before, to: after)
  }

  @Test("a message that passes in both is not shown")
  func same() {
    let (before, after) = (sample("a", [grade(.pass)]), sample("b", [grade(.pass)]))
    #expect(differences(before, after).isEmpty)
    let all = differences(before, after, showsAll: true)
    #expect(all.count == 2 && all[0].contains("✓"))
    // The second message was not graded.
    #expect(all[1].contains("not graded") && !all[1].contains("✓"))
  }

  @Test(
    "a verdict that is not a pass has a sign and a reason",
    arguments: [
      (Grade.Verdict.fail, "✗ g: because", "✗ g: not met"),
      (.inconclusive, "? g: because", "? g: could not tell"),
      (.error, "! g: because", "! g: the grader failed"),
    ])
  func signs(verdict: Grade.Verdict, told: String, untold: String) throws {
    let before = sample("a", [grade(.pass)])
    let shown = differences(before, sample("b", [grade(verdict, reason: "because")]))
    let text = try #require(shown.first)
    #expect(shown.count == 1 && text.contains("talk, coach message 1"))
    let parts = text.split(separator: "v2")
    #expect(parts.first?.contains("✓") == true)
    #expect(parts.last?.contains(told) == true && parts.last?.contains("✓") == false)
    let plain = differences(before, sample("b", [grade(verdict)]))
    #expect(plain.first?.contains(untold) == true)
  }

  @Test("an error differs from a failure, and a verdict from none")
  func pairs() {
    let failing = sample("a", [grade(.fail)])
    #expect(differences(failing, sample("b", [grade(.error)])).count == 1)
    #expect(differences(failing, sample("b", [grade(.fail, reason: "else")])).isEmpty)
    let silent = differences(sample("a", [grade(.pass)]), sample("b", [], errors: [1]))
    #expect(silent.count == 1 && silent.first?.contains("no reply") == true)
    #expect(silent.first?.contains("not graded") == false)
  }

  @Test("verdicts on the conversation have their own block")
  func conversation() {
    let before = sample("a", [grade(.pass), grade(.pass, nil, by: "judge")])
    let after = sample("b", [grade(.pass), grade(.fail, nil, by: "judge", reason: "cold")])
    let shown = differences(before, after)
    #expect(shown.count == 1)
    #expect(shown.first?.contains("talk, the whole conversation") == true)
    #expect(shown.first?.contains("✗ judge: cold") == true)
    #expect(differences(before, after, grader: "judge") == shown)
    #expect(differences(before, after, grader: "g").isEmpty)
    #expect(differences(before, before).isEmpty)
  }

  @Test("a reason cannot control the terminal")
  func control() {
    let shown = differences(
      sample("a", [grade(.pass)]), sample("b", [grade(.fail, reason: "x\u{7}y\u{1b}]0;z")]))
    #expect(shown.first?.contains("xy]0;z") == true)
  }
}
