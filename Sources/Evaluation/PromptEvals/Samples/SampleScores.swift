import EvalGraders
import SourceFiles

/// The figures of a sample that statistics need, without its texts.
public struct SampleScores: Sendable, Hashable {
  /// The score of one grader.
  public struct Score: Sendable, Hashable {
    /// The mean score of the grader's verdicts, from 0 to 1; `nil` if none of them has a score.
    public var value: Double?
    /// The number of verdicts that failed for a fault of the grader.
    public var errors = 0
    /// The number of verdicts that the grader could not decide.
    public var inconclusive = 0
    /// The number of messages that the grader's demand does not concern, which are not missing; 0 for runs of earlier
    /// versions.
    public var notApplicable = 0
    /// The number of verdicts with a score, if others are missing; `nil` if none is, and for runs of earlier versions.
    package var scored: Int?

    /// Whether the grader has no score and lacks no verdict: its demand concerns no message of the sample.
    package var isEmpty: Bool { value == nil && errors == 0 && inconclusive == 0 }
  }

  /// The key that identifies the sample within its run.
  public var key: SampleKey
  /// Whether the transcript was graded as it was written.
  public var isReference: Bool
  /// The name of the cluster; samples of one cluster are not independent.
  public var cluster: String
  /// One score for each grader, in the run's order.
  public var scores: [Score]
  /// The weighted mean of the scores; `nil` if there are none, or if the score of a grader with a weight is
  /// missing because a verdict or a reply is.
  public var overall: Double?
  /// Whether the threshold of every grader with a weight, and of every required one, was met; `nil` if a
  /// verdict or a reply is missing, or if there are no such scores.
  public var isPassed: Bool?
  /// A digest of all verdicts other than passes, empty without any.
  ///
  /// Samples with the same digest were found equal by every grader.
  public var verdictDigest: String
  /// The number of coach messages.
  public var turns: Int
  /// The number of messages without a complete reply, which are not graded.
  public var failedTurns: Int
  /// The number of replies that ended at the token limit.
  ///
  /// They are graded as they are.
  public var limitedTurns: Int
  /// The number of faults of a simulated person.
  public var personFaults: Int
  /// Whether a fault of the simulated person makes the sample invalid, so that it is excluded from all scores.
  public var isExcluded: Bool
  /// What the calls to the candidate consumed.
  public var costs: CallCosts
  /// What judges and a simulated person consumed.
  public var overhead: CallCosts
  /// The mean time until the first content of a reply, in seconds; `nil` if none was measured.
  public var timeToFirstToken: Double?
  /// The mean time until the end of a reply, in seconds; `nil` if none was measured.
  public var seconds: Double?
  /// The requests of the coach's messages, in order; `nil` if they were not stored with the figures.
  var requests: [SentRequest]? = []
}

extension SampleScores {
  /// Computes the figures of a sample.
  package init(_ sample: EvalSample, graders: [GraderRole]) {
    key = sample.key
    isReference = sample.isReference
    cluster = sample.cluster
    let grades = Dictionary(grouping: sample.grades, by: \.grader)
    failedTurns = sample.turns.count { $0.error != nil }
    let hasFailedTurns = failedTurns > 0
    scores = graders.map { Score(grades[$0.id] ?? [], hasFailedTurns: hasFailedTurns) }
    verdictDigest = Self.digest(sample.grades)
    turns = sample.turns.count
    limitedTurns = sample.turns.count { $0.finish == "length" }
    personFaults = sample.personFaults.count
    isExcluded = sample.personFaults.contains(where: \.excludesSample)
    costs = sample.turns.costs
    overhead = sample.overhead
    timeToFirstToken = Self.mean(sample.turns.compactMap { $0.effort?.timeToFirstToken })
    seconds = Self.mean(sample.turns.compactMap { $0.effort?.seconds })
    requests = sample.sentRequests
    sum(up: graders)
  }

  private static func digest(_ grades: [Grade]) -> String {
    let found = grades.filter { $0.verdict != .pass }.map { grade in
      "\(grade.grader) \(grade.message ?? 0) \(grade.verdict.rawValue)"
    }
    return found.isEmpty ? "" : ContentDigest(of: found.sorted().joined(separator: "\n")).short
  }

  /// Computes ``overall`` and ``isPassed`` again, for these graders.
  mutating func sum(up graders: [GraderRole]) {
    overall = Self.overall(scores, graders: graders, hasFailedTurns: failedTurns > 0)
    isPassed = Self.isPassed(scores, graders: graders, hasFailedTurns: failedTurns > 0)
  }

  /// Returns `nil` if a grader that applied has no score, because the mean over the others is another measure.
  private static func overall(
    _ scores: [Score], graders: [GraderRole], hasFailedTurns: Bool
  ) -> Double? {
    var sum = 0.0
    var weights = 0.0
    for (score, grader) in zip(scores, graders) where grader.weight > 0 {
      if let value = score.value {
        sum += value * grader.weight
        weights += grader.weight
      } else if !score.isEmpty || hasFailedTurns {
        return nil
      }
    }
    return weights > 0 ? sum / weights : nil
  }

  /// Returns `nil` if a verdict is missing, even if another threshold is not met: if only failures could be
  /// known, missing verdicts would lower the pass rate.
  private static func isPassed(
    _ scores: [Score], graders: [GraderRole], hasFailedTurns: Bool
  ) -> Bool? {
    guard !hasFailedTurns else { return nil }
    var isMet: Bool?
    for (score, grader) in zip(scores, graders) where grader.weight > 0 || grader.isRequired {
      guard score.errors == 0, score.inconclusive == 0 else { return nil }
      guard let value = score.value else { continue }
      // The tolerance allows for rounding: means of thirds differ from their sum in the last bit.
      isMet = (isMet ?? true) && value >= grader.threshold - 1e-9
    }
    return isMet
  }

  package static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

extension SampleScores.Score {
  init(_ grades: [Grade], hasFailedTurns: Bool) {
    let scores = grades.compactMap(\.score)
    value = SampleScores.mean(scores)
    errors = grades.count { $0.verdict == .error }
    inconclusive = grades.count { $0.verdict == .inconclusive }
    notApplicable = grades.count { $0.verdict == .notApplicable }
    if value != nil, errors + inconclusive > 0 || hasFailedTurns { scored = scores.count }
  }
}
