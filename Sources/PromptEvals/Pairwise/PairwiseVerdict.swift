/// What a pairwise judge says of two samples of one transcript.
public struct PairwiseVerdict: Sendable, Hashable {
  /// How one reading in one order came out.
  public enum Choice: String, Sendable, Hashable {
    /// The one that was shown first.
    case first
    /// The one that was shown second.
    case second
    /// Neither.
    case tie
  }

  /// How the pair comes out.
  public enum Outcome: String, Sendable, Hashable {
    /// The challenger is better, in both orders.
    case win
    /// The baseline is better, in both orders.
    case loss
    /// Neither, or the judge followed the order instead of the texts.
    case tie
    /// The judge failed.
    case error
  }

  /// The judge's id.
  public var judge: String
  /// The model that judged.
  public var model: String
  /// The challenger's sample; the baseline's has the same transcript and attempt.
  public var sample: SampleKey
  /// What the judge chose when the baseline came first.
  public var baselineFirst: Choice?
  /// What it chose when the challenger came first.
  public var challengerFirst: Choice?
  /// Why, in the judge's words, for both orders; or why it failed.
  public var reasons: [String]

  /// Creates a verdict.
  public init(
    judge: String, model: String, sample: SampleKey, baselineFirst: Choice?,
    challengerFirst: Choice?, reasons: [String]
  ) {
    self.judge = judge
    self.model = model
    self.sample = sample
    self.baselineFirst = baselineFirst
    self.challengerFirst = challengerFirst
    self.reasons = reasons
  }

  /// How it comes out: a win only if both orders agree.
  public var outcome: Outcome {
    switch (baselineFirst, challengerFirst) {
    case (.second?, .first?): .win
    case (.first?, .second?): .loss
    case (nil, _), (_, nil): .error
    default: .tie
    }
  }
}
