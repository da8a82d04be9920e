/// Wilcoxon's signed-rank test (1945) of whether positive differences are larger than negative
/// ones.
///
/// Assumes independent transcripts. Zeros are left out, and equal magnitudes share their mean rank.
/// The distribution is the exact one for n distinct magnitudes; if ties make the rank sum a half
/// number, it is rounded towards the middle, so that p is conservative. This is what SciPy's
/// `wilcoxon(method: "exact")` does. With ties it is not exact; ``SignFlipTest`` is.
package struct WilcoxonSignedRankTest: Sendable, Hashable {
  /// The sum of the ranks of the positive differences.
  package let positiveRanks: Double
  /// The number of differences that are not zero.
  package let count: Int
  /// The two-sided p-value, between 0 and 1.
  package let p: Double

  /// Returns `nil` if all differences are zero, or one is not finite.
  ///
  /// Quadratic memory in the number of differences, cubic time: for up to a few hundred.
  package init?(_ differences: [Double]) {
    guard differences.allSatisfy(\.isFinite) else { return nil }
    let ordered = differences.filter { $0 != 0 }.sorted { abs($0) < abs($1) }
    guard !ordered.isEmpty else { return nil }
    count = ordered.count
    positiveRanks = Self.positiveRanks(ordered)
    p = Self.twoSidedP(positiveRanks, count: ordered.count)
  }

  private static func positiveRanks(_ ordered: [Double]) -> Double {
    var sum = 0.0
    var start = 0
    while start < ordered.count {
      var end = start + 1
      while end < ordered.count, abs(ordered[end]) == abs(ordered[start]) { end += 1 }
      let rank = Double(start + 1 + end) / 2
      sum += rank * Double(ordered[start..<end].count { $0 > 0 })
      start = end
    }
    return sum
  }

  private static func twoSidedP(_ statistic: Double, count: Int) -> Double {
    let largest = count * (count + 1) / 2
    // The share of all sets of ranks with each sum, built up by including or excluding one rank at
    // a time.
    var shares = [1.0] + Array(repeating: 0, count: largest)
    var reached = 0
    for rank in 1...count {
      reached += rank
      for sum in stride(from: reached, through: 0, by: -1) {
        shares[sum] = (shares[sum] + (sum >= rank ? shares[sum - rank] : 0)) / 2
      }
    }
    let below = shares[...Int(statistic.rounded(.up))].reduce(0, +)
    let above = shares[Int(statistic.rounded(.down))...].reduce(0, +)
    return min(1, 2 * min(below, above))
  }
}
