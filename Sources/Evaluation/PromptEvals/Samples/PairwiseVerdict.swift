/// The verdict of a pairwise judge on two samples of one transcript.
public struct PairwiseVerdict: Sendable, Hashable {
  /// The preference in one of the two orders.
  public enum Choice: String, Sendable, Hashable {
    /// The text that was shown first.
    case first
    /// The text that was shown second.
    case second
    /// Neither text was preferred.
    case tie
  }

  /// The result of both orders together.
  public enum Outcome: String, Sendable, Hashable {
    /// The challenger is better, in both orders.
    case win
    /// The baseline is better, in both orders.
    case loss
    /// Neither is better, or the preference changed with the order.
    case tie
    /// The judge failed in one of the orders or in both.
    case error
  }

  /// The id of the judge.
  public var judge: String
  /// The model that judged.
  public var model: String
  /// The challenger's sample.
  ///
  /// The baseline's has the same transcript and attempt.
  public var sample: SampleKey
  /// The choice with the baseline shown first; `nil` if the judge failed.
  public var baselineFirst: Choice?
  /// The choice with the challenger shown first; `nil` if the judge failed.
  public var challengerFirst: Choice?
  /// The judge's reasons for both choices, or why it failed.
  public var reasons: [String]
  /// What the calls of the judge consumed.
  public var costs = CallCosts()
  /// A digest of the requests whose replies were compared; `nil` if one of them is not known.
  ///
  /// Pairs with the same digest belong to one observation.
  public var requests: String?

  /// Creates a verdict from the choices in both orders.
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

  /// The result of both orders together: a win or a loss only if they agree.
  public var outcome: Outcome {
    switch (baselineFirst, challengerFirst) {
    case (.second?, .first?): .win
    case (.first?, .second?): .loss
    case (nil, _), (_, nil): .error
    default: .tie
    }
  }

  /// Why the judge failed, in the first order in which it did; `nil` if it did not.
  public var failureReason: String? {
    let choices = [baselineFirst, challengerFirst]
    guard let place = choices.firstIndex(where: { $0 == nil }) else { return nil }
    let reason = reasons.indices.contains(place) ? reasons[place] : ""
    return reason.isEmpty ? "no reason was given" : reason
  }

  /// Whether the preference changes with the order, also from a tie to a preference; `nil` if the judge failed.
  public var isFlipped: Bool? {
    switch outcome {
    case .error: nil
    case .win, .loss: false
    case .tie: baselineFirst != .tie || challengerFirst != .tie
    }
  }
}

extension PairwiseVerdict.Outcome {
  /// The challenger's score, with 0.5 for a tie; `nil` if the judge failed.
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
  /// The result of a pair over all models of a jury: what more than half of those with a verdict agree on,
  /// otherwise a tie; an error only if no model has a verdict.
  var outcome: PairwiseVerdict.Outcome {
    let outcomes = map(\.outcome).filter { $0 != .error }
    guard !outcomes.isEmpty else { return .error }
    return [.win, .loss].first { side in outcomes.count { $0 == side } * 2 > outcomes.count }
      ?? .tie
  }
}
