import EvalStatistics
import Foundation

/// A model of two compared versions with a known true mean difference.
///
/// A transcript's score is the share of 8 turns that pass, averaged over K samples. The logit of a turn's probability
/// to pass is the sum of the version's level, the effects of the person and of the transcript, and the interactions of
/// this version with this person and this transcript. Differences depend on the last two; the person's effect
/// correlates transcripts of one person.
struct Scenario: Sendable {
  var name: String
  /// The probability to pass on the first side, and on the second.
  var rates: (first: Double, second: Double)
  /// Standard deviations on the logit scale.
  var person = 0.6
  var transcript = 0.6
  var personBySide = 0.0
  var transcriptBySide = 0.0
  var samples = 1
  /// The probability that the second side fails a whole transcript.
  var collapse = 0.0
  /// Whether a method has to be accurate in this scenario to decide a gate.
  var isMain = true

  static let turns = 8

  /// Whether the two sides are the same on average.
  var isNull: Bool { rates.first == rates.second && collapse == 0 }

  /// Whether the first side cannot be improved.
  var isCeiling: Bool { rates.first > 0.999 }

  static let all = [
    Scenario(name: "same version, K=1", rates: (0.8, 0.8)),
    Scenario(
      name: "differs by person, K=2", rates: (0.8, 0.8), personBySide: 0.5, transcriptBySide: 0.4,
      samples: 2),
    Scenario(
      name: "70 % to 80 %, K=1", rates: (0.7, 0.8), personBySide: 0.65, transcriptBySide: 0.4),
    Scenario(
      name: "85 % to 75 %, K=4", rates: (0.85, 0.75), personBySide: 0.45, transcriptBySide: 0.5,
      samples: 4),
    Scenario(
      name: "strong persons, K=4", rates: (0.75, 0.75), personBySide: 1.0, transcriptBySide: 0.4,
      samples: 4),
    Scenario(
      name: "95 % to 90 %, K=2", rates: (0.95, 0.9), personBySide: 0.6, transcriptBySide: 0.3,
      samples: 2),
    Scenario(
      name: "rare, same version", rates: (0.995, 0.995), personBySide: 0.5, isMain: false),
    Scenario(
      name: "rare, 99.8 % to 98.5 %", rates: (0.998, 0.985), personBySide: 0.5, isMain: false),
    Scenario(
      name: "ceiling, 100 % to 97 %, K=4", rates: (0.9995, 0.97), personBySide: 0.5, samples: 4,
      isMain: false),
    Scenario(
      name: "ceiling, 100 % to 90 %, K=1", rates: (0.9995, 0.9), personBySide: 0.5, isMain: false),
    Scenario(
      name: "skewed: 5 % collapse", rates: (0.8, 0.8), personBySide: 0.3, collapse: 0.05,
      isMain: false),
    Scenario(
      name: "skewed: 15 % collapse", rates: (0.8, 0.8), personBySide: 0.3, collapse: 0.15,
      isMain: false),
  ]

  /// The sizes of the clusters of T transcripts, unequal as they are in practice.
  static func sizes(_ transcripts: Int) -> [Int] {
    switch transcripts {
    case 10: [3, 2, 2, 1, 1, 1]
    case 20: [4, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    case 30: [5, 4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1]
    case 100:
      [12, 8, 6, 6] + [5, 5, 4, 4, 4] + Array(repeating: 3, count: 5)
        + Array(repeating: 2, count: 10) + Array(repeating: 1, count: 11)
    default: Array(repeating: 1, count: transcripts)
    }
  }

  /// One run of the comparison.
  func differences(_ sizes: [Int], _ draw: inout Draw) -> [PairedDifference] {
    let first = logit(rates.first)
    let second = logit(rates.second)
    var differences: [PairedDifference] = []
    for (cluster, size) in sizes.enumerated() {
      let base = draw.normal(person)
      let a = draw.normal(personBySide)
      let b = draw.normal(personBySide)
      for _ in 0..<size {
        let shared = base + draw.normal(transcript)
        let chanceA = logistic(first + shared + a + draw.normal(transcriptBySide))
        let chanceB = logistic(second + shared + b + draw.normal(transcriptBySide))
        let fails = collapse > 0 && draw.uniform() < collapse
        let trials = Self.turns * samples
        let difference =
          Double(fails ? 0 : draw.successes(trials, chanceB))
          - Double(draw.successes(trials, chanceA))
        differences.append(
          PairedDifference(value: difference / Double(trials), cluster: String(cluster)))
      }
    }
    return differences
  }

  /// The true mean difference, by integrating the normal parts.
  var truth: Double {
    let shared = person * person + transcript * transcript
    let own = personBySide * personBySide + transcriptBySide * transcriptBySide
    let spread = (shared + own).squareRoot()
    return mean(logit(rates.second), spread) * (1 - collapse) - mean(logit(rates.first), spread)
  }

  private func mean(_ level: Double, _ spread: Double) -> Double {
    // The trapezoidal rule is exact to many digits for so smooth an integrand.
    let step = 0.02
    return (-450...450).reduce(0) { sum, k in
      let z = Double(k) * step
      return sum + logistic(level + spread * z) * exp(-z * z / 2) * step
    } / (2 * Double.pi).squareRoot()
  }

  private func logit(_ p: Double) -> Double { log(p / (1 - p)) }
  private func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
}

/// Seeded draws from the distributions that scenarios need.
struct Draw {
  private var random: SeededRandom
  private var spare: Double?

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func uniform() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  /// By the polar method of Marsaglia.
  mutating func normal(_ deviation: Double) -> Double {
    guard deviation > 0 else { return 0 }
    if let spare {
      self.spare = nil
      return spare * deviation
    }
    while true {
      let u = 2 * uniform() - 1
      let v = 2 * uniform() - 1
      let square = u * u + v * v
      guard square > 0, square < 1 else { continue }
      let factor = (-2 * log(square) / square).squareRoot()
      spare = v * factor
      return u * factor * deviation
    }
  }

  mutating func successes(_ trials: Int, _ p: Double) -> Int {
    var count = 0
    for _ in 0..<trials where uniform() < p { count += 1 }
    return count
  }

  /// By Fisher and Yates.
  mutating func shuffle(_ values: inout [Int]) {
    for position in values.indices.dropFirst() {
      values.swapAt(position, random.position(below: position + 1))
    }
  }
}
