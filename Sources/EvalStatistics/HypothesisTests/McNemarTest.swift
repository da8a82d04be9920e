/// McNemar's test (1947) of two shares on the same transcripts, for one yes or no each.
///
/// Only the discordant transcripts count: if the sides are the same, each is as good as a coin. It
/// takes transcripts for independent; for clusters there is ``ClusteredBinaryTest``.
package struct McNemarTest: Sendable, Hashable {
  /// Transcripts that only the first side passes.
  package let onlyFirst: Int
  /// Transcripts that only the second side passes.
  package let onlySecond: Int

  /// Nil when a count is negative.
  package init?(onlyFirst: Int, onlySecond: Int) {
    guard onlyFirst >= 0, onlySecond >= 0 else { return nil }
    self.onlyFirst = onlyFirst
    self.onlySecond = onlySecond
  }

  private var discordant: Int { onlyFirst + onlySecond }

  /// The exact two-sided p: twice the smaller binomial tail, at most 1. It is 1 when no transcript
  /// is discordant.
  package var exactP: Double? {
    BinomialDistribution.lowerTail(min(onlyFirst, onlySecond), trials: discordant, p: 0.5)
      .map { min(1, 2 * $0) }
  }

  /// The mid-p, which counts the observed outcome half: to be preferred, as the exact p is too
  /// large on average (Fagerland, Lydersen and Laake 2013).
  package var midP: Double? {
    let smaller = min(onlyFirst, onlySecond)
    guard let tail = BinomialDistribution.lowerTail(smaller, trials: discordant, p: 0.5),
      let point = BinomialDistribution.probability(of: smaller, trials: discordant, p: 0.5)
    else { return nil }
    // Twice the tail counts the middle outcome twice where both sides are equal.
    return onlyFirst == onlySecond ? 1 : 2 * tail - point
  }

  /// χ² with one degree of freedom, (b - c)²/(b + c); with the continuity correction of Edwards
  /// (1948), (|b - c| - 1)²/(b + c), not below 0. Nil when no transcript is discordant.
  package func chiSquared(isCorrected: Bool) -> Double? {
    guard discordant > 0 else { return nil }
    let distance = max(0, Double(abs(onlyFirst - onlySecond)) - (isCorrected ? 1 : 0))
    return distance * distance / Double(discordant)
  }

  /// The p of χ²; nil when no transcript is discordant.
  package func chiSquaredP(isCorrected: Bool) -> Double? {
    chiSquared(isCorrected: isCorrected).flatMap {
      ChiSquaredDistribution.upperTail($0, degreesOfFreedom: 1)
    }
  }
}
