/// A comparison that may stop early without raising the chance of a false alarm.
///
/// Looks are planned as fractions of the transcripts in view. At each, the interval is that of
/// ``IntervalMethod/clustered`` at the level the look's boundary stands for: the boundary is one of
/// Z, and a t statistic is held against it through its p. These are the repeated confidence
/// intervals of Jennison and Turnbull (1989): all of them hold the truth at once in 1 - α, so that
/// any decision may rest on any of them, about zero or about a margin, stopped by rule or by will.
///
/// Clusters should arrive whole, in an order that has nothing to do with their scores. Where a look
/// comes at another fraction than planned, make a plan with the fractions as they were: what may be
/// spent depends on these alone.
package struct SequentialPlan: Sendable, Hashable {
  /// The fractions of the planned transcripts at which is looked, rising; the last should be 1.
  package let looks: [Double]
  /// The chance that any look shows a difference where there is none.
  package let alpha: Double
  /// How it is spent over the looks.
  package let spending: AlphaSpending
  /// The boundary of |Z| at each look.
  package let boundaries: [Double]

  /// Nil unless looks rise from above 0 to at most 1, and 0 < α < 1.
  package init?(looks: [Double], alpha: Double = 0.05, spending: AlphaSpending = .obrienFleming) {
    guard
      let boundaries = SequentialBoundaries(fractions: looks, spending: spending, alpha: alpha)
    else { return nil }
    self.looks = looks
    self.alpha = alpha
    self.spending = spending
    self.boundaries = boundaries.values
  }

  /// The repeated confidence interval at a look, counted from 0; nil when there is no such look or
  /// no difference. The estimate's interval is nil where there are too few clusters for the level.
  package func estimate(
    at look: Int, _ differences: [PairedDifference], bounds: ClosedRange<Double>? = -1...1
  ) -> Estimate? {
    guard boundaries.indices.contains(look), let totals = ClusterTotals(differences) else {
      return nil
    }
    return ClusteredInterval.estimate(
      totals, of: .differences, bounds: bounds,
      tail: NormalDistribution.upperTail(boundaries[look]), method: "sequential")
  }
}
