import EvalGraders

/// What graders found on some messages of a sample.
struct PartScores: Sendable {
  /// The verdicts of one grader.
  private struct Verdicts: Sendable {
    var sum = 0.0
    var scored = 0
    var errors = 0
    var inconclusive = 0
    var notApplicable = 0
  }

  private var verdicts: [Verdicts]
  private var failedTurns = 0

  /// Creates the scores of no message.
  init(graders: Int) {
    verdicts = Array(repeating: Verdicts(), count: graders)
  }

  mutating func add(_ grade: Grade, at grader: Int) {
    if let score = grade.score {
      verdicts[grader].sum += score
      verdicts[grader].scored += 1
    }
    if grade.verdict == .error { verdicts[grader].errors += 1 }
    if grade.verdict == .inconclusive { verdicts[grader].inconclusive += 1 }
    if grade.verdict == .notApplicable { verdicts[grader].notApplicable += 1 }
  }

  mutating func add(_ turn: EvalTurn) {
    if turn.error != nil { failedTurns += 1 }
  }

  mutating func add(_ other: PartScores) {
    for index in verdicts.indices {
      verdicts[index].sum += other.verdicts[index].sum
      verdicts[index].scored += other.verdicts[index].scored
      verdicts[index].errors += other.verdicts[index].errors
      verdicts[index].inconclusive += other.verdicts[index].inconclusive
      verdicts[index].notApplicable += other.verdicts[index].notApplicable
    }
    failedTurns += other.failedTurns
  }

  /// Returns a sample's figures with these scores in place of its own.
  func replacingScores(of sample: SampleScores, graders: [GraderRole]) -> SampleScores {
    var sample = sample
    sample.scores = verdicts.map { verdicts in
      SampleScores.Score(
        value: verdicts.scored > 0 ? verdicts.sum / Double(verdicts.scored) : nil,
        errors: verdicts.errors, inconclusive: verdicts.inconclusive,
        notApplicable: verdicts.notApplicable)
    }
    sample.failedTurns = failedTurns
    sample.sum(up: graders)
    return sample
  }
}
