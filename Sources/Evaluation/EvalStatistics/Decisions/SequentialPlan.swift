/// A comparison that may stop early without raising the probability of a false alarm.
///
/// Looks are planned as fractions of the planned transcripts. At each, the interval is that of
/// ``ClusteredInterval`` at the level that corresponds to the look's boundary: the boundary is one
/// of Z, and a t statistic is compared with it through its p. These are the repeated
/// confidence intervals of Jennison and Turnbull (1989): all of them cover the truth simultaneously
/// with probability 1 - α, so that any decision may rest on any of them, about zero or about a
/// margin, whether stopping followed the rule or not.
///
/// Clusters should arrive as a whole, in an order unrelated to their scores. If a look happens at
/// another fraction than planned, make a new plan with the actual fractions: what may be spent
/// depends on these alone.
package struct SequentialPlan: Sendable, Hashable {
  /// The increasing fractions of the planned transcripts at which looks happen; the last should be
  /// 1.
  package let looks: [Double]
  /// The probability that any look shows a difference where there is none.
  package let alpha: Double
  /// The function that distributes α over the looks.
  package let spending: AlphaSpending
  /// The boundary of |Z| at each look.
  package let boundaries: [Double]

  /// Creates a plan; returns `nil` unless the looks increase strictly from above 0 to at most 1,
  /// and 0 < α < 1.
  package init?(looks: [Double], alpha: Double = 0.05, spending: AlphaSpending = .obrienFleming) {
    guard
      let boundaries = SequentialBoundaries(fractions: looks, spending: spending, alpha: alpha)
    else { return nil }
    self.looks = looks
    self.alpha = alpha
    self.spending = spending
    self.boundaries = boundaries.values
  }

  /// Returns the estimate with its repeated confidence interval at a look, counted from 0.
  ///
  /// Returns `nil` if there is no such look or no difference. The estimate's interval is `nil` if
  /// there are too few clusters for the level.
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
