import Documents
import EvalGraders
import EvalStatistics

extension EvalReport {
  /// What a run, or one of the things that it was asked, ends with.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// A grader, a judge or the replies failed so often that the figures say too little.
    case error
    /// A demand of the gate or an assertion is not met.
    case failed
    /// There is too little data to decide, or the run is not complete.
    case inconclusive
    /// Everything that was demanded is met.
    case passed
    /// Nothing was demanded: the figures inform.
    case informed
  }

  /// One thing that a run was asked, or that keeps it from an answer.
  public struct Finding: Sendable, Hashable {
    /// What the finding is about.
    public enum Kind: String, Sendable, Hashable {
      /// A demand of the gate.
      case gate
      /// An assertion, on one side.
      case assertion
      /// A grader or judge that failed too often.
      case grader
      /// Replies, of which none could be graded.
      case replies
      /// A run that is not complete.
      case run
      /// Requests that two versions or several transcripts have in common.
      case requests
    }

    /// What the finding is about.
    public var kind: Kind
    /// The side: for a demand of the gate the challenger, or the baseline if there is none; for ``Kind/run`` empty.
    public var side: String
    /// The grader's ID, another metric, or empty.
    public var metric: String
    /// What was found.
    public var outcome: Outcome
    /// What was demanded, in words.
    public var demand: String
    /// The figures by which it was decided, and remarks on them.
    public var figures: String
    /// The samples that decided it, as far as there are such.
    public var samples = SampleTally()
    /// What was found on the first of them; `nil` if there is none, or if it could not be read.
    public var example: Example?

    /// The demand, followed by its figures.
    public var text: String { figures.isEmpty ? demand : "\(demand): \(figures)" }
  }

  /// What was found on one sample.
  public struct Example: Sendable, Hashable {
    /// The sample.
    public var sample: SampleKey
    /// The number of the coach message; `nil` for the whole conversation.
    public var message: Int?
    /// The reason, as the grader or the model gave it.
    public var reason: String
    /// The reply of a judge that could not be read; `nil` for any other failure.
    public var reply: String?

    /// What is looked up: the failures or the unmet verdicts of a grader on a side, or the failed replies.
    struct Key: Sendable, Hashable {
      enum Kind { case unmet, failed, replies }

      var kind: Kind
      var side: String
      var grader = ""
    }

    /// The place and the reason, such as `noor, message 3: has two questions`.
    public var text: String {
      let attempt = sample.attempt > 1 ? " #\(sample.attempt)" : ""
      let place = message.map { ", message \($0)" } ?? ""
      return "\(sample.transcript)\(attempt)\(place): \(reason)"
    }
  }

  /// Everything that the run was asked and that keeps it from an answer: what failed first, then the gate, then the
  /// assertions, in the suite's order.
  public var findings: [Finding] {
    endingFindings + replyFindings + requestFindings + graderFindings + pairFindings + gateFindings
      + assertionFindings
  }

  /// What the run ends with: the worst of its findings.
  ///
  /// The command-line tool's exit code, the page and every export follow from it.
  public var outcome: Outcome { Self.outcome(of: findings) }

  private static func outcome(of findings: [Finding]) -> Outcome {
    let outcomes = Set(findings.map(\.outcome))
    return Outcome.allCases.first { outcomes.contains($0) } ?? .informed
  }

  /// The outcome and what it rests on, in one line.
  public var headline: String { ([outcomeLine] + requestNotes).joined(separator: "; ") }

  private var outcomeLine: String {
    let findings = findings
    let outcome = Self.outcome(of: findings)
    let decisive = findings.filter {
      $0.outcome == outcome && (outcome != .informed || $0.kind != .requests)
    }
    func list(_ findings: [Finding]) -> String {
      let shown = findings.prefix(3).map(\.text).joined(separator: "; ")
      return findings.count > 3 ? "\(shown); and \(findings.count - 3) more" : shown
    }
    switch outcome {
    case .error: return "error: \(list(decisive))"
    case .failed: return "failed: \(list(decisive))"
    case .inconclusive: return "not decided: \(list(decisive))"
    case .passed:
      let demands = decisive.count { $0.kind == .gate }
      let assertions = Set(decisive.filter { $0.kind == .assertion }.map(\.metric)).count
      let parts = [
        demands > 0 ? Figures.counted(demands, "demand") + " of the gate" : nil,
        assertions > 0 ? Figures.counted(assertions, "assertion") : nil,
      ].compactMap { $0 }
      return "passed: \(parts.joined(separator: ", "))"
    case .informed:
      return decisive.isEmpty
        ? "nothing was demanded: the suite has no gate and no assertion"
        : "nothing was demanded: \(list(decisive))"
    }
  }
}

