/// Something that sides are compared on.
public struct EvalMetricRole: Sendable, Hashable {
  /// What it measures.
  public enum Kind: String, Sendable, Hashable {
    /// One grader's score, from 0 to 1.
    case grader
    /// The weighted mean of all graders' scores, from 0 to 1.
    case overall
    /// Whether a sample met every threshold: 0 or 1.
    case passed
    /// Seconds until the end of a reply.
    case seconds
    /// Dollars for a sample.
    case dollars
  }

  /// The grader's id, or the metric's name.
  public var id: String
  /// What it measures.
  public var kind: Kind
  /// What it demands or tells, in one sentence.
  public var summary: String
  /// The value from which on a sample meets it.
  package var threshold = 1.0
  /// The number of samples for pass^k; nil for not.
  public var repeats: Int?
  /// The grader's place in the run.
  package var grader: Int?

  /// The range of its values, where it has one.
  package var bounds: ClosedRange<Double>? {
    switch kind {
    case .grader, .overall, .passed: 0...1
    case .seconds, .dollars: nil
    }
  }

  /// All metrics of a run, in the order of reports.
  static func all(of run: EvalRun) -> [EvalMetricRole] {
    var roles = run.graders.enumerated().map { place, grader in
      EvalMetricRole(
        id: grader.id, kind: .grader, summary: grader.summary, threshold: grader.threshold,
        repeats: grader.repeats, grader: place)
    }
    // With a single grader it would say the same again.
    let isAskedFor = run.gate?.metrics.contains(EvalMetric.overall) ?? false
    let weighted = run.graders.count { $0.weight > 0 }
    if weighted > 1 || (isAskedFor && weighted > 0) {
      roles.append(
        EvalMetricRole(
          id: EvalMetric.overall, kind: .overall, summary: "The weighted mean of all graders."))
    }
    let repeats = run.graders.compactMap(\.repeats).max()
    if run.graders.contains(where: { $0.weight > 0 || $0.isRequired }) {
      roles.append(
        EvalMetricRole(
          id: EvalMetric.passed, kind: .passed,
          summary:
            "Every grader's threshold is met, in the whole sample; those without weight aside.",
          repeats: repeats))
    }
    roles.append(
      EvalMetricRole(id: "seconds", kind: .seconds, summary: "Seconds until a reply is there."))
    roles.append(
      EvalMetricRole(id: "dollars", kind: .dollars, summary: "Dollars for the replies of a sample.")
    )
    return roles
  }

  /// The value of a sample; nil where it has none.
  func value(of sample: SampleScores) -> Double? {
    switch kind {
    case .grader:
      grader.flatMap { sample.scores.indices.contains($0) ? sample.scores[$0].value : nil }
    case .overall: sample.overall
    case .passed: sample.isPassed.map { $0 ? 1 : 0 }
    // What a reply that did not come whole took is not known, and it is the slow ones that fail.
    case .seconds: sample.failedTurns > 0 ? nil : sample.seconds
    case .dollars: sample.isReference || sample.failedTurns > 0 ? nil : sample.costs.dollars
    }
  }
}
