/// A comparison that may stop early without raising the probability of a false alarm.
///
/// Looks are planned as fractions of the planned transcripts. At each, limits are computed with the
/// error that corresponds to the look's boundary: the boundary is one of Z, and the limits of
/// ``LimitTest`` get its tail. These are the repeated confidence intervals of Jennison and Turnbull
/// (1989): all of them cover the truth simultaneously with probability 1 - α, so that any decision
/// may rest on any of them, about zero or about a margin, whether stopping followed the rule or not.
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

  /// Returns the error that either limit may have at a look, counted from 0; `nil` if there is no
  /// such look.
  package func tail(at look: Int) -> Double? {
    boundaries.indices.contains(look) ? NormalDistribution.upperTail(boundaries[look]) : nil
  }
}
