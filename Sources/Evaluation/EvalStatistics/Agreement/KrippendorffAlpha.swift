/// Krippendorff's α: the agreement of any number of raters, with missing ratings, on a nominal,
/// ordinal or interval scale (Krippendorff 2011).
///
/// α = 1 - D_o/D_e, the observed over the expected disagreement of values that can be paired within
/// an item. The measure to use for juries of models.
package enum KrippendorffAlpha {
  /// The scale of the ratings, which defines the distance between two values.
  package enum Scale: Sendable, Hashable, CaseIterable {
    /// Categories: values are equal or not.
    case nominal
    /// Ranks: the distance is the number of ratings between two values.
    case ordinal
    /// Numbers: the disagreement is the squared difference.
    case interval
  }

  /// Returns α with its bootstrap interval, from one row per item and one column per rater, `nil`
  /// for a missing rating.
  ///
  /// On the nominal scale only equality counts, so any numbering of the categories will do.
  /// `clusters` names the cluster of each item; without it, items are independent. Returns `nil` if
  /// no item has two ratings, or if all values that can be paired are the same.
  package static func estimate(
    _ items: [[Double?]], scale: Scale, clusters: [String]? = nil, seed: UInt64,
    draws: Int = Bootstrap.standardDraws
  ) -> Estimate? {
    guard (clusters?.count ?? items.count) == items.count else { return nil }
    // An item with a single rating says nothing about agreement.
    let kept = items.indices.filter { items[$0].count { $0 != nil } > 1 }
    let ratings = kept.map { items[$0].compactMap { $0 } }
    guard ratings.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return nil }
    let values = Set(ratings.joined()).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1, $0) })
    let coded = ratings.map { $0.compactMap { numbers[$0] } }
    let members =
      clusters.map { names in ClusterMembers(kept.map { names[$0] }) }
      ?? ClusterMembers(independent: coded.count)
    return Bootstrap.estimate(
      clusters: members.positions.count, count: coded.count, seed: seed, draws: draws
    ) { drawn in
      alpha(members.items(of: drawn).map { coded[$0] }, values: values, scale: scale)
    }
  }

  private static func alpha(_ items: [[Int]], values: [Double], scale: Scale) -> Double? {
    var totals = Array(repeating: 0.0, count: values.count)
    for value in items.joined() { totals[value] += 1 }
    let places = places(of: values, totals: totals, scale: scale)
    func distance(_ a: Int, _ b: Int) -> Double {
      guard a != b else { return 0 }
      let step = places[a] - places[b]
      return scale == .nominal ? 1 : step * step
    }
    var observed = 0.0
    for item in items {
      var sum = 0.0
      for (position, a) in item.enumerated() {
        for b in item[(position + 1)...] { sum += distance(a, b) }
      }
      observed += 2 * sum / Double(item.count - 1)
    }
    let count = totals.reduce(0, +)
    var expected = 0.0
    for a in totals.indices where totals[a] > 0 {
      for b in totals.indices.dropFirst(a + 1) {
        expected += 2 * totals[a] * totals[b] * distance(a, b)
      }
    }
    guard count > 1, expected > 0 else { return nil }
    return 1 - (count - 1) * observed / expected
  }

  /// Returns the position of each value on a line where the squared distance is the disagreement.
  ///
  /// For ranks, the distance of two values is the number of ratings between them plus half of their
  /// own.
  private static func places(of values: [Double], totals: [Double], scale: Scale) -> [Double] {
    guard scale == .ordinal else { return values }
    var below = 0.0
    return totals.map { total in
      defer { below += total }
      return below + total / 2
    }
  }
}
