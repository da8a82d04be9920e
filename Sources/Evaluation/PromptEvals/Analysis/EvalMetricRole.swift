/// A metric on which sides are compared.
public struct EvalMetricRole: Sendable, Hashable {
  /// What a metric measures.
  public enum Kind: String, Sendable, Hashable {
    /// The score of one grader, from 0 to 1.
    case grader
    /// The weighted mean of all graders' scores, from 0 to 1.
    case overall
    /// Whether a sample met every threshold: 0 or 1.
    case passed
    /// The time until the end of a reply, in seconds.
    case seconds
    /// The cost of a sample's replies, in dollars.
    case dollars
  }

  /// The grader's ID, or the name of the metric.
  public var id: String
  /// What the metric measures.
  public var kind: Kind
  /// What the metric requires or shows, in one sentence.
  public var summary: String
  /// The value at which a sample meets the metric.
  package var threshold = 1.0
  /// The k of pass^k; `nil` if pass^k is not asked for.
  public var repeats: Int?
  /// The index of the grader in the run.
  package var grader: Int?
  /// Whether the metric is an assertion, whose differences are shown and not tested.
  public var isAssertion = false

  /// The range of the values; `nil` if they are not bounded.
  package var bounds: ClosedRange<Double>? {
    switch kind {
    case .grader, .overall, .passed: 0...1
    case .seconds, .dollars: nil
    }
  }

  /// Returns all metrics of a run, in the order of reports.
  static func all(of run: EvalRun) -> [EvalMetricRole] {
    var roles = run.design.graders.enumerated().map { place, grader in
      EvalMetricRole(
        id: grader.id, kind: .grader, summary: grader.summary, threshold: grader.threshold,
        repeats: grader.repeats, grader: place, isAssertion: grader.isRequired)
    }
    // The mean of a single grader would repeat its score.
    let isAskedFor = run.design.gate?.metrics.contains(EvalMetric.overall) ?? false
    let weighted = run.design.graders.count { $0.weight > 0 }
    if weighted > 1 || (isAskedFor && weighted > 0) {
      roles.append(
        EvalMetricRole(
          id: EvalMetric.overall, kind: .overall, summary: "The weighted mean of all graders."))
    }
    let repeats = run.design.graders.compactMap(\.repeats).max()
    if run.design.graders.contains(where: { $0.weight > 0 || $0.isRequired }) {
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

  /// Whether a sample has no value because the metric does not apply to it: no grader has a score, and none lacks a
  /// verdict or a reply.
  func isNotApplicable(to sample: SampleScores, graders: [GraderRole]) -> Bool {
    guard sample.failedTurns == 0 else { return false }
    let used = graders.indices.filter { index in
      switch kind {
      case .grader: index == grader
      case .overall, .passed: counts(graders[index])
      case .seconds, .dollars: false
      }
    }
    return !used.isEmpty
      && used.allSatisfy { sample.scores.indices.contains($0) && sample.scores[$0].isEmpty }
  }

  /// Whether the metric combines the scores of several graders, and this one is among them.
  func counts(_ grader: GraderRole) -> Bool {
    switch kind {
    case .overall: grader.weight > 0
    case .passed: grader.weight > 0 || grader.isRequired
    case .grader, .seconds, .dollars: false
    }
  }

  /// Returns the value of a sample; `nil` if it has none.
  func value(of sample: SampleScores) -> Double? {
    switch kind {
    case .grader:
      grader.flatMap { sample.scores.indices.contains($0) ? sample.scores[$0].value : nil }
    case .overall: sample.overall
    case .passed: sample.isPassed.map { $0 ? 1 : 0 }
    // The time of a failed reply is unknown, and slow replies are the ones that fail.
    case .seconds: sample.failedTurns > 0 ? nil : sample.seconds
    // A sample without a call, as of a transcript that has no message to generate, is not one that was free.
    case .dollars:
      sample.isReference || sample.failedTurns > 0 || sample.costs.calls == 0
        ? nil : sample.costs.dollars
    }
  }
}
