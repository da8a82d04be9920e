/// A sign-flip permutation test: the probability of differences this large if both sides were the
/// same and the sign of each cluster's sum a fair coin flip.
///
/// Exact over all 2ᴳ signs up to 20 clusters; beyond that p = (1 + hits)/(1 + B) over B seeded
/// draws (Phipson and Smyth 2010). Two-sided, on the sum. Needs no normality, so it holds for rates
/// of a few transcripts; with G clusters p cannot be below 2/2ᴳ, so five clusters can show nothing
/// at 5 %.
package enum SignFlipTest {
  /// The largest number of clusters for which all sign combinations are enumerated.
  package static let exactLimit = 20
  /// The default number of random draws beyond ``exactLimit``.
  package static let standardDraws = 20_000

  /// Returns the two-sided p; `nil` if there is no difference, or one is not finite.
  package static func p(
    _ differences: [PairedDifference], seed: UInt64 = 1, draws: Int = standardDraws
  ) -> Double? {
    ClusterTotals(differences).flatMap { p($0.sums, seed: seed, draws: draws) }
  }

  /// Returns the smallest p that these clusters could yield, with all signs alike.
  ///
  /// It is 2/2ᴳ over the clusters whose sum is not zero, or 1 if there are none; `nil` if there is
  /// no difference.
  package static func smallestP(_ differences: [PairedDifference]) -> Double? {
    ClusterTotals(differences).map { totals in
      let differing = totals.sums.count { abs($0) > ClusterTotals.tolerance }
      return differing == 0 ? 1 : 2 / Double(1 << min(differing, 60))
    }
  }

  /// Returns the two-sided p of independent differences or of the sums of clusters; `nil` if there
  /// are none, or one is not finite.
  package static func p(_ sums: [Double], seed: UInt64 = 1, draws: Int = standardDraws) -> Double? {
    guard !sums.isEmpty, draws > 0, sums.allSatisfy(\.isFinite) else { return nil }
    let magnitudes = sums.map(abs)
    let total = magnitudes.reduce(0, +)
    // Sums that differ only by rounding are equal.
    let threshold = abs(sums.reduce(0, +)) - 1e-9 * total
    return sums.count <= exactLimit
      ? exact(magnitudes, total: total, threshold: threshold)
      : drawn(magnitudes, total: total, threshold: threshold, seed: seed, draws: draws)
  }

  private static func exact(_ magnitudes: [Double], total: Double, threshold: Double)
    -> Double
  {
    // A sum and its negation have the same magnitude, so the last sign need not be varied.
    let count = 1 << (magnitudes.count - 1)
    var signs = 0
    var sum = -total
    var hits = 1
    // In Gray code order one sign changes at a time.
    for step in 1..<count {
      let position = step.trailingZeroBitCount
      signs ^= 1 << position
      let change = 2 * magnitudes[position]
      sum += signs & (1 << position) != 0 ? change : -change
      if abs(sum) >= threshold { hits += 1 }
    }
    return Double(hits) / Double(count)
  }

  private static func drawn(
    _ magnitudes: [Double], total: Double, threshold: Double, seed: UInt64, draws: Int
  ) -> Double {
    var random = SeededRandom(seed: seed)
    var hits = 0
    for _ in 0..<draws {
      var positive = 0.0
      var bits: UInt64 = 0
      for (position, magnitude) in magnitudes.enumerated() {
        if position & 63 == 0 { bits = random.next() }
        positive += Double(bits & 1) * magnitude
        bits >>= 1
      }
      if abs(2 * positive - total) >= threshold { hits += 1 }
    }
    return Double(1 + hits) / Double(1 + draws)
  }
}
