package import EvalStatistics

extension Estimate {
  /// The value and its interval in dollars: `$0.0034 [$0.0021, $0.0047]`.
  package var dollars: String {
    Figures.dollars(value)
      + (interval.map {
        " [\(Figures.dollars($0.lowerBound)), \(Figures.dollars($0.upperBound))]"
      } ?? "")
  }
}

extension EvalMetricRole {
  /// The ID with what sets the metric apart from the graders whose differences are tested.
  package var title: String { isAssertion ? "\(id) (assertion)" : id }

  /// Formats a value in the metric's own unit: `66.7 %`, `1.2 s`, `$0.0034`.
  package func text(_ value: Double) -> String {
    switch kind {
    case .grader, .overall, .passed: Figures.percent(value)
    case .seconds: "\(Figures.decimal(value, places: 2)) s"
    case .dollars: Figures.dollars(value)
    }
  }

  /// Formats a difference in the metric's own unit, with its sign.
  package func signed(_ value: Double) -> String {
    switch kind {
    case .grader, .overall, .passed: Figures.points(value)
    case .seconds: Figures.signed(value, decimals: 2)
    case .dollars: Figures.dollarDifference(value)
    }
  }

  /// Formats an interval of differences in the metric's own unit.
  package func interval(_ interval: ClosedRange<Double>) -> String {
    "[\(signed(interval.lowerBound)), \(signed(interval.upperBound))]"
  }

  /// Formats a difference with its interval, if it has one.
  package func difference(_ estimate: Estimate) -> String {
    signed(estimate.value) + (estimate.interval.map { " \(interval($0))" } ?? "")
  }
}
