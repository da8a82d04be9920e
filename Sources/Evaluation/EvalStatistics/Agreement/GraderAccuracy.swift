/// The precision, recall and F1 of a grader, each with its interval.
package struct GraderAccuracy: Sendable, Hashable {
  /// An item with a known ground truth.
  package struct Item: Sendable, Hashable {
    /// Whether the item is positive according to the ground truth.
    package var isPositive: Bool
    /// Whether the grader called the item positive.
    package var isCalledPositive: Bool
    /// The group of dependent items that this one belongs to, such as its transcript.
    package var cluster: String

    package init(isPositive: Bool, isCalledPositive: Bool, cluster: String) {
      self.isPositive = isPositive
      self.isCalledPositive = isCalledPositive
      self.cluster = cluster
    }
  }

  /// The confusion matrix of all items.
  package let counts: ConfusionCounts
  /// `nil` if no item is called positive.
  package let precision: Estimate?
  /// `nil` if no item is positive.
  package let recall: Estimate?
  /// `nil` if no item is positive or called positive.
  package let f1: Estimate?

  /// Computes the figures and their intervals.
  ///
  /// Precision and recall get Wilson's interval if no two items share a cluster, otherwise the
  /// bootstrap's over clusters. F1 is not a share of independent items and always gets the
  /// bootstrap's.
  package init(_ items: [Item], seed: UInt64, draws: Int = Bootstrap.standardDraws) {
    let members = ClusterMembers(items.map(\.cluster))
    let parts = members.positions.map { Self.counts($0.map { items[$0] }) }
    let counts = Self.counts(items)
    self.counts = counts
    func bootstrap(_ statistic: (ConfusionCounts) -> Double?, count: Int) -> Estimate? {
      Bootstrap.estimate(clusters: parts.count, count: count, seed: seed, draws: draws) { drawn in
        var sum = ConfusionCounts()
        for position in drawn { sum.add(parts[position]) }
        return statistic(sum)
      }
    }
    func share(_ statistic: (ConfusionCounts) -> Double?, part: Int, rest: Int) -> Estimate? {
      members.isIndependent
        ? WilsonInterval.estimate(successes: part, trials: part + rest)
        : bootstrap(statistic, count: part + rest)
    }
    precision = share({ $0.precision }, part: counts.truePositives, rest: counts.falsePositives)
    recall = share({ $0.recall }, part: counts.truePositives, rest: counts.falseNegatives)
    f1 = bootstrap({ $0.f1 }, count: items.count)
  }

  private static func counts(_ items: [Item]) -> ConfusionCounts {
    items.reduce(into: ConfusionCounts()) {
      $0.add(isPositive: $1.isPositive, isCalledPositive: $1.isCalledPositive)
    }
  }
}

extension ConfusionCounts {
  mutating func add(_ other: ConfusionCounts) {
    truePositives += other.truePositives
    falsePositives += other.falsePositives
    falseNegatives += other.falseNegatives
    trueNegatives += other.trueNegatives
  }
}
