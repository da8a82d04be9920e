import CoachModel
import CoachSafety
import Documents
import EvalGraders

extension ReportDocument {
  /// Returns one transcript with all its samples as JSON.
  func conversation(
    _ id: String, samples: [EvalSample], verdicts: [PairwiseVerdict]
  ) -> JSONValue {
    var object: JSONObject = ["id": .string(id), "samples": .array(samples.map(sample))]
    if !verdicts.isEmpty { object["pairwise"] = .array(verdicts.map(verdict)) }
    return .object(object)
  }

  private func sample(_ sample: EvalSample) -> JSONValue {
    let scores = SampleScores(sample, graders: graders)
    var object: JSONObject = [
      "side": .string(sample.key.side), "attempt": .integer(sample.key.attempt),
      "turns": .array(sample.turns.map { turn($0, in: sample) }),
    ]
    if sample.isReference { object["reference"] = true }
    object["passed"] = scores.isPassed.map { .bool($0) } ?? .null
    object["overall"] = scores.overall.map { .number($0) }
    if !sample.personFaults.isEmpty {
      object["personFaults"] = .array(
        sample.personFaults.map {
          [
            "kind": .string($0.kind.rawValue), "after": .integer($0.after),
            "reason": .string($0.reason),
          ]
        })
    }
    let whole = sample.grades.filter { $0.message == nil }
    if !whole.isEmpty { object["grades"] = .array(whole.map { grade($0, in: sample) }) }
    return .object(object)
  }

  private func turn(_ turn: EvalTurn, in sample: EvalSample) -> JSONValue {
    var object: JSONObject = [
      "number": .integer(turn.number), "reply": .string(turn.reply),
      "grades": .array(
        sample.grades.filter { $0.message == turn.number }.map { grade($0, in: sample) }),
    ]
    object["person"] = turn.personBefore.map { .string($0) }
    if turn.visibleText != turn.reply { object["shown"] = .string(turn.visibleText) }
    if turn.answersCrisis { object["crisis"] = true }
    let replaced = turn.findings.filter(\.isRemoval)
    if !replaced.isEmpty { object["replaced"] = .array(replaced.map(\.json)) }
    object["finish"] = turn.finish.map { .string($0) }
    object["error"] = turn.error.map { .string($0) }
    if let source = turn.source {
      object["request"] = .string(source.request)
      object["template"] = .string(source.template)
      object["answeredBy"] = source.answeredBy.map { .string($0) }
      if !source.sections.isEmpty {
        object["sections"] = .array(source.sections.map { [.string($0.name), .string($0.digest)] })
      }
    }
    object["seconds"] = turn.effort?.seconds.map { .number($0) }
    object["firstSeconds"] = turn.effort?.timeToFirstToken.map { .number($0) }
    object["tokensIn"] = turn.effort?.usage?.input.map { .integer($0) }
    object["tokensOut"] = turn.effort?.usage?.output.map { .integer($0) }
    object["dollars"] = turn.effort?.dollars.map { .number($0) }
    return .object(object)
  }

  private func grade(_ grade: Grade, in sample: EvalSample) -> JSONValue {
    var object: JSONObject = [
      "grader": .string(grade.grader), "verdict": .string(grade.verdict.rawValue),
    ]
    object["score"] = grade.degree.flatMap { $0 > 0 && $0 < 1 ? .number($0) : nil }
    object["measured"] = grade.measured.map { .number($0) }
    object["reason"] = grade.reason.map { .string($0) }
    if !grade.quotes.isEmpty { object["quotes"] = .array(grade.quotes.map { .string($0) }) }
    if !grade.details.isEmpty { object["details"] = .object(grade.details) }
    let calls = sample.judgeCalls.filter {
      $0.grader == grade.grader && $0.message == grade.message
    }
    if !calls.isEmpty {
      object["calls"] = .array(
        calls.map {
          [
            "model": .string($0.model), "prompt": .string($0.prompt), "reply": .string($0.reply),
          ]
        })
    }
    return .object(object)
  }

  private func verdict(_ verdict: PairwiseVerdict) -> JSONValue {
    [
      "judge": .string("\(verdict.judge) (\(verdict.model))"),
      "challenger": .string(verdict.sample.side), "attempt": .integer(verdict.sample.attempt),
      "outcome": .string(verdict.outcome.rawValue),
      "baselineFirst": verdict.baselineFirst.map { .string($0.rawValue) } ?? .null,
      "challengerFirst": verdict.challengerFirst.map { .string($0.rawValue) } ?? .null,
      "reasons": .array(verdict.reasons.map { .string($0) }),
    ]
  }
}
