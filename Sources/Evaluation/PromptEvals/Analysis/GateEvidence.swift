package import EvalStatistics

/// What a demand of the gate is decided by.
package struct GateEvidence: Sendable, Hashable {
  /// The mean, or the difference, with the limits that decide: those of ``GateDecision``, not of the table's interval.
  package var estimate: Estimate
  /// The decision on the verdicts there are.
  package var decision: GateDecision
  /// The number of missing verdicts, because a grader failed or was undecided or a reply failed.
  package var missing = 0
  /// The estimate with every missing verdict against the challenger; `nil` if none is missing.
  package var pessimistic: Estimate?
  /// The decision on ``pessimistic``.
  package var pessimisticDecision: GateDecision?

  /// Whether the gate passes, also with every missing verdict against the challenger.
  var isPassed: Bool { decision == .passed && pessimisticDecision.map { $0 == .passed } ?? true }

  /// Whether the mean itself meets a demand, whatever its limits are.
  struct IsMet {
    /// By the verdicts there are.
    var measured: Bool
    /// With every missing verdict against the challenger; `nil` if none is missing or there is no such mean.
    var pessimistic: Bool?
  }

  /// Returns whether the means meet a demand.
  func isMet(_ demand: (Double) -> Bool) -> IsMet {
    IsMet(measured: demand(estimate.value), pessimistic: pessimistic.map { demand($0.value) })
  }

  /// Returns with how many transcripts like these the demand would be decided, as many verdicts of them missing; `nil` if
  /// that cannot be estimated.
  func transcriptsNeeded(_ isMet: IsMet) -> Int? {
    func needed(_ decision: GateDecision?) -> Int? {
      guard case .inconclusive(let needed) = decision else { return nil }
      return needed
    }
    // Missing verdicts cannot turn a failure around.
    guard isMet.measured, pessimisticDecision != nil else { return needed(decision) }
    return needed(pessimisticDecision)
  }

  /// The errors that a demand may have.
  struct Tails {
    /// Of passing at a true difference of exactly the margin.
    var passing = 0.025
    /// Of failing there.
    var failing: Double
  }

  /// The evidence on a margin; `nil` if nothing was measured on a side.
  ///
  /// Unpaired if the sides have too few transcripts in common, see ``ScoreTable/isPaired(_:_:)``.
  init?(
    _ margin: EvalGate.Margin, challenger: String, table: ScoreTable, run: EvalRun, tails: Tails
  ) {
    guard let place = table.metrics.firstIndex(where: { $0.id == margin.metric }) else {
      return nil
    }
    let baseline = run.design.baseline
    let observations = table.observations(of: challenger)
    let ranges = table.ranges
    let before = table.rangeSide(baseline, metric: place)
    let after = table.rangeSide(challenger, metric: place)
    if table.isPaired(baseline, challenger) {
      func test(_ differences: [PairedDifference]) -> LimitTest? {
        LimitTest(
          differences, limit: -margin.margin, within: -1...1, tail: tails.passing,
          failingTail: tails.failing)
      }
      let incomparable = table.incomparable(place, baseline, challenger)
      let pessimistic = ranges.differences(
        margin.metric, from: before, to: after,
        in: observations.filter { !incomparable.contains($0.place) })
      self.init(
        test(table.differences(place, from: baseline, to: challenger)),
        pessimistic: pessimistic.flatMap { test($0.members) }, missing: pessimistic?.missing)
    } else {
      func test(_ first: [PairedDifference], _ second: [PairedDifference]) -> LimitTest? {
        LimitTest(
          first: first, second: second, limit: -margin.margin, within: 0...1, tail: tails.passing,
          failingTail: tails.failing)
      }
      let first = table.members(place, of: baseline)
      let second = table.members(place, of: challenger)
      let best = ranges.bestScores(margin.metric, of: before, in: observations)
      let worst = ranges.scores(margin.metric, of: after, in: observations)
      let missing = (best?.missing ?? 0) + (worst?.missing ?? 0)
      self.init(
        test(first, second),
        pessimistic: missing > 0 ? test(best?.members ?? first, worst?.members ?? second) : nil,
        missing: missing)
    }
  }

  /// The evidence on a level; `nil` if nothing was measured.
  init?(_ level: EvalGate.Level, side: String, table: ScoreTable, tails: Tails) {
    guard let place = table.metrics.firstIndex(where: { $0.id == level.metric }) else { return nil }
    func test(_ members: [PairedDifference]) -> LimitTest? {
      LimitTest(
        members, limit: level.minimum, within: 0...1, tail: tails.passing,
        failingTail: tails.failing, isInclusive: true)
    }
    let pessimistic = table.ranges.scores(
      level.metric, of: table.rangeSide(side, metric: place), in: table.observations(of: side))
    self.init(
      test(table.members(place, of: side)),
      pessimistic: pessimistic.flatMap { test($0.members) }, missing: pessimistic?.missing)
  }

  private init?(_ test: LimitTest?, pessimistic: LimitTest?, missing: Int?) {
    guard let test else { return nil }
    estimate = test.estimate
    decision = test.decision
    guard let missing, missing > 0 else { return }
    self.missing = missing
    self.pessimistic = pessimistic?.estimate
    pessimisticDecision = pessimistic?.decision ?? .inconclusive(transcriptsNeeded: nil)
  }
}

