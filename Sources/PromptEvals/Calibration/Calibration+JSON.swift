public import Conversations

extension Calibration {
  /// The figures as JSON; what is not known is null.
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

extension Estimate? {
  /// An estimate as JSON; null for none.
  var json: JSONValue { self?.json ?? .null }
}

extension Estimate {
  /// The estimate as JSON.
  var json: JSONValue {
    [
      "value": .number(value), "low": interval.map { .number($0.lowerBound) } ?? .null,
      "high": interval.map { .number($0.upperBound) } ?? .null, "n": .integer(count),
      "clusters": .integer(clusters), "method": .string(method),
    ]
  }
}
