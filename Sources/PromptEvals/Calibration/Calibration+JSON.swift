import EvalGraders
import EvalStatistics
public import JSON

extension Calibration {
  /// The figures as JSON; unknown ones are null.
  public var json: JSONObject {
    [
      "grader": .string(grader), "messages": .integer(count),
      "conversations": .integer(conversations), "positives": .integer(positives),
      "undecided": .integer(undecided), "kappa": kappa.json, "precision": precision.json,
      "recall": recall.json, "f1": f1.json, "agreement": (agreement?.estimate).json,
      "agreement_measure": agreement.map { .string($0.measure.rawValue) } ?? .null,
      "ceiling": ceiling.map { .number($0) } ?? .null,
      "ceiling_note": ceilingNote.map { .string($0) } ?? .null,
    ]
  }
}