extension EvalGate {
  /// The error probability at either end of a condition's interval, for failing the gate.
  ///
  /// A single condition that fails is enough, so all of them share what one alone would have.
  func failingTail(of run: EvalRun) -> Double {
    0.025 / Double(max(1, metrics.count * max(1, run.design.challengers.count)))
  }
}

extension ScoreTable {
  /// A transcript that counts by itself, with those whose replies count in it.
  struct Observation {
    /// The index of the transcript.
    var place: Int
    var cluster: String
    /// The IDs of the transcript and of those that count in it.
    var transcripts: [String]
    /// Whether one of its requests is that of another transcript.
    var isShared: Bool
  }

  /// Returns what a side's statistics rest on, sorted by ID: for a reference, each transcript.
  func observations(of side: String) -> [Observation] {
    let isAsked = sideNumbers[side].map { $0 < sent.sides.count } ?? false
    let shared = isAsked ? shared : nil
    var parts: [Int: [String]] = [:]
    for place in shared?.absorbed ?? [] {
      parts[shared?.owner(of: place) ?? place, default: []].append(transcripts[place])
    }
    return transcripts.indices.sorted { transcripts[$0] < transcripts[$1] }.compactMap { place in
      guard !(shared?.absorbed.contains(place) ?? false) else { return nil }
      return Observation(
        place: place, cluster: clusters[place],
        transcripts: [transcripts[place]] + (parts[place] ?? []),
        isShared: shared?.involved.contains(place) ?? false)
    }
  }

  fileprivate func rangeSide(_ side: String, metric: Int) -> ScoreRanges.Side {
    ScoreRanges.Side(id: side, means: column(of: side, metric: metric).map(\.mean))
  }

  /// Returns the scores of a side on a metric, one per transcript.
  func members(_ metric: Int, of side: String) -> [PairedDifference] {
    zip(column(of: side, metric: metric), clusters).compactMap { cell, cluster in
      cell.mean.map { PairedDifference(value: $0, cluster: cluster) }
    }
  }

  /// Whether the difference of two sides is that of the transcripts that both have.
  ///
  /// If these are fewer than half of the smaller side's, as in two weeks of use, a paired difference would leave out most
  /// of what was measured, and differences are unpaired.
  func isPaired(_ first: String, _ second: String) -> Bool {
    guard let one = sideNumbers[first], let other = sideNumbers[second] else { return false }
    let cells = observed ?? transcriptCells
    func hasScores(_ side: Int, _ place: Int) -> Bool {
      let start = place * metrics.count
      return cells[side][start..<(start + metrics.count)].contains { $0.count > 0 }
    }
    var counts = (first: 0, second: 0, common: 0)
    for place in transcripts.indices {
      let (isFirst, isSecond) = (hasScores(one, place), hasScores(other, place))
      if isFirst { counts.first += 1 }
      if isSecond { counts.second += 1 }
      if isFirst, isSecond { counts.common += 1 }
    }
    return counts.common > 0 && 2 * counts.common >= min(counts.first, counts.second)
  }
}
