import CoachModel
import Documents
@testable import EvalGraders
@testable import EvalStatistics
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import Testing
import TestKit

@Suite("Samples as JSON")
struct EvalSampleJSONTests {
  /// Draws samples that use every field, or leave it out.
  private struct Draw {
    var random: SeededRandom

    mutating func chance() -> Bool { random.position(below: 2) == 0 }

    mutating func maybe<Value>(_ value: Value) -> Value? { chance() ? value : nil }

    mutating func text() -> String {
      let texts = ["", "Hi", "a \"b\"\n", "é 😀 \u{0}", "</script>", "\u{2028}", "\r\n\t\\"]
      return texts[random.position(below: texts.count)]
    }

    mutating func number() -> Double { Double(random.position(below: 1 << 40)) / 1024 }

    mutating func usage() -> TokenUsage {
      TokenUsage(
        input: maybe(random.position(below: 9999)), cachedInput: maybe(3), cacheWrites: maybe(4),
        hourCacheWrites: maybe(5), output: maybe(6), reasoning: maybe(7))
    }

    mutating func turn(_ number: Int) -> EvalTurn {
      var turn = EvalTurn(number: number, personBefore: maybe(text()))
      turn.reply = text()
      turn.visibleText = chance() ? turn.reply : text()
      turn.finish = maybe("length")
      turn.error = maybe(text())
      guard chance() else { return turn }
      turn.source = TurnSource(
        request: text(), prompt: "p@v1", template: text(),
        sections: (0..<random.position(below: 3)).map { .init(name: "s", digest: "d\($0)") },
        answeredBy: maybe(text()))
      turn.effort = CoachMessageEffort(
        timeToFirstToken: maybe(self.number()), seconds: maybe(self.number()),
        usage: maybe(usage()), dollars: maybe(self.number()))
      return turn
    }

    mutating func grade() -> Grade {
      let verdicts = Grade.Verdict.allCases
      return Grade(
        grader: text(), message: maybe(2),
        verdict: verdicts[random.position(below: verdicts.count)],
        degree: maybe(0.25), measured: maybe(number()), reason: maybe(text()),
        details: chance() ? [:] : ["list": [1, nil, "x"], "text": .string(text())])
    }

    mutating func sample() -> EvalSample {
      var sample = EvalSample(
        SampleKey(side: text(), transcript: text(), attempt: random.position(below: 5) + 1),
        title: text(), cluster: text())
      sample.isReference = chance()
      sample.tags = chance() ? [] : [text(), "x"]
      for number in 0..<random.position(below: 4) { sample.turns.append(turn(number + 1)) }
      for _ in 0..<random.position(below: 4) { sample.grades.append(grade()) }
      if chance() { sample.personFaults = [PersonFault(.silence, after: 1, reason: text())] }
      for _ in 0..<random.position(below: 3) {
        sample.overhead.add(maybe(usage()), dollars: maybe(number()))
      }
      sample.started = number()
      return sample
    }
  }

  @Test("every sample round-trips")
  func roundTrip() throws {
    var draw = Draw(random: SeededRandom(seed: 3))
    for _ in 0..<300 {
      let sample = draw.sample()
      let text = JSONValue.object(sample.json).text()
      #expect(!text.contains("\n"))
      expect(EvalSample(try JSONValue(parsing: text)), equals: sample)
    }
  }

  @Test("anything else is rejected", arguments: [[:], ["side": "a"], [1], nil] as [JSONValue])
  func refused(value: JSONValue) {
    #expect(EvalSample(value) == nil)
  }
}

@Suite("Scores of a sample")
struct SampleScoresTests {
  private func role(
    _ id: String, weight: Double = 1, threshold: Double = 1, isRequired: Bool = false
  ) -> GraderRole {
    var role = GraderRole(id: id, summary: "S")
    role.weight = weight
    role.threshold = threshold
    role.isRequired = isRequired
    return role
  }

  private func scores(
    _ grades: [(String, Grade.Verdict)], _ roles: [GraderRole], failedTurns: Int = 0
  ) -> SampleScores {
    var sample = EvalSample(SampleKey(side: "a", transcript: "t"), title: "T", cluster: "c")
    sample.grades = grades.map { Grade(grader: $0.0, message: 1, verdict: $0.1) }
    for number in 0..<failedTurns {
      var turn = EvalTurn(number: number + 1, personBefore: nil)
      turn.error = "cut"
      sample.turns.append(turn)
    }
    return SampleScores(sample, graders: roles)
  }

  @Test("a score is the mean of the candidate's verdicts; without any it is nil")
  func values() {
    let found = scores(
      [("g", .pass), ("g", .fail), ("g", .error), ("g", .inconclusive), ("h", .error)],
      [role("g"), role("h", weight: 0), role("none")])
    #expect(found.scores.map(\.value) == [0.5, nil, nil])
    #expect(found.scores.map(\.errors) == [1, 1, 0])
    #expect(found.scores.map(\.inconclusive) == [1, 0, 0])
    #expect(found.overall == 0.5)
  }

