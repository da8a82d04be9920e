/// Benjamini and Hochberg's step-up adjustment (1995): keeps the expected share of false alarms
/// among what is shown at the level. For exploring many metrics, not for a gate.
package enum BenjaminiHochbergAdjustment {
  /// The adjusted p values, in the order given; an undefined one stays undefined and does not
  /// count.
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
