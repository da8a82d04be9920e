package import Documents
import EvalGraders
import EvalStatistics

/// All that a pairwise judge said in a run: its figures for each challenger, and every pair with its reasons.
package struct PairwiseDetail: Sendable {
  /// The ID of the judge.
  package var judge: String
  /// The figures, one for each challenger.
  package var reports: [PairwiseReport]
  /// The verdicts on pairs, sorted by transcript, challenger and attempt; a jury has one for each model.
  package var verdicts: [PairwiseVerdict]

  /// Reads what a judge said; `nil` if the run has no verdicts of such a judge. Rethrows errors of the reader.
  package init?(_ run: EvalRun, judge: String, from reader: some RunReader) throws {
    let verdicts = try reader.pairwiseVerdicts(of: run).filter { $0.judge == judge }
    guard !verdicts.isEmpty else { return nil }
    self.judge = judge
    self.verdicts = verdicts.sorted { ($0.sample, $0.model) < ($1.sample, $1.model) }
    reports = try EvalReport(run, from: reader).pairwise.filter { $0.judge == judge }
  }

  /// Returns the IDs of the pairwise judges of a run, in the order in which they judged.
  package static func judges(of run: EvalRun, in reader: some RunReader) throws -> [String] {
    try reader.pairwiseVerdicts(of: run).map(\.judge).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
}

extension PairwiseDetail {
  /// The figures and pairs as JSON; unknown figures are null.
  package var json: JSONObject {
    [
      "id": .string(judge), "kind": "pairwise", "comparisons": .array(reports.map(\.json)),
      "pairs": .array(verdicts.map(Self.json)),
    ]
  }

  private static func json(_ verdict: PairwiseVerdict) -> JSONValue {
    var object: JSONObject = [
      "transcript": .string(verdict.sample.transcript), "challenger": .string(verdict.sample.side),
      "attempt": .integer(verdict.sample.attempt), "model": .string(verdict.model),
      "outcome": .string(verdict.outcome.rawValue),
    ]
    for (name, choice) in [
      ("baseline_first", verdict.baselineFirst), ("challenger_first", verdict.challengerFirst),
    ] {
      object[name] = choice.map { .string($0.rawValue) } ?? .null
    }
    object["reasons"] = .array(verdict.reasons.map { .string($0) })
    object["failure"] = verdict.failureReason.map { .string($0) }
    return .object(object)
  }
}

extension PairwiseReport {
  /// The figures as JSON; unknown ones are null.
  var json: JSONValue {
    [
      "judge": .string(judge), "challenger": .string(challenger),
      "wins": .integer(wins), "losses": .integer(losses), "ties": .integer(ties),
      "errors": .integer(errors), "rate": rate.json, "flip_rate": flipRate.json,
      "first_rate": firstRate.json, "agreement": agreement.json,
    ]
  }
}
