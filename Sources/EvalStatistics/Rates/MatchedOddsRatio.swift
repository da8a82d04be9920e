/// The odds ratio of two sides on the same transcripts, for one yes or no each: transcripts that
/// only the second side passes, over those that only the first does.
///
/// This is the conditional maximum likelihood estimate; the interval is Clopper and Pearson's for
/// the share of discordant transcripts that the second side passes, turned into odds. Takes
/// transcripts for independent.
package struct MatchedOddsRatio: Sendable, Hashable {
  /// The ratio; above 1 where the second side is better.
  package let value: Double
  /// The 95 % interval; nil when it has no upper end.
  package let interval: ClosedRange<Double>?

  /// Nil when no transcript is passed by the first side only: the ratio is then unbounded.
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
