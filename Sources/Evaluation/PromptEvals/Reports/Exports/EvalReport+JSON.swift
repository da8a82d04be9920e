public import Documents
import EvalGraders

extension EvalReport {
  /// The figures as JSON.
  ///
  /// Unknown values are null.
  public var json: JSONObject {
    var object: JSONObject = [
      "run": .object(runJSON), "outcome": .string(outcome.rawValue),
      "headline": .string(headline), "findings": .array(findings.map(json)),
      "verdicts": .array(
        verdicts.map {
          [
            "challenger": .string($0.challenger), "text": .string($0.text),
            "tone": .string($0.tone.rawValue), "conclusion": .string($0.conclusion),
            "basis": .string($0.basis), "notes": .array($0.notes.map { .string($0) }),
          ]
        }), "tests": .integer(testedFamily),
      "gate": .null, "caveats": .array(caveats.map { .string($0) }),
      "sides": .array(sides.map(json)), "metrics": .array(metrics.map(json)),
      "pairwise": .array(pairwise.map(\.json)), "requests": requestsJSON,
      "reference_comparisons": .array(referenceComparisons.map(json)),
    ]
    object["leading_challenger"] = leadingChallenger.map { .string($0) } ?? .null
    object["frontier"] = frontier.map { .object($0.json) } ?? .null
    if let gateOutcome {
      object["gate"] = [
        "outcome": .string(gateOutcome.rawValue),
        "findings": .array(
          gateFindings.map {
            [
              "challenger": .string($0.side), "outcome": .string($0.outcome.rawValue),
              "text": .string($0.text),
            ]
          }),
      ]
    }
    return object
  }

  private func json(_ finding: Finding) -> JSONValue {
    var object: JSONObject = [
      "kind": .string(finding.kind.rawValue), "side": .string(finding.side),
      "metric": .string(finding.metric), "outcome": .string(finding.outcome.rawValue),
      "text": .string(finding.text), "sample_count": .integer(finding.samples.count),
      "samples": .array(
        finding.samples.first.map {
          ["transcript": .string($0.transcript), "attempt": .integer($0.attempt)]
        }),
    ]
    if let example = finding.example {
      var first: JSONObject = [
        "transcript": .string(example.sample.transcript),
        "attempt": .integer(example.sample.attempt), "reason": .string(example.reason),
      ]
      first["message"] = example.message.map { .integer($0) }
      first["reply"] = example.reply.map { .string($0) }
      object["example"] = .object(first)
    }
    return .object(object)
  }

  private var runJSON: JSONObject {
    var object = run.json
    // Who worked on it is about the machine, not about the results.
    object["owner"] = nil
    object["id"] = .string(run.id)
    object["suite"] = .string(run.suite)
    object["started"] = .string(run.started)
    object["status"] = .string(run.status.rawValue)
    object["note"] = run.note.map { .string($0) } ?? .null
    object["models"] = .array(run.design.models.map { .string($0) })
    return object
  }

  private func json(_ side: SideReport) -> JSONValue {
    let variant = run.design.variants.first { $0.id == side.id }
    var object: JSONObject = [
      "id": .string(side.id), "is_reference": .bool(side.isReference),
      "is_baseline": .bool(side.id == run.design.baseline), "samples": .integer(side.samples),
      "turns": .integer(side.turns), "failed_turns": .integer(side.failedTurns),
      "limited_turns": .integer(side.limitedTurns), "person_faults": .integer(side.personFaults),
      "excluded": .integer(side.excluded.count), "overhead": json(side.overhead),
    ]
    object["prompt"] = variant.map { .string($0.prompt) }
    object["model"] = variant.map { .string($0.model) }
    object["costs"] = side.costs.map(json)
    object["first_content_seconds"] = side.firstContent.map(json) ?? .null
    object["seconds"] = side.seconds.map(json) ?? .null
    return .object(object)
  }

  private func json(_ costs: CallCosts) -> JSONValue {
    [
      "calls": .integer(costs.calls), "usage": .object(costs.usage.storedJSON),
      "dollars": costs.dollars.map { .number($0) } ?? .null,
    ]
  }

  private func json(_ percentiles: Percentiles) -> JSONValue {
    [
      "median": .number(percentiles.median), "p95": .number(percentiles.high),
      "count": .integer(percentiles.count),
    ]
  }

  private func json(_ metric: MetricReport) -> JSONValue {
    var values: JSONObject = [:]
    for side in sides {
      let value = metric.values[side.id]
      let errors = side.count(\.errors, of: metric.role)
      let inconclusive = side.count(\.inconclusive, of: metric.role)
      let notApplicable = side.count(\.notApplicable, of: metric.role)
      guard value != nil || errors + inconclusive + notApplicable > 0 else { continue }
      values[side.id] = [
        "estimate": (value?.estimate).json, "common": metric.common[side.id].json,
        "errors": .integer(errors),
        "inconclusive": .integer(inconclusive), "not_applicable": .integer(notApplicable),
        "repeats": value?.repeats.map { .number($0) } ?? .null,
        "distribution": .array((value?.distribution ?? []).map { .integer($0) }),
      ]
    }
    var comparisons: JSONObject = [:]
    for challenger in run.design.challengers {
      guard let comparison = metric.comparisons[challenger.id] else { continue }
      comparisons[challenger.id] = [
        "difference": comparison.difference.json,
        "p": comparison.p.map { .number($0) } ?? .null,
        "adjusted_p": comparison.adjustedP.map { .number($0) } ?? .null,
        "discovery_p": comparison.discoveryP.map { .number($0) } ?? .null,
        "gate_difference": comparison.gateDifference.json,
        "gate_if_missing_failed": comparison.gate.values.first?.pessimistic.json ?? .null,
        "paired": .bool(comparison.isPaired),
        "missing_share": comparison.missingShare.map { .number($0) } ?? .null,
        "incomparable": .integer(comparison.incomparable),
        "changed": .integer(comparison.changed),
        "leading_cluster": comparison.leadingCluster?.json ?? .null,
        "effect_size": comparison.effectSize.map { .number($0) } ?? .null,
        "is_shown": .bool(comparison.isShown),
        "refusal": comparison.refusal.map { .string($0) } ?? .null,
      ]
    }
    return [
      "id": .string(metric.role.id), "kind": .string(metric.role.kind.rawValue),
      "summary": .string(metric.role.summary), "assertion": .bool(metric.role.isAssertion),
      "values": .object(values),
      "comparisons": .object(comparisons),
    ]
  }

  private func json(_ comparison: ReferenceComparison) -> JSONValue {
    [
      "metric": .string(comparison.metric), "first": .string(comparison.first),
      "second": .string(comparison.second), "paired": .bool(comparison.isPaired),
      "difference": comparison.difference.json,
      "p": comparison.p.map { .number($0) } ?? .null,
      "adjusted_p": comparison.adjustedP.map { .number($0) } ?? .null,
    ]
  }
}
