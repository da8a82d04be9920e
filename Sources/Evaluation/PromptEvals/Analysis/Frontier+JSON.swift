package import Documents
import EvalGraders
import EvalStatistics

extension Frontier {
  /// The figures as JSON; unknown ones are null.
  package var json: JSONObject {
    [
      "metric": .string(metric),
      "points": .array(
        points.map { point in
          [
            "side": .string(point.side), "prompt": .string(point.prompt),
            "model": .string(point.model), "score": point.score.json,
            "dollars": point.dollars.json,
            "dominated_by": point.dominatedBy.map { .string($0) } ?? .null,
            "clearly_dominated": .bool(point.isClearlyDominated),
          ]
        }), "unplaced": .array(unplaced.map { .string($0) }),
    ]
  }
}
