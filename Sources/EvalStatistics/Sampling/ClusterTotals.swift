/// Values by cluster: how many, their sum, and whether they are all one value.
///
/// Clusters come in the order of their names, so that a seeded method gives the same result in
/// whatever order the transcripts were read.
package struct ClusterTotals: Sendable, Hashable {
  /// How many transcripts each cluster has.
  let sizes: [Double]
  /// The sum of each cluster's values.
  let sums: [Double]
  /// The one value of a cluster whose values are all the same; nil where they differ.
  let constants: [Double?]
  /// The smallest value of a transcript.
  let smallest: Double
  /// The largest value of a transcript.
  let largest: Double
  /// How many transcripts there are.
  let count: Int
  /// The mean over transcripts.
  let mean: Double

  /// Values closer than this are one value: shares such as 2/3 - 1/3 and 1 - 2/3 differ in their
  /// last bit only.
  package static let tolerance = 1e-9

  /// Sorts values into clusters; nil when there is none, or one is not a number.
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

  /// Takes clusters in the order given, without the empty ones; nil when there is no value.
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

  /// The same values, each a cluster of its own.
  static func independent(_ differences: [PairedDifference]) -> ClusterTotals? {
    guard differences.allSatisfy(\.value.isFinite) else { return nil }
    return ClusterTotals(differences.map { [$0.value] })
  }

  /// The number of clusters.
  package var clusters: Int { sizes.count }

  /// The one value that all transcripts have; nil when they differ.
  package var onlyValue: Double? {
    guard let first = constants[0] else { return nil }
    let isOnly = constants.allSatisfy { $0.map { abs($0 - first) <= Self.tolerance } ?? false }
    return isOnly ? first : nil
  }
}
