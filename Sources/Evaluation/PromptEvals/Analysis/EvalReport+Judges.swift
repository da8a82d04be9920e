import EvalGraders
import EvalStatistics

extension EvalReport {
  /// A judge whose verdicts are all the same, as far as it decided.
  struct UniformJudge: Sendable, Hashable {
    /// What all verdicts of a judge can be.
    enum Finding: Sendable, Hashable {
      case passes
      case failures
      /// Of a pairwise judge: no preference, in both orders.
      case ties
    }

    var id: String
    var finding: Finding
    /// The number of verdicts that were counted, at least ``EvalReport/minimumOfUniformVerdicts``.
    var count: Int
  }

  /// The number of equal verdicts from which a judge is suspected of measuring nothing.
  static let minimumOfUniformVerdicts = 20

  /// Finds the judges that gave all messages the same verdict, or found no pair different, on all sides.
  ///
  /// The figures show who can be one; only the samples of these are read, until there are enough of them.
  func findUniformJudges(in reader: some RunReader) throws -> [UniformJudge] {
    let single = try run.design.graders.filter(\.isJudge).compactMap { grader -> UniformJudge? in
      let means = metric(grader.id)?.values.values.map(\.estimate.value) ?? []
      let verdict: Grade.Verdict
      if !means.isEmpty, means.allSatisfy({ $0 == 1 }) {
        verdict = .pass
      } else if !means.isEmpty, means.allSatisfy({ $0 == 0 }) {
        verdict = .fail
      } else {
        return nil
      }
      var count = 0
      for subject in subjects where count < Self.minimumOfUniformVerdicts {
        for sample in try reader.samples(of: run, transcript: subject.id)
        where !sample.personFaults.contains(where: \.excludesSample) {
          count += sample.grades.count { $0.grader == grader.id && $0.verdict == verdict }
        }
      }
      return count < Self.minimumOfUniformVerdicts
        ? nil
        : UniformJudge(id: grader.id, finding: verdict == .pass ? .passes : .failures, count: count)
    }
    return try single + findUniformPairwiseJudges(in: reader)
  }

  /// Finds the pairwise judges that preferred neither of two replies in both orders, in every pair in which the order did
  /// not decide; those that mostly follow the order have a caveat of their own.
  private func findUniformPairwiseJudges(in reader: some RunReader) throws -> [UniformJudge] {
    let judges = pairwise.map(\.judge).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let candidates = judges.filter { judge in
      pairwise.filter { $0.judge == judge }.allSatisfy { report in
        report.wins == 0 && report.losses == 0 && (report.flipRate?.value ?? 0) <= 0.5
      }
    }
    guard !candidates.isEmpty else { return [] }
    var excluded: Set<SampleKey> = []
    try reader.eachScores(of: run) { if $0.isExcluded { excluded.insert($0.key) } }
    let verdicts = try reader.pairwiseVerdicts(of: run).filter { verdict in
      var baseline = verdict.sample
      baseline.side = run.design.baseline
      return verdict.isFlipped == false && !excluded.contains(verdict.sample)
        && !excluded.contains(baseline)
    }
    return candidates.compactMap { judge -> UniformJudge? in
      let decided = verdicts.filter { $0.judge == judge }
      guard decided.allSatisfy({ $0.outcome == .tie }) else { return nil }
      let count = Set(decided.map(\.sample)).count
      return count < Self.minimumOfUniformVerdicts
        ? nil : UniformJudge(id: judge, finding: .ties, count: count)
    }
  }

  /// What makes a judge's verdicts worth little, one sentence each.
  var judgeCaveats: [String] {
    let advice = "Compare it with labels of people: 'coachkit eval calibrate'."
    return uniformJudges.map { judge in
      switch judge.finding {
      case .passes:
        "Every pass-or-fail verdict of the judge \(judge.id) is a pass, over \(judge.count) or more:"
          + " a judge that never fails anything may measure nothing. \(advice)"
      case .failures:
        "Every pass-or-fail verdict of the judge \(judge.id) is a failure, over \(judge.count) or more:"
          + " a judge that passes nothing may measure nothing. \(advice)"
      case .ties:
        "The judge \(judge.id) called all \(judge.count) pairs a tie that it judged alike in both orders:"
          + " it may measure nothing. \(advice)"
      }
    }
  }
}
