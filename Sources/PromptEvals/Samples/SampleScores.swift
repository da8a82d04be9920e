import EvalGraders
import SourceFiles

/// A sample in figures: what statistics need, without its texts.
public struct SampleScores: Sendable, Hashable {
  /// How one grader scored it.
  public struct Score: Sendable, Hashable {
    /// The mean over its verdicts on the candidate, from 0 to 1; nil when there is none.
    public var value: Double?
    /// Verdicts that failed for a fault of the grader.
    public var errors = 0
    /// Verdicts that could not tell.
    public var inconclusive = 0

    /// Whether the grader had anything to say, or tried to.
    package var isEmpty: Bool { value == nil && errors == 0 && inconclusive == 0 }
  }

  /// Which sample it is.
  public var key: SampleKey
  /// Whether it was graded as written.
  public var isReference: Bool
  /// What it shares with others.
  public var cluster: String
  /// One a grader, in the order of the run.
  public var scores: [Score]
  /// The weighted mean of the scores; nil when there is none.
  public var overall: Double?
  /// Whether every grader's threshold was met; nil when that cannot be known.
  public var isPassed: Bool?
  /// A digest of what failed where: two samples with the same one were found equal by every grader.
  public var verdictDigest: String
  /// Coach messages.
  public var turns: Int
  /// Messages without a whole reply, which were not graded.
  public var failedTurns: Int
  /// Replies that ended at the limit of tokens; they are graded as they stand.
  public var limitedTurns: Int
  /// Faults of a simulated person.
  public var personFaults: Int
  /// Whether the person's faults spoil it: it counts for no statistic then.
  public var isSpoilt: Bool
  /// What the candidate consumed.
  public var costs: CallCosts
  /// What judges and a simulated person consumed.
  public var overhead: CallCosts
  /// The mean seconds until the first content of a reply; nil when none was measured.
  public var firstContentSeconds: Double?
  /// The mean seconds until the end of a reply; nil when none was measured.
  public var seconds: Double?
}

extension SampleScores {
  /// Works the figures out.
  package init(_ sample: EvalSample, _ graders: [GraderRole]) {
    key = sample.key
    isReference = sample.isReference
    cluster = sample.cluster
    let grades = Dictionary(grouping: sample.grades, by: \.grader)
    scores = graders.map { Score(grades[$0.id] ?? []) }
    verdictDigest = Self.digest(sample.grades)
    turns = sample.turns.count
    failedTurns = sample.turns.count { $0.error != nil }
    limitedTurns = sample.turns.count { $0.finish == "length" }
    personFaults = sample.personFaults.count
    isSpoilt = sample.personFaults.contains(where: \.spoilsSample)
    costs = sample.turns.costs
    overhead = sample.overhead
    firstContentSeconds = Self.mean(sample.turns.compactMap { $0.effort?.firstContentSeconds })
    seconds = Self.mean(sample.turns.compactMap { $0.effort?.seconds })
    sum(up: graders)
  }

  private static func digest(_ grades: [Grade]) -> String {
    let found = grades.filter { $0.verdict != .pass }.map { grade in
      "\(grade.grader) \(grade.message ?? 0) \(grade.verdict.rawValue)"
    }
    return found.isEmpty ? "" : ContentDigest(of: found.sorted().joined(separator: "\n")).short
  }

  /// Works out again what sums the scores up, for these graders.
  mutating func sum(up graders: [GraderRole]) {
    overall = Self.overall(scores, graders, hasFailedTurns: failedTurns > 0)
    isPassed = Self.isPassed(scores, graders, hasFailedTurns: failedTurns > 0)
  }

  /// Nil where a grader should have said something and did not: the mean of the others is another measure.
  private static func overall(
    _ scores: [Score], _ graders: [GraderRole], hasFailedTurns: Bool
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

  /// Nil where a verdict is missing, even if another threshold is not met: if only failures could be known,
  /// missing verdicts would make a rate worse.
  private static func isPassed(
    _ scores: [Score], _ graders: [GraderRole], hasFailedTurns: Bool
  ) -> Bool? {
    guard !hasFailedTurns else { return nil }
    var isMet: Bool?
    for (score, grader) in zip(scores, graders) where grader.weight > 0 || grader.isRequired {
      guard score.errors == 0, score.inconclusive == 0 else { return nil }
      guard let value = score.value else { continue }
      // Means of thirds differ from their sum in the last bit.
      isMet = (isMet ?? true) && value >= grader.threshold - 1e-9
    }
    return isMet
  }

  package static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

extension SampleScores.Score {
  init(_ grades: [Grade]) {
    value = SampleScores.mean(grades.compactMap(\.score))
    errors = grades.count { $0.verdict == .error }
    inconclusive = grades.count { $0.verdict == .inconclusive }
  }
}
