/// Whether a figure agrees with a reference, by default to six digits.
package func isClose(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  a.map { abs($0 - b) <= tolerance * max(1, abs(b)) } ?? false
}

/// Whether an interval agrees with a reference at both ends.
package func isClose(
  _ a: ClosedRange<Double>?, _ low: Double, _ high: Double, _ tolerance: Double = 1e-6
)
  -> Bool
{
  isClose(a?.lowerBound, low, tolerance) && isClose(a?.upperBound, high, tolerance)
}

/// Data sets with results from the literature and other software.
package enum ReferenceData {
  /// Darwin's maize: differences of height in 15 pairs of plants.
  package static let maize = [49.0, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

  /// Student's sleep data: extra hours of ten patients on two drugs.
  package static let sleepFirst = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
  package static let sleepSecond = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
  /// First drug minus second.
  package static let sleep = [-1.2, -2.4, -1.3, -1.3, 0, -1.0, -1.8, -0.8, -4.6, -1.4]

  /// Efron and Tibshirani's 15 law schools: mean scores of a test, and mean grades.
  package static let schoolScores = [
    576.0, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594,
  ]
  package static let schoolGrades = [
    3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96,
  ]

  /// Their spatial test of 26 children, first of two tests.
  package static let spatial = [
    48.0, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26,
    30, 41,
  ]
}

extension [Double] {
  /// The population variance of the values at these positions.
  package func variance(at positions: [Int]) -> Double {
    let values = positions.map { self[$0] }
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
  }
}
