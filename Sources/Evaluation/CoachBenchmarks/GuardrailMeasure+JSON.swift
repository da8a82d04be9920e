import CoachSafety
package import Documents
import EvalGraders
import SafetyRules

extension GuardrailMeasure {
  /// The figures as JSON, with null for unknown values.
  package var json: JSONObject {
    [
      "messages": .integer(count), "merged_rows": .integer(mergedRows),
      "labelled": .array(labelled.map(\.json)), "unlabelled": .array(rates.map(\.json)),
      "clean_flagged": cleanFlagged?.json ?? .null, "microseconds": times.json,
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}

extension GuardrailMeasure.CheckFigures {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "checks": .array(checks.map { .string($0.rawValue) }),
      "source": .string(source), "messages": .integer(count), "positives": .integer(positives),
      "found": .integer(found), "precision": precision.json, "recall": recall.json, "f1": f1.json,
    ]
  }
}

extension GuardrailMeasure.Rate {
  fileprivate var json: JSONValue {
    [
      "check": .string(check.rawValue), "source": .string(source), "flagged": flagged.json,
      "per_thousand": perThousand.json,
    ]
  }
}
