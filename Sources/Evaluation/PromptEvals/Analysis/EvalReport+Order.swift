package import EvalStatistics

extension EvalReport {
  /// The challenger of which most is shown: the one whose figures a reader should see first; `nil` without a challenger.
  ///
  /// After the number of differences that are shown come the smallest adjusted p-value and the largest difference; among
  /// equals, the suite's order counts.
  public var leadingChallenger: String? {
    let ranked = run.design.challengers.map {
      challenger -> (id: String, key: (Int, Double, Double)) in
      let comparisons = metrics.compactMap { $0.comparisons[challenger.id] }
        .filter { $0.adjustedP != nil }
      return (
        challenger.id,
        (
          -comparisons.count { $0.isShown }, comparisons.compactMap(\.adjustedP).min() ?? 1,
          -(comparisons.map { abs($0.difference.value) }.max() ?? 0)
        )
      )
    }
    return ranked.min { $0.key < $1.key }?.id
  }

  /// Returns all metrics with the graders by evidence and effect: differences that are shown, then the smallest p-values,
  /// then the largest differences. Summaries, time and cost keep their place after them.
  ///
  /// - Parameter challenger: The challenger whose differences count; `nil` for the clearest of all challengers.
  public func order(for challenger: String? = nil) -> [MetricReport] {
    let challengers = challenger.map { [$0] } ?? run.design.challengers.map(\.id)
    func key(_ metric: MetricReport) -> (Int, Int, Double, Double) {
      let keys = challengers.compactMap { metric.comparisons[$0] }.map { comparison in
        (
          0, comparison.isShown ? 0 : 1, comparison.adjustedP ?? comparison.p ?? 1,
          -abs(comparison.difference.value)
        )
      }
      // What could not be compared is a problem to see, and stands before what is the same everywhere.
      let isSilent = keys.isEmpty && !challengers.isEmpty
      return keys.min { $0 < $1 } ?? (0, 1, isSilent ? 0.999 : 1, 0)
    }
    let graders = metrics.filter { $0.role.kind == .grader }
    let sorted = graders.enumerated().map {
      (place: $0.offset, key: key($0.element), metric: $0.element)
    }
    .sorted { one, other in
      one.key == other.key ? one.place < other.place : one.key < other.key
    }
    return sorted.map(\.metric) + metrics.filter { $0.role.kind != .grader }
  }
}

extension EvalReport.MetricReport {
  /// Whether a grader found nothing on any side: all have 100 %, and no verdict is missing.
  ///
  /// Such graders are many in most suites, and reports fold them away.
  func isPerfect(in report: EvalReport) -> Bool {
    guard role.kind == .grader, !values.isEmpty else { return false }
    return values.values.allSatisfy { $0.estimate.value > 1 - 1e-9 }
      && report.sides.allSatisfy {
        $0.count(\.errors, of: role) + $0.count(\.inconclusive, of: role) == 0
      }
      && report.run.design.variants.allSatisfy { values[$0.id] != nil }
  }

  /// The figure of a side as reports show it: over the transcripts that all variants have, if there are any.
  package func shown(_ side: String) -> Estimate? { common[side] ?? values[side]?.estimate }
}

extension EvalReport {
  /// Divides the metrics for a table: those with something to see, by evidence and effect, and the graders that found
  /// nothing on any side.
  package var orderedMetrics: (seen: [MetricReport], perfect: [MetricReport]) {
    let all = order().filter { $0.role.kind == .grader || !$0.values.isEmpty }
    let perfect = all.filter { $0.isPerfect(in: self) }
    // A single one needs no less room in a line of its own.
    guard perfect.count > 1 else { return (all, []) }
    return (all.filter { !$0.isPerfect(in: self) }, perfect)
  }
}
