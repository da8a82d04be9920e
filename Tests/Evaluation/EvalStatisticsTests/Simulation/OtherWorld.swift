import EvalStatistics
import Foundation

/// A model that no constant of the methods was tuned on: a person's probability to pass is drawn from a beta
/// distribution on each side, so that a few people may account for most failures.
struct OtherWorld: Sendable {
  var name: String
  /// The mean probability to pass on the first side, and on the second.
  var rates: (first: Double, second: Double)
  /// The sum of the beta distribution's parameters: the smaller, the more people differ.
  var concentration: Double
  /// Turns times samples of a transcript.
  var trials: Int
  /// Whether few people account for nearly all failures, and the first side has none.
  var isExtreme = false

  static let all = [
    OtherWorld(name: "80 %, no difference", rates: (0.8, 0.8), concentration: 5, trials: 12),
    OtherWorld(name: "60 %, no difference", rates: (0.6, 0.6), concentration: 2, trials: 10),
    OtherWorld(name: "90 % to 80 %", rates: (0.9, 0.8), concentration: 6, trials: 12),
    OtherWorld(name: "97 % to 93 %", rates: (0.97, 0.93), concentration: 4, trials: 24),
    OtherWorld(
      name: "100 % to 97 %, few persons fail", rates: (1, 0.97), concentration: 3, trials: 32,
      isExtreme: true),
  ]

  static let shapes = [
    Array(repeating: 1, count: 9), [7, 3, 2, 1, 1], Array(repeating: 2, count: 12),
    [20] + Array(repeating: 2, count: 10), (1...25).map { 1 + $0 % 11 },
  ]

  var truth: Double { rates.second - rates.first }

  /// One run of the comparison.
  func differences(_ sizes: [Int], _ draw: inout Draw) -> [PairedDifference] {
    sizes.enumerated().flatMap { cluster, size in
      let first = draw.beta(rates.first, concentration)
      let second = draw.beta(rates.second, concentration)
      return (0..<size).map { _ in
        let a = draw.successes(trials, first)
        let b = draw.successes(trials, second)
        return PairedDifference(value: Double(b - a) / Double(trials), cluster: "\(cluster)")
      }
    }
  }
}

extension Draw {
  /// From the beta distribution with this mean and sum of shapes, by two gammas.
  mutating func beta(_ mean: Double, _ sum: Double) -> Double {
    guard mean < 1 else { return 1 }
    let a = gamma(mean * sum)
    let b = gamma((1 - mean) * sum)
    return a / (a + b)
  }

  /// By Marsaglia and Tsang.
  private mutating func gamma(_ shape: Double) -> Double {
    // For shapes below 1, through the next higher shape.
    guard shape >= 1 else { return gamma(shape + 1) * pow(1 - uniform(), 1 / shape) }
    let d = shape - 1.0 / 3
    while true {
      let x = normal(1)
      let root = 1 + x / (9 * d).squareRoot()
      let v = root * root * root
      if v > 0, log(1 - uniform()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }
}
