extension IntervalMethod {
  /// Returns why the method must not decide a gate with this many transcripts and clusters; `nil`
  /// if it may.
  ///
  /// The thresholds come from simulated comparisons of 10 to 800 transcripts in clusters of unequal
  /// size (`CoverageSimulationTests`): a method is refused if its 95 % intervals miss the truth in
  /// more than 7 % of comparisons, or if more than 6 % of comparisons without a difference show
  /// one.
  public func isRefusedAsGate(transcripts: Int, clusters: Int) -> String? {
    guard clusters >= 2 else { return "one cluster shows nothing about how much clusters differ" }
    let count = "\(clusters) clusters"
    switch self {
    case .clustered: return nil
    case .clusteredG:
      return clusters < transcripts
        ? "its degrees of freedom are too many for clusters of unequal size" : nil
    case .independent:
      return clusters < transcripts
        ? "\(transcripts) transcripts in \(count) are not independent" : nil
    case .percentileBootstrap:
      return clusters < 150 ? "with \(count) its intervals are too short; it needs 150" : nil
    case .bca:
      return clusters < 250 ? "with \(count) its intervals are too short; it needs 250" : nil
    case .signFlipInversion: return clusters < 6 ? "\(count) have too few signs; it needs 6" : nil
    }
  }

  /// Returns why the method must not decide a gate on these differences; `nil` if it may.
  ///
  /// Besides the number of clusters this looks at the data. If more than half of the clusters show
  /// the same value, or none differs in one of the two directions, all methods but ``clustered``
  /// miss the truth in about 10 % on the side away from zero, however many clusters there are.
  package func isRefusedAsGate(_ differences: [PairedDifference]) -> String? {
    guard let totals = ClusterTotals(differences) else { return "there is nothing to compare" }
    if let reason = isRefusedAsGate(transcripts: totals.count, clusters: totals.clusters) {
      return reason
    }
    // If all differences are the same, every method gives the same interval.
    guard self != .clustered, totals.onlyValue == nil else { return nil }
    if RareDeviations.interval(totals, bounds: nil, tail: 0.025) != nil {
      return "most clusters do not differ; use \(Self.clustered.rawValue)"
    }
    let far = OneSidedDeviations.farLimit(totals, from: 0, bounds: nil, tail: 0.025)
    return far == nil ? nil : "all clusters differ one way; use \(Self.clustered.rawValue)"
  }
}
