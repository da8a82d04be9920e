/// The size, sum and constancy of the values of each cluster.
///
/// Clusters are sorted by name, so that a seeded method gives the same result in whatever order the
/// transcripts were read.
package struct ClusterTotals: Sendable, Hashable {
  /// The number of transcripts in each cluster.
  let sizes: [Double]
  /// The sum of each cluster's values.
  let sums: [Double]
  /// The value of a cluster whose values are all the same; `nil` if they differ.
  let constants: [Double?]
  /// The smallest value over all transcripts.
  let smallest: Double
  /// The largest value over all transcripts.
  let largest: Double
  /// The number of transcripts.
  let count: Int
  /// The mean over transcripts.
  let mean: Double

  /// The distance below which values count as equal: shares such as 2/3 - 1/3 and 1 - 2/3 differ in
  /// their last bit.
  package static let tolerance = 1e-9

  /// Groups differences by cluster; returns `nil` if there are none, or one is not finite.
  package init?(_ differences: [PairedDifference]) {
    var positions: [String: Int] = [:]
    var members: [(name: String, values: [Double])] = []
    for difference in differences {
      guard difference.value.isFinite else { return nil }
      if let position = positions[difference.cluster] {
        members[position].values.append(difference.value)
      } else {
        positions[difference.cluster] = members.count
        members.append((difference.cluster, [difference.value]))
      }
    }
    members.sort { $0.name < $1.name }
    self.init(members.map(\.values))
  }

  /// Takes clusters in the order given, without the empty ones; returns `nil` if there is no value,
  /// or their sum is not finite.
  init?(_ groups: [[Double]]) {
    let clusters = groups.filter { !$0.isEmpty }
    count = clusters.reduce(0) { $0 + $1.count }
    let total = clusters.joined().reduce(0, +)
    guard count > 0, total.isFinite else { return nil }
    sizes = clusters.map { Double($0.count) }
    sums = clusters.map { $0.reduce(0, +) }
    constants = clusters.map { values in
      values.allSatisfy { abs($0 - values[0]) <= Self.tolerance } ? values[0] : nil
    }
    smallest = clusters.joined().min() ?? 0
    largest = clusters.joined().max() ?? 0
    mean = total / Double(count)
  }

  package var clusters: Int { sizes.count }

  private init(negating totals: ClusterTotals) {
    sizes = totals.sizes
    sums = totals.sums.map { -$0 }
    constants = totals.constants.map { $0.map { -$0 } }
    smallest = -totals.largest
    largest = -totals.smallest
    count = totals.count
    mean = -totals.mean
  }

  /// The same clusters with all values negated.
  var negated: ClusterTotals { ClusterTotals(negating: self) }

  /// The value that all transcripts have; `nil` if they differ.
  package var onlyValue: Double? {
    guard let first = constants[0] else { return nil }
    let isOnly = constants.allSatisfy { $0.map { abs($0 - first) <= Self.tolerance } ?? false }
    return isOnly ? first : nil
  }
}
