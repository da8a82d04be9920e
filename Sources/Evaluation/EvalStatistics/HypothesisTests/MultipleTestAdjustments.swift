/// Holm's step-down adjustment (1979), which bounds the family-wise error rate.
///
/// For several metrics that decide together.
package enum HolmAdjustment {
  /// Returns the adjusted p values, in the order given; a `nil` stays `nil` and does not count as a
  /// test.
  package static func adjust(_ values: [Double?]) -> [Double?] {
    let ordered = values.enumerated().compactMap { position, p in p.map { (position, $0) } }
      .sorted { $0.1 < $1.1 }
    var adjusted: [Double?] = Array(repeating: nil, count: values.count)
    var largest = 0.0
    for (rank, (position, p)) in ordered.enumerated() {
      largest = max(largest, min(1, p * Double(ordered.count - rank)))
      adjusted[position] = largest
    }
    return adjusted
  }
}

/// Benjamini and Hochberg's step-up adjustment (1995), which bounds the false discovery rate.
///
/// For exploring many metrics, not for a gate.
package enum BenjaminiHochbergAdjustment {
  /// Returns the adjusted p values, in the order given; a `nil` stays `nil` and does not count as a
  /// test.
  package static func adjust(_ values: [Double?]) -> [Double?] {
    let ordered = values.enumerated().compactMap { position, p in p.map { (position, $0) } }
      .sorted { $0.1 > $1.1 }
    var adjusted: [Double?] = Array(repeating: nil, count: values.count)
    var smallest = 1.0
    for (rank, (position, p)) in ordered.enumerated() {
      smallest = min(smallest, p * Double(ordered.count) / Double(ordered.count - rank))
      adjusted[position] = smallest
    }
    return adjusted
  }
}
