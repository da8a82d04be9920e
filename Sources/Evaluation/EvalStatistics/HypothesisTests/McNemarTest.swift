/// McNemar's test (1947) of two shares on the same transcripts, with one binary outcome per side.
///
/// Only discordant transcripts count: if the sides are equal, each of these is a fair coin flip.
/// Assumes independent transcripts; for clusters there is ``ClusteredBinaryTest``.
package struct McNemarTest: Sendable, Hashable {
  /// The number of transcripts that only the first side passes.
  package let onlyFirst: Int
  /// The number of transcripts that only the second side passes.
  package let onlySecond: Int

  /// Returns `nil` if a count is negative.
  package init?(onlyFirst: Int, onlySecond: Int) {
    guard onlyFirst >= 0, onlySecond >= 0 else { return nil }
    self.onlyFirst = onlyFirst
    self.onlySecond = onlySecond
  }

  private var discordant: Int { onlyFirst + onlySecond }

  /// The exact two-sided p: twice the smaller binomial tail, at most 1.
  ///
  /// It is 1 if no transcript is discordant.
  package var exactP: Double? {
    BinomialDistribution.lowerTail(min(onlyFirst, onlySecond), trials: discordant, p: 0.5)
      .map { min(1, 2 * $0) }
  }

  /// The mid-p, which counts the observed outcome half.
  ///
  /// Preferable to the exact p, which is too large on average (Fagerland, Lydersen and Laake 2013).
  package var midP: Double? {
    let smaller = min(onlyFirst, onlySecond)
    guard let tail = BinomialDistribution.lowerTail(smaller, trials: discordant, p: 0.5),
      let point = BinomialDistribution.probability(of: smaller, trials: discordant, p: 0.5)
    else { return nil }
    // Twice the tail counts the middle outcome twice if both sides are equal.
    return onlyFirst == onlySecond ? 1 : 2 * tail - point
  }

  /// Returns χ² with one degree of freedom, (b - c)²/(b + c); `nil` if no transcript is discordant.
  ///
  /// With the continuity correction of Edwards (1948) it is (|b - c| - 1)²/(b + c), not below 0.
  package func chiSquared(isCorrected: Bool) -> Double? {
    guard discordant > 0 else { return nil }
    let distance = max(0, Double(abs(onlyFirst - onlySecond)) - (isCorrected ? 1 : 0))
    return distance * distance / Double(discordant)
  }

  /// Returns the p of χ²; `nil` if no transcript is discordant.
  package func chiSquaredP(isCorrected: Bool) -> Double? {
    chiSquared(isCorrected: isCorrected).flatMap {
      ChiSquaredDistribution.upperTail($0, degreesOfFreedom: 1)
    }
  }
}
