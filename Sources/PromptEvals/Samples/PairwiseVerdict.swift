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
  /// What judging consumed.
  public var costs = CallCosts()

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

  /// Whether swapping the order changes what is preferred, a tie against a preference included; nil when the judge
  /// failed.
  public var isFlipped: Bool? {
    switch outcome {
    case .error: nil
    case .win, .loss: false
    case .tie: baselineFirst != .tie || challengerFirst != .tie
    }
  }
}

extension PairwiseVerdict.Outcome {
  /// What the challenger gets for it, a tie counting half; nil when the judge failed.
  var score: Double? {
    switch self {
    case .win: 1
    case .tie: 0.5
    case .loss: 0
    case .error: nil
    }
  }
}

extension [PairwiseVerdict] {
  /// How a pair comes out by what all models say of it: as more than half of those do that came to a verdict,
  /// otherwise a tie; an error only if none did.
  var outcome: PairwiseVerdict.Outcome {
    let outcomes = map(\.outcome).filter { $0 != .error }
    guard !outcomes.isEmpty else { return .error }
    return [.win, .loss].first { side in outcomes.count { $0 == side } * 2 > outcomes.count }
      ?? .tie
  }
}
