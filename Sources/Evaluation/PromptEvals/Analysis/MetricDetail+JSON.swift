package import Documents
import EvalGraders
import EvalStatistics

extension MetricDetail {
  /// The figures as JSON; unknown ones are null.
  package var json: JSONObject {
    [
      "id": .string(role.id), "kind": .string(role.kind.rawValue),
      "summary": .string(role.summary), "threshold": Self.json(threshold),
      "gate": [
        "method": .string(BoundedMean.name), "margin": Self.json(gateMargin),
        "at_least": Self.json(gateLevel),
      ],
      "sides": .array(sides.map(Self.json)),
      "comparisons": .array(comparisons.map(Self.json)),
    ]
  }

  private static func json(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }

  private static func json(_ side: Side) -> JSONValue {
    [
      "id": .string(side.id), "is_reference": .bool(side.isReference),
      "estimate": side.estimate.json, "samples": .integer(side.samples),
      "wilson": side.wilson.json, "clopper_pearson": side.clopperPearson.json,
      "repeats": .array(
        side.repeats.map {
          [
            "k": .integer($0.count), "all": .number($0.all),
            "at_least_one": .number($0.atLeastOne),
          ]
        }),
    ]
  }

  private static func json(_ comparison: Comparison) -> JSONValue {
    let discordant = comparison.discordant.map { counts -> JSONValue in
      [
        "only_baseline": .integer(counts.onlyBaseline),
        "only_challenger": .integer(counts.onlyChallenger),
      ]
    }
    return [
      "challenger": .string(comparison.challenger),
      "transcripts": .integer(comparison.transcripts), "clusters": .integer(comparison.clusters),
      "baseline_mean": json(comparison.baselineMean),
      "challenger_mean": json(comparison.challengerMean),
      "leading_cluster": comparison.leadingCluster?.json ?? .null,
      // A list, since readers of earlier versions expect one.
      "intervals": .array(comparison.difference.map { [interval($0)] } ?? []),
      "gate_difference": comparison.gateDifference.json,
      "adjusted_p": json(comparison.adjustedP), "smallest_p": json(comparison.smallestP),
      "tests": .array(comparison.tests.map(json)),
      "discordant": discordant ?? .null,
      "effect_sizes": [
        "d_z": json(comparison.standardizedDifference), "hedges_g": json(comparison.hedgesG),
        "cohens_h": json(comparison.cohensH), "odds_ratio": comparison.oddsRatio.json,
      ],
      "intraclass_correlation": json(comparison.intraclassCorrelation),
      "design_effect": json(comparison.designEffect),
      "variances": [
        "transcripts": json(comparison.transcriptVariance),
        "baseline_samples": json(comparison.baselineVariance),
        "challenger_samples": json(comparison.challengerVariance),
      ],
    ]
  }

  private static func interval(_ difference: Estimate) -> JSONValue {
    [
      "method": .string(difference.method), "difference": difference.json,
      "standard_error": json(difference.standardError),
      // Always null; readers of earlier versions expect the member.
      "refusal": .null,
    ]
  }

  private static func json(_ test: Test) -> JSONValue {
    [
      "test": .string(test.kind.rawValue), "statistic": json(test.statistic),
      "degrees_of_freedom": json(test.degreesOfFreedom), "p": json(test.p),
      "note": test.note.map { .string($0) } ?? .null,
    ]
  }
}
