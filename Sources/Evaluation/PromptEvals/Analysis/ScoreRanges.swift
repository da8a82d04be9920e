import EvalStatistics

/// Between which values the scores on the gate's metrics lie, whatever the missing verdicts would have been.
///
/// A verdict is missing if the grader failed or was undecided, or if there is no reply to grade. Verdicts often fail on
/// exactly the difficult replies, so a gate that passes without them has to pass with all of them against the
/// challenger as well.
struct ScoreRanges: Sendable {
  /// The sums over the samples of one transcript on one side.
  private struct Cell {
    var low = 0.0
    var high = 0.0
    var count = 0
    var missing = 0

    mutating func add(_ other: Cell) {
      low += other.low
      high += other.high
      count += other.count
      missing += other.missing
    }
  }

  /// The scores of a side as statistics use them, by the index of the transcript.
  struct Side {
    var id: String
    /// `nil` where there is no score.
    var means: [Double?]
  }

  /// Values in which every missing verdict is against one side.
  struct Pessimistic {
    /// One value per observation.
    var members: [PairedDifference]
    /// The number of missing verdicts among them.
    var missing: Int
  }

  private let metrics: [EvalMetricRole]
  private let graders: [GraderRole]
  /// One cell per metric, by side and transcript.
  private var cells: [String: [String: [Cell]]] = [:]

  init(_ run: EvalRun) {
    let demanded = Set(run.design.gate?.metrics ?? [])
    metrics = EvalMetricRole.all(of: run).filter { demanded.contains($0.id) }
    graders = run.design.graders
  }

  mutating func add(_ sample: SampleScores) {
    guard !metrics.isEmpty else { return }
    var own =
      cells[sample.key.side]?[sample.key.transcript]
      ?? Array(repeating: Cell(), count: metrics.count)
    for (place, metric) in metrics.enumerated() {
      guard let range = sample.range(of: metric, graders: graders) else { continue }
      own[place].low += range.low
      own[place].high += range.high
      own[place].count += 1
      own[place].missing += range.missing
    }
    cells[sample.key.side, default: [:]][sample.key.transcript] = own
  }

  /// Returns the scores of a side with its missing verdicts as failures; `nil` if none is missing.
  func scores(_ metric: String, of side: Side, in observations: [ScoreTable.Observation])
    -> Pessimistic?
  {
    members(metric, observations) { place, observation in
      range(place, of: side, at: observation).map { ($0.low, $0.missing) }
    }
  }

  /// Returns the scores of a side with its missing verdicts as passes; `nil` if none is missing.
  func bestScores(_ metric: String, of side: Side, in observations: [ScoreTable.Observation])
    -> Pessimistic?
  {
    members(metric, observations) { place, observation in
      range(place, of: side, at: observation).map { ($0.high, $0.missing) }
    }
  }

  /// Returns the differences of the observations that both sides have, with the challenger's missing verdicts as
  /// failures and the baseline's as passes; `nil` if none is missing.
  func differences(
    _ metric: String, from baseline: Side, to challenger: Side,
    in observations: [ScoreTable.Observation]
  ) -> Pessimistic? {
    members(metric, observations) { place, observation in
      guard let a = range(place, of: baseline, at: observation),
        let b = range(place, of: challenger, at: observation)
      else { return nil }
      return (b.low - a.high, a.missing + b.missing)
    }
  }

  private func members(
    _ metric: String, _ observations: [ScoreTable.Observation],
    value: (_ place: Int, _ observation: ScoreTable.Observation) -> (value: Double, missing: Int)?
  ) -> Pessimistic? {
    guard let place = metrics.firstIndex(where: { $0.id == metric }) else { return nil }
    var result = Pessimistic(members: [], missing: 0)
    for observation in observations {
      guard let (value, missing) = value(place, observation) else { continue }
      result.members.append(PairedDifference(value: value, cluster: observation.cluster))
      result.missing += missing
    }
    return result.missing > 0 ? result : nil
  }

  /// Returns the range of an observation: its score if no verdict is missing, and `nil` if nothing applies.
  private func range(_ metric: Int, of side: Side, at observation: ScoreTable.Observation)
    -> ScoreRange?
  {
    let mean = side.means[observation.place]
    var sum = Cell()
    for transcript in observation.transcripts {
      if let cell = cells[side.id]?[transcript]?[metric] { sum.add(cell) }
    }
    guard sum.missing > 0 else { return mean.map { ScoreRange(low: $0, high: $0, missing: 0) } }
    var range = ScoreRange(
      low: sum.low / Double(sum.count), high: sum.high / Double(sum.count), missing: sum.missing)
    if observation.isShared, let mean {
      // The score weights messages differently from the sums over whole transcripts.
      range.low = min(range.low, mean)
      range.high = max(range.high, mean)
    }
    return range
  }
}

/// The lowest and the highest value that a score could have.
private struct ScoreRange {
  var low: Double
  var high: Double
  var missing: Int
}

extension SampleScores {
  /// Returns `nil` if the metric does not apply to the sample.
  fileprivate func range(of metric: EvalMetricRole, graders: [GraderRole]) -> ScoreRange? {
    switch metric.kind {
    case .grader:
      metric.grader.flatMap { scores.indices.contains($0) ? range(of: scores[$0]) : nil }
    case .overall: overallRange(graders)
    case .passed: passedRange(graders)
    case .seconds, .dollars: nil
    }
  }

  private func range(of score: Score) -> ScoreRange? {
    let missing = score.errors + score.inconclusive + failedTurns
    let scored = score.value == nil ? 0 : score.scored ?? 1
    guard missing + scored > 0 else { return nil }
    let sum = (score.value ?? 0) * Double(scored)
    let all = Double(scored + missing)
    return ScoreRange(low: sum / all, high: (sum + Double(missing)) / all, missing: missing)
  }

  private func overallRange(_ graders: [GraderRole]) -> ScoreRange? {
    var range = ScoreRange(low: 0, high: 0, missing: 0)
    var weights = 0.0
    for (score, grader) in zip(scores, graders) where grader.weight > 0 {
      guard let own = self.range(of: score) else { continue }
      range.low += own.low * grader.weight
      range.high += own.high * grader.weight
      range.missing += own.missing
      weights += grader.weight
    }
    guard weights > 0 else { return nil }
    range.low /= weights
    range.high /= weights
    return range
  }

  private func passedRange(_ graders: [GraderRole]) -> ScoreRange? {
    var range: ScoreRange?
    for (score, grader) in zip(scores, graders) where grader.weight > 0 || grader.isRequired {
      guard let own = self.range(of: score) else { continue }
      let before = range ?? ScoreRange(low: 1, high: 1, missing: 0)
      // The tolerance allows for rounding: means of thirds differ from their sum in the last bit.
      range = ScoreRange(
        low: own.low >= grader.threshold - 1e-9 ? before.low : 0,
        high: own.high >= grader.threshold - 1e-9 ? before.high : 0,
        missing: before.missing + own.missing)
    }
    return range
  }
}
