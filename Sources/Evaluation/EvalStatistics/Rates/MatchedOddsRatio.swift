/// The odds ratio of two sides on the same transcripts, with one binary outcome per side:
/// transcripts that only the second side passes, over those that only the first does.
///
/// This is the conditional maximum likelihood estimate; the interval is Clopper and Pearson's for
/// the share of discordant transcripts that the second side passes, converted to odds. Assumes
/// independent transcripts.
package struct MatchedOddsRatio: Sendable, Hashable {
  /// The ratio; above 1 if the second side is better.
  package let value: Double
  /// The 95 % interval; `nil` if it is unbounded above.
  package let interval: ClosedRange<Double>?

  /// Returns `nil` if no transcript is passed by the first side only: the ratio is then unbounded.
  package init?(onlyFirst: Int, onlySecond: Int) {
    guard onlyFirst > 0, onlySecond >= 0 else { return nil }
    value = Double(onlySecond) / Double(onlyFirst)
    interval = ClopperPearsonInterval.interval(
      successes: onlySecond, trials: onlyFirst + onlySecond
    ).flatMap { share in
      guard share.upperBound < 1 else { return nil }
      return share.lowerBound / (1 - share.lowerBound)...share.upperBound / (1 - share.upperBound)
    }
  }
}