// MARK: Assertions

extension EvalReport {
  private var assertionFindings: [Finding] {
    run.design.graders.enumerated().filter { $0.element.isRequired }.flatMap { place, grader in
      sides.filter { sidesOnTrial.contains($0.id) }.map { finding(grader, at: place, on: $0) }
    }
  }

  private func finding(_ grader: GraderRole, at index: Int, on side: SideReport) -> Finding {
    let tally = side.tallies.indices.contains(index) ? side.tallies[index] : GraderTally()
    let all = Figures.counted(tally.applied, "sample")
    var outcome = Outcome.passed
    var figures = "all \(all) passed"
    if tally.applied < side.samples {
      figures =
        "passed in the \(all) of \(Figures.count(side.samples)) that \(tally.applied == 1 ? "has" : "have") what it looks at"
    }
    if tally.applied == 0 {
      outcome = .inconclusive
      figures = "it applied to no sample"
    } else if tally.unmet.count > 0 {
      outcome = .failed
      figures = "\(Figures.count(tally.unmet.count)) of \(all) failed"
    } else if Double(tally.open.count) > run.design.toleratedFailures * Double(tally.applied) {
      outcome = .inconclusive
      figures = "\(Figures.count(tally.open.count)) of \(all) have no verdict"
    } else if tally.open.count > 0 {
      figures =
        "\(Figures.count(tally.applied - tally.open.count)) of \(all) passed, the others have no verdict"
    }
    if grader.onlyInforms { outcome = .informed }
    return Finding(
      kind: .assertion, side: side.id, metric: grader.id, outcome: outcome,
      demand: "assertion \(grader.id) on \(side.id)"
        + (grader.onlyInforms ? ", which informs only" : ""), figures: figures,
      samples: tally.unmet,
      example: examples[Example.Key(kind: .unmet, side: side.id, grader: grader.id)])
  }
}

// MARK: What keeps a run from an answer

extension EvalReport {
  private var endingFindings: [Finding] {
    guard !run.status.isFinal else { return [] }
    let isFailed = run.status == .failed
    return [
      Finding(
        kind: .run, side: "", metric: "", outcome: isFailed ? .error : .inconclusive,
        demand: isFailed ? "the run ended with an error" : "the run is not complete",
        figures: run.note ?? "")
    ]
  }

  private var graderFindings: [Finding] {
    run.design.graders.enumerated().flatMap { place, grader in
      sides.filter { sidesOnTrial.contains($0.id) || $0.isReference }.compactMap {
        failure(of: grader, at: place, on: $0)
      }
    }
  }

  private func failure(of grader: GraderRole, at index: Int, on side: SideReport) -> Finding? {
    guard side.tallies.indices.contains(index) else { return nil }
    let tally = side.tallies[index]
    guard isTooMany(tally.failed.count, of: tally.applied) else { return nil }
    let example = examples[Example.Key(kind: .failed, side: side.id, grader: grader.id)]
    return Finding(
      kind: .grader, side: side.id, metric: grader.id, outcome: .error,
      demand: "the grader \(grader.id) failed on \(Figures.count(tally.failed.count)) of"
        + " \(Figures.counted(tally.applied, "sample")) of \(side.id)",
      figures: example?.text ?? "", samples: tally.failed, example: example)
  }

  private var pairFindings: [Finding] {
    pairFailures.compactMap { failure in
      guard isTooMany(failure.failed, of: failure.pairs) else { return nil }
      return Finding(
        kind: .grader, side: failure.challenger, metric: failure.judge, outcome: .error,
        demand: "the judge \(failure.judge) failed on \(Figures.count(failure.failed)) of"
          + " \(Figures.counted(failure.pairs, "pair")) of \(failure.challenger)",
        figures: failure.example?.text ?? "", example: failure.example)
    }
  }

  /// Whether failures are more than the suite allows, or all there is.
  private func isTooMany(_ failed: Int, of all: Int) -> Bool {
    failed > 0 && (failed == all || Double(failed) > run.design.toleratedFailures * Double(all))
  }

