public import EvalStatistics

/// What a single cluster contributes to a difference.
///
/// A difference that comes from one person says little about others, however many conversations the person had.
public struct ClusterShare: Sendable, Hashable {
  /// The name of the cluster.
  public var cluster: String
  /// The number of the cluster's transcripts whose scores differ.
  public var changed: Int
  /// The number of all transcripts whose scores differ.
  public var allChanged: Int
  /// The part of the sum of all differences that comes from the cluster: above 1 if the other clusters differ in the
  /// other direction.
  public var share: Double
  /// The difference without the cluster.
  public var rest: Estimate
  /// The p-value of the sign-flip test without the cluster.
  public var restP: Double?

  /// Whether scores differ in this cluster alone.
  public var isAll: Bool { changed == allChanged }

  /// Finds the cluster that contributes more than half.
  ///
  /// `nil` if there is none, if there is no other cluster, or if the cluster has a single transcript that differs.
  init?(
    leadingIn differences: [PairedDifference], within bounds: ClosedRange<Double>?, seed: UInt64
  ) {
    let total = differences.reduce(0) { $0 + $1.value }
    guard abs(total) > ClusterTotals.tolerance else { return nil }
    let sums = differences.reduce(into: [String: Double]()) {
      $0[$1.cluster, default: 0] += $1.value
    }
    let leading = sums.max { ($0.value / total, $1.key) < ($1.value / total, $0.key) }
    guard let leading, leading.value / total > 0.5 + 1e-9 else { return nil }
    let changes = differences.filter { abs($0.value) > ClusterTotals.tolerance }
    let others = differences.filter { $0.cluster != leading.key }
    let own = changes.count { $0.cluster == leading.key }
    guard own > 1, let rest = Estimate.difference(of: others, within: bounds) else { return nil }
    cluster = leading.key
    share = leading.value / total
    changed = own
    allChanged = changes.count
    self.rest = rest
    restP = SignFlipTest.p(others, seed: seed)
  }
}