  @Test("a score equal to the threshold meets it")
  func threshold() {
    let two: [(String, Grade.Verdict)] = [("g", .pass), ("g", .pass), ("g", .fail)]
    #expect(scores(two, [role("g", threshold: 2.0 / 3)]).isPassed == true)
    #expect(scores(two, [role("g", threshold: 0.67)]).isPassed == false)
    #expect(scores(two, [role("g")]).isPassed == false)
  }

  @Test("a grader without weight counts only if it is required")
  func weights() {
    let grades: [(String, Grade.Verdict)] = [("g", .pass), ("h", .fail)]
    #expect(scores(grades, [role("g"), role("h", weight: 0)]).isPassed == true)
    #expect(
      scores(grades, [role("g"), role("h", weight: 0, isRequired: true)]).isPassed == false)
    let weighted = scores(grades, [role("g", weight: 3), role("h")])
    #expect(weighted.overall == 0.75 && weighted.isPassed == false)
    #expect(scores(grades, [role("h", weight: 0)]).overall == nil)
  }

  @Test("a failed grading leaves the result open, even if another grader fails")
  func unknown() {
    for verdict in [Grade.Verdict.error, .inconclusive] {
      for other in [Grade.Verdict.pass, .fail] {
        let found = scores([("g", other), ("h", verdict)], [role("g"), role("h")])
        #expect(found.isPassed == nil && found.overall == nil)
      }
      let idle = [role("g"), role("h", weight: 0)]
      let found = scores([("g", .pass), ("h", verdict)], idle)
      #expect(found.isPassed == true && found.overall == 1)
    }
    #expect(scores([], [role("g")]).isPassed == nil)
    // A grader of other messages has no verdict, and does not fail the sample.
    #expect(scores([("g", .pass)], [role("g"), role("none")]).overall == 1)
  }

  @Test("a verdict that does not apply is missing by design: no score, no gap, no failure")
  func notApplicable() {
    let found = scores(
      [("g", .notApplicable), ("g", .pass), ("h", .notApplicable)], [role("g"), role("h")])
    #expect(found.scores.map(\.value) == [1, nil])
    #expect(found.scores.map(\.errors) == [0, 0] && found.scores.map(\.inconclusive) == [0, 0])
    #expect(found.scores[1].isEmpty)
    #expect(found.overall == 1 && found.isPassed == true)
    let failed = scores([("g", .fail), ("h", .notApplicable)], [role("g"), role("h")])
    #expect(failed.overall == 0 && failed.isPassed == false)
    #expect(scores([("h", .notApplicable)], [role("h")]).isPassed == nil)
  }

  @Test("an incomplete reply leaves open what it would have become")
  func failedTurns() {
    for verdict in [Grade.Verdict.pass, .fail] {
      #expect(scores([("g", verdict)], [role("g")], failedTurns: 1).isPassed == nil)
    }
    #expect(scores([("g", .fail)], [role("g")], failedTurns: 1).overall == 0)
    #expect(scores([("g", .pass)], [role("g"), role("h")], failedTurns: 1).overall == nil)
  }

  @Test("the digest of verdicts depends on what failed where, not on the order")
  func digest() {
    let roles = [role("g"), role("h")]
    let one = scores([("g", .fail), ("h", .error)], roles).verdictDigest
    #expect(one == scores([("h", .error), ("g", .fail)], roles).verdictDigest)
    #expect(one != scores([("h", .fail), ("g", .error)], roles).verdictDigest)
    #expect(scores([("g", .pass)], roles).verdictDigest.isEmpty)
  }
}

@Suite("Samples without secrets")
struct EvalSampleRedactionTests {
  @Test("secrets are redacted from all text of people and programs")
  func everywhere() throws {
    let secret = "planted-secret-0123456789"
    var sample = EvalSample(SampleKey(side: "a", transcript: "t"), title: "T", cluster: "c")
    var turn = EvalTurn(number: 1, personBefore: "mine: \(secret)")
    turn.reply = "[X] \(secret)"
    turn.visibleText = secret
    turn.error = "refused \(secret)"
    sample.turns = [turn]
    sample.grades = [
      Grade(
        grader: "g", message: 1, verdict: .fail, reason: "says \(secret)",
        details: ["found": [.string(secret)]])
    ]
    sample.personFaults = [PersonFault(.roleBreak, after: 1, reason: secret)]
    let clean = sample.redacted(by: Redactor([try #require(Secret(secret))]))
    #expect(JSONValue.object(sample.json).text().contains(secret))
    #expect(!JSONValue.object(clean.json).text().contains(secret))
    #expect(clean.turns[0].reply == "[X] \(Redactor.mark)")
    #expect(clean.turns[0].visibleText == Redactor.mark)
    #expect(clean.key == sample.key && clean.grades[0].verdict == .fail)
  }
}
