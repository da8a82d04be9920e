import CoachModel
import Documents
import EvalStatistics

/// The results of a log, computed as Inspect recomputes them: means over samples of means over epochs.
struct InspectTotals {
  private(set) var usage = TokenUsage.zero
  private var samples = 0
  private var failed = 0
  /// The scores by grader and transcript, one per epoch.
  private var scores: [[String: [Double]]]

  init(graders: [GraderRole]) {
    scores = graders.map { _ in [:] }
  }

  mutating func add(_ sample: EvalSample, graders: [GraderRole]) {
    let figures = SampleScores(sample, graders: graders)
    samples += 1
    usage = usage + figures.costs.usage
    guard figures.failedTurns == 0 else {
      failed += 1
      return
    }
    for (place, score) in figures.scores.enumerated() {
      if let value = score.value { scores[place][sample.key.transcript, default: []].append(value) }
    }
  }

  func results(_ graders: [GraderRole]) -> JSONObject {
    [
      "total_samples": .integer(samples), "completed_samples": .integer(samples - failed),
      "scores": .array(zip(graders, scores).map { Self.result(of: $0, scores: $1) }),
    ]
  }

  private static func result(of grader: GraderRole, scores: [String: [Double]]) -> JSONValue {
    let means = scores.values.compactMap { SampleScores.mean($0) }
    var metrics: JSONObject = [:]
    if let moments = Moments(means) {
      metrics["mean"] = ["name": "mean", "value": .number(moments.mean)]
      if let variance = moments.variance {
        let error = (variance / moments.count).squareRoot()
        metrics["stderr"] = ["name": "stderr", "value": .number(error)]
      }
    }
    return [
      "name": .string(grader.id), "scorer": .string(grader.id), "reducer": "mean",
      "scored_samples": .integer(means.count), "metrics": .object(metrics),
    ]
  }
}
