/// The method by which the interval of a mean difference is computed.
///
/// ``clustered`` is the default and what a gate should use. The others serve for comparison;
/// ``isRefusedAsGate(transcripts:clusters:)`` says when they must not decide a gate.
public enum IntervalMethod: String, Sendable, Hashable, CaseIterable {
  /// Student's interval on clusters with CR2's standard error and Satterthwaite's degrees of
  /// freedom, widened if differences are rare or all in one direction.
  case clustered
  /// Student's interval with the clustered standard error times √(G/(G-1)) and G - 1 degrees of
  /// freedom.
  case clusteredG
  /// Student's paired interval, which assumes independent transcripts.
  case independent
  /// The middle 95 % of a bootstrap over clusters.
  case percentileBootstrap
  /// The bias-corrected and accelerated bootstrap over clusters.
  case bca
  /// All differences that the sign-flip test of whole clusters does not reject.
  case signFlipInversion

  /// Returns the mean difference with its 95 % interval; `nil` if there is no difference, or one is
  /// not finite.
  ///
  /// An interval is clipped to `bounds`, beyond which no mean can lie. If all differences are the
  /// same, each of these methods would give an interval of no width, which would claim false
  /// certainty; the estimate then has the interval of ``RareDeviations``, or none without `bounds`.
  /// Only the two bootstraps, and the sign-flip inversion beyond 20 clusters, use `seed` and
  /// `draws`.
  package func estimate(
    _ differences: [PairedDifference], bounds: ClosedRange<Double>? = -1...1, seed: UInt64 = 1,
    draws: Int = Bootstrap.standardDraws
  ) -> Estimate? {
    let isIndependent = self == .independent
    guard
      let totals = isIndependent
        ? ClusterTotals.independent(differences) : ClusterTotals(differences)
    else { return nil }
    guard self != .clustered, totals.onlyValue == nil else {
      return ClusteredInterval.estimate(
        totals, of: .differences, bounds: bounds, method: rawValue)
    }
    var estimate = Estimate(
      value: totals.mean, count: totals.count, clusters: totals.clusters, method: rawValue)
    let interval: ClosedRange<Double>?
    switch self {
    case .clustered, .independent:
      let mean = ClusteredMean(totals)
      estimate.standardError = mean?.standardError
      interval = mean?.interval(tail: 0.025)
    case .clusteredG:
      estimate.standardError = ClusteredGInterval.standardError(totals)
      interval = ClusteredGInterval.interval(totals, tail: 0.025)
    case .percentileBootstrap:
      interval = Bootstrap(meanOf: totals, draws: draws, seed: seed)?.percentileInterval()
    case .bca:
      interval = Bootstrap(meanOf: totals, draws: draws, seed: seed)?.biasCorrectedInterval(
        acceleration: Bootstrap.acceleration(ofMean: totals))
    case .signFlipInversion:
      interval = SignFlipInversion.interval(totals, seed: seed, draws: draws)
    }
    estimate.interval = interval.map { $0.cut(at: bounds) }
    return estimate
  }
}
