/// Fleiss' κ (1971): the agreement of several raters beyond chance.
///
/// Every item has the same number of ratings, not necessarily by the same raters.
package enum FleissKappa {
  /// Returns κ with its bootstrap interval, from counts with one row per item and one column per
  /// category.
  ///
  /// `clusters` names the cluster of each item; without it, items are independent. Returns `nil` if
  /// there is no item, rows differ in length or in their number of raters, there are fewer than two
  /// raters, or all ratings are one category.
  package static func estimate(_ counts: [[Int]], clusters: [String]? = nil, seed: UInt64)
    -> Estimate?
  {
    guard let first = counts.first, counts.allSatisfy({ $0.count == first.count }),
      counts.allSatisfy({ $0.allSatisfy { $0 >= 0 } }),
      (clusters?.count ?? counts.count) == counts.count
    else { return nil }
    let raters = first.reduce(0, +)
    guard raters > 1, counts.allSatisfy({ $0.reduce(0, +) == raters }) else { return nil }
    let members =
      clusters.map { ClusterMembers($0) } ?? ClusterMembers(independent: counts.count)
    return Bootstrap.estimate(
      clusters: members.positions.count, count: counts.count, seed: seed
    ) { drawn in
      kappa(members.items(of: drawn).map { counts[$0] }, raters: Double(raters))
    }
  }

  private static func kappa(_ counts: [[Int]], raters: Double) -> Double? {
    let items = Double(counts.count)
    var totals = Array(repeating: 0.0, count: counts.first?.count ?? 0)
    var agreed = 0.0
    for row in counts {
      for (category, count) in row.enumerated() {
        let count = Double(count)
        totals[category] += count
        agreed += count * (count - 1)
      }
    }
    agreed /= items * raters * (raters - 1)
    let expected = totals.reduce(0) { $0 + ($1 / (items * raters)) * ($1 / (items * raters)) }
    return expected < 1 ? (agreed - expected) / (1 - expected) : nil
  }
}
