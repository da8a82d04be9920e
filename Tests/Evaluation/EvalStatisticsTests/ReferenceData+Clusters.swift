import EvalStatistics
import TestKit

extension ReferenceData {
  /// Random differences in seven clusters, compared with statsmodels and matrix algebra.
  static let clustered = zip(
    [
      -0.377, 0.429, -0.211, -0.028, 0.027, -0.172, -0.36, 0.245, 0.158, -0.536, 0.754, 0.341,
      -0.178, 0.321,
    ], ["a", "a", "a", "b", "b", "c", "c", "d", "d", "d", "e", "f", "g", "g"]
  ).map { PairedDifference(value: $0, cluster: $1) }

  /// 0…19 in four clusters, i mod 4.
  static let twenty = (0..<20).map {
    PairedDifference(value: Double($0), cluster: "\($0 % 4)")
  }
}

extension [Double] {
  /// Each value as its own cluster.
  var independent: [PairedDifference] {
    enumerated().map { PairedDifference(value: $1, cluster: "\($0)") }
  }
}
