import EvalGraders
import EvalStatistics
import PromptEvals

extension EvalExport {
  /// Writes the gate's demands as test cases, then one case per sample of a variant and grader.
  ///
  /// A build should fail only for what a change of the prompt can fix. With a gate that is what the gate finds, and
  /// nothing else: samples that miss a threshold are passed cases with a remark. Without a gate each sample of a
  /// challenger is compared with the thresholds. References are left out.
  ///
  /// Fits the schema of Jenkins' xUnit plugin (junit-10.xsd), with the additions that tolerant readers need.
  func writeTests(_ write: (String) throws -> Void) throws {
    let run = report.run
    var counts: [String: TestCounts] = [:]
    try reader.eachScores(of: run) { sample in
      for (place, grader) in run.design.graders.enumerated() {
        guard let outcome = outcome(of: sample, at: place, grader: grader) else { continue }
        counts[sample.key.side, default: TestCounts()].add(outcome)
      }
      counts[sample.key.side]?.seconds += (sample.seconds ?? 0) * Double(sample.turns)
    }
    let gate = gateCases
    var suites = run.design.variants.map { (id: $0.id, counts: counts[$0.id] ?? TestCounts()) }
    if run.design.gate != nil { suites.insert((id: "gate", counts: TestCounts(gate)), at: 0) }
    let all = suites.reduce(into: TestCounts()) { $0.add($1.counts) }
    try write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(XMLText.attribute(run.suite))\""
        + " \(all.attributes)>\n")
    let stamp = String(run.started.replacing(" ", with: "T").filter { $0 != "Z" })
    for (number, suite) in suites.enumerated() {
      try write(
        "  <testsuite name=\"\(XMLText.attribute(suite.id))\" id=\"\(number)\" hostname=\"localhost\""
          + " timestamp=\"\(XMLText.attribute(stamp))\" \(suite.counts.attributes)"
          + " skipped=\"\(suite.counts.skipped)\">\n")
      if run.design.gate != nil, number == 0 {
        try write(gate.map(\.text).joined())
      } else {
        try write(properties(of: suite.id))
        try reader.eachSample(of: run) { sample in
          if sample.key.side == suite.id { try write(cases(of: sample)) }
        }
      }
      try write("  </testsuite>\n")
    }
    try write("</testsuites>\n")
  }

  private func properties(of side: String) -> String {
    guard let variant = report.run.design.variants.first(where: { $0.id == side }) else {
      return ""
    }
    let facts = [
      ("run", report.run.id), ("prompt", variant.prompt), ("prompt digest", variant.digest),
      ("model", variant.model),
    ]
    let lines = facts.map { name, value in
      "      <property name=\"\(name)\" value=\"\(XMLText.attribute(value))\"/>\n"
    }
    return "    <properties>\n\(lines.joined())    </properties>\n"
  }

  // MARK: The gate

  /// The gate's demands as test cases.
  ///
  /// A run that did not finish decides none of them.
  private var gateCases: [TestCase] {
    let run = report.run
    guard run.design.gate != nil else { return [] }
    let group = Self.group([run.suite, "gate"])
    let cases = report.gateFindings.map { finding in
      let outcome = run.status.isFinal ? finding.outcome : .inconclusive
      let text =
        run.status.isFinal ? finding.text : "the run is not complete: \(finding.text)"
      return TestCase(
        group: group, name: finding.demand, grader: "gate", time: "0.000",
        outcome: outcome == .passed ? .passed : outcome == .failed ? .failed : .skipped,
        lines: [text])
    }
    guard cases.isEmpty else { return cases }
    return [
      TestCase(
        group: group, name: "gate", grader: "gate", time: "0.000", outcome: .skipped,
        lines: ["there is no data for the gate"])
    ]
  }

  // MARK: Samples

  private func cases(of sample: EvalSample) -> String {
    let graders = report.run.design.graders
    let scores = SampleScores(sample, graders: graders)
    let seconds = (scores.seconds ?? 0) * Double(scores.turns)
    let time = Figures.decimal(seconds / Double(max(1, graders.count)), places: 3)
    return graders.enumerated().compactMap { place, grader in
      outcome(of: scores, at: place, grader: grader).map { outcome in
        TestCase(
          group: Self.group([report.run.suite, sample.key.side, grader.id]),
          name: "\(sample.key.transcript), attempt \(sample.key.attempt)", grader: grader.id,
          time: time, outcome: outcome, lines: lines(on: sample, grader: grader, outcome: outcome)
        ).text
      }
    }.joined()
  }

  /// Joins names with dots, which readers take for packages; a dot within a name becomes a hyphen.
  private static func group(_ names: [String]) -> String {
    names.map { String($0.map { $0 == "." ? "-" : $0 }) }.joined(separator: ".")
  }

  /// Returns the outcome of a grader on a sample; `nil` if the grader applied to nothing.
  private func outcome(
    of scores: SampleScores, at place: Int, grader: GraderRole
  ) -> TestCase.Outcome? {
    guard scores.scores.indices.contains(place) else { return nil }
    let score = scores.scores[place]
    let isLenient = leniency(of: scores.key.side, grader: grader) != nil
    if scores.isExcluded { return .skipped }
    if let value = score.value {
      if value >= grader.threshold - 1e-9 { return .passed }
      return isLenient ? .noted : .failed
    }
    if score.errors > 0 || (score.isEmpty && scores.failedTurns > 0) {
      return isLenient ? .skipped : .error
    }
    return score.inconclusive > 0 ? .skipped : nil
  }

  /// Returns the reason why a sample of this side that misses the grader's threshold fails no build; `nil` if it
  /// does.
  private func leniency(of side: String, grader: GraderRole) -> String? {
    let run = report.run
    if run.design.gate != nil { return "the gate decides" }
    if side == run.design.baseline, !run.design.challengers.isEmpty {
      return "this is the baseline"
    }
    return grader.weight > 0 || grader.isRequired ? nil : "the grader has no weight"
  }

  private func lines(
    on sample: EvalSample, grader: GraderRole, outcome: TestCase.Outcome
  ) -> [String] {
    let wanted: [Grade.Verdict] =
      switch outcome {
      case .passed: []
      case .noted, .failed: [.fail]
      case .error: [.error]
      case .skipped: [.error, .inconclusive]
      }
    var lines = sample.grades.filter { $0.grader == grader.id && wanted.contains($0.verdict) }
      .map { grade in
        (grade.message.map { "message \($0): " } ?? "") + (grade.reason ?? "not met")
      }
    if outcome == .error || outcome == .skipped {
      lines += sample.turns.compactMap { turn in
        turn.error.map { "message \(turn.number): \($0)" }
      }
    }
    if outcome == .skipped {
      lines += sample.personFaults.filter(\.excludesSample).map { "the person: \($0.reason)" }
    }
    if outcome == .noted, let reason = leniency(of: sample.key.side, grader: grader) {
      lines.insert("not met, which fails no build: \(reason)", at: 0)
    }
    return lines
  }
}