  private var replyFindings: [Finding] {
    sides.filter { sidesOnTrial.contains($0.id) && $0.samples > 0 }.compactMap { side in
      let finding = { (demand: String, figures: String, samples: SampleTally) in
        Finding(
          kind: .replies, side: side.id, metric: "", outcome: .error, demand: demand,
          figures: figures, samples: samples,
          example: examples[Example.Key(kind: .replies, side: side.id)])
      }
      let reason = examples[Example.Key(kind: .replies, side: side.id)]?.text ?? ""
      if side.turns == 0 {
        return finding(
          "no message of \(side.id) was generated or graded", "see 'turns' in the suite",
          SampleTally())
      }
      if side.failedSamples.count == side.samples {
        return finding("no reply of \(side.id) is complete", reason, side.failedSamples)
      }
      if side.excluded.count == side.samples {
        return finding(
          "all samples of \(side.id) are left out because of the simulated person", reason,
          side.excluded)
      }
      let complete = side.turns - side.failedTurns
      guard side.limitedTurns > 0, side.limitedTurns >= complete else { return nil }
      return finding(
        "every reply of \(side.id) ended at the token limit", "raise 'max_tokens'", SampleTally())
    }
  }
}

/// The pairs of a challenger that no model of a pairwise judge could judge.
struct PairFailure: Sendable {
  var judge: String
  var challenger: String
  var failed = 0
  var pairs = 0
  var example: EvalReport.Example?

  static func all(in verdicts: [PairwiseVerdict], of run: EvalRun) -> [PairFailure] {
    Set(verdicts.map(\.judge)).sorted().flatMap { judge in
      run.design.challengers.map { challenger in
        let own = verdicts.filter { $0.judge == judge && $0.sample.side == challenger.id }
        var failure = PairFailure(judge: judge, challenger: challenger.id)
        let pairs = Dictionary(grouping: own, by: \.sample).sorted { $0.key < $1.key }
        failure.pairs = pairs.count
        for (sample, verdicts) in pairs where verdicts.outcome == .error {
          failure.failed += 1
          let reason = verdicts.lazy.compactMap(\.failureReason).first ?? "no reason was given"
          failure.example = failure.example ?? .init(sample: sample, reason: reason)
        }
        return failure
      }
    }
  }
}

// MARK: Examples

extension EvalReport {
  /// Reads what was found on the first sample of each finding.
  func findExamples(in reader: some RunReader) throws -> [Example.Key: Example] {
    var found: [Example.Key: Example] = [:]
    for side in sides {
      for (grader, tally) in zip(run.design.graders, side.tallies) {
        if grader.isRequired, let key = tally.unmet.first.first {
          found[.init(kind: .unmet, side: side.id, grader: grader.id)] = try example(
            of: key, in: reader
          ) { $0.example(grader: grader.id, verdict: .fail) }
        }
        if let key = tally.failed.first.first {
          found[.init(kind: .failed, side: side.id, grader: grader.id)] = try example(
            of: key, in: reader
          ) { $0.example(grader: grader.id, verdict: .error) }
        }
      }
      if let key = side.failedSamples.first.first ?? side.excluded.first.first {
        found[.init(kind: .replies, side: side.id)] = try example(of: key, in: reader) {
          $0.failedReply
        }
      }
    }
    return found
  }

  private func example(
    of key: SampleKey, in reader: some RunReader, _ find: (EvalSample) -> Example?
  ) throws -> Example? {
    try reader.samples(of: run, transcript: key.transcript).first { $0.key == key }.flatMap(find)
  }
}

extension EvalSample {
  /// The first verdict of a grader that is a failure or an error.
  fileprivate func example(grader: String, verdict: Grade.Verdict) -> EvalReport.Example? {
    grades.first { $0.grader == grader && $0.verdict == verdict }.map { grade in
      EvalReport.Example(
        sample: key, message: grade.message, reason: grade.reason ?? "not met",
        reply: grade.details["reply"]?.string)
    }
  }

  /// The first reply that is not complete, or the fault of the person that excludes the sample.
  fileprivate var failedReply: EvalReport.Example? {
    if let turn = turns.first(where: { $0.error != nil }) {
      return .init(sample: key, message: turn.number, reason: turn.error ?? "")
    }
    return personFaults.first(where: \.excludesSample).map { fault in
      .init(sample: key, message: fault.after, reason: "the person \(fault.reason)")
    }
  }
}
