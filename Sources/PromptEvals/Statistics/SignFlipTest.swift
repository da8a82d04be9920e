/// Asks how often differences this large would come about if the two sides were the same: each
/// pair's sign is then as good as a coin.
///
/// Exact over all 2ⁿ signs up to 20 pairs; beyond that p = (1 + hits)/(1 + B) over B seeded draws.
/// Two-sided, on the sum. Needs no normality, so it holds for rates of a few transcripts.
package enum SignFlipTest {
  /// The largest number of pairs for which every sign is tried.
  package static let exactLimit = 20

  /// The two-sided p; nil when there is no pair.
  package static func p(_ differences: [Double], seed: UInt64 = 1, draws: Int = 20_000) -> Double? {
    guard !differences.isEmpty else { return nil }
    let magnitudes = differences.map(abs)
    let observed = abs(differences.reduce(0, +))
    // Sums that differ by rounding only are equal.
    let threshold = observed - 1e-9 * max(1, magnitudes.reduce(0, +))
    guard differences.count <= exactLimit else {
      var random = SeededRandom(seed: seed)
      let hits = (0..<draws).count { _ in
        let sum = magnitudes.reduce(0) { $0 + (random.next() & 1 == 0 ? $1 : -$1) }
        return abs(sum) >= threshold
      }
      return Double(1 + hits) / Double(1 + draws)
    }
    let count = 1 << magnitudes.count
    var signs = 0
    var sum = -magnitudes.reduce(0, +)
    var hits = abs(sum) >= threshold ? 1 : 0
    // In Gray code order one sign changes at a time.
    for step in 1..<count {
      let position = step.trailingZeroBitCount
      signs ^= 1 << position
      sum += signs & (1 << position) != 0 ? 2 * magnitudes[position] : -2 * magnitudes[position]
      if abs(sum) >= threshold { hits += 1 }
    }
    return Double(hits) / Double(count)
  }
}
