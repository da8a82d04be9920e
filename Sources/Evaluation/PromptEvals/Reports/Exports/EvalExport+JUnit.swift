import EvalGraders
import EvalStatistics

extension EvalExport {
  /// Writes the findings of the run as test cases, then one case per sample of a variant and grader.
  ///
  /// A report has a failure or an error if and only if the run ends with one. So a sample fails for an assertion
  /// alone; one that misses another grader's threshold is a passed case with a remark. References are left out.
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
    let findings = findingCases
    var suites = run.design.variants.map { (id: $0.id, counts: counts[$0.id] ?? TestCounts()) }
    suites.insert((id: "run", counts: TestCounts(findings)), at: 0)
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
      if number == 0 {
        try write(findings.map(\.text).joined() + conclusions)
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

  /// What the run found between its versions, as the output of its suite: it fails no build, and is no test.
  private var conclusions: String {
    let lines = [report.verdict] + report.caveats
    return "    <system-out>\(XMLText.content(lines.joined(separator: "\n")))</system-out>\n"
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

  // MARK: The run

  /// The findings as test cases; a single passed case if nothing was demanded.
  private var findingCases: [TestCase] {
    let group = Self.group([report.run.suite, "run"])
    let cases = report.findings.map { finding in
      let outcome: TestCase.Outcome =
        switch finding.outcome {
        case .passed: .passed
        case .failed: .failed
        case .inconclusive: .skipped
        case .error: .error
        case .informed: .noted
        }
      return TestCase(
        group: group, name: finding.demand, grader: finding.kind.rawValue, time: "0.000",
        outcome: outcome, lines: Self.lines(on: finding))
    }
    guard cases.isEmpty else { return cases }
    return [
      TestCase(
        group: group, name: "results", grader: "run", time: "0.000", outcome: .noted,
        lines: [report.headline])
    ]
  }

  private static func lines(on finding: EvalReport.Finding) -> [String] {
    var lines = [finding.text]
    if let example = finding.example, !finding.text.contains(example.text) {
      lines.append("first: \(example.text)")
    }
    if let reply = finding.example?.reply { lines.append("the judge's reply: \(reply)") }
    if let names = finding.samples.names { lines.append("samples: \(names)") }
    return lines
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
    of scores: SampleScores, at index: Int, grader: GraderRole
  ) -> TestCase.Outcome? {
    guard scores.scores.indices.contains(index) else { return nil }
    let score = scores.scores[index]
    if scores.isExcluded { return .skipped }
    if let value = score.value {
      if value >= grader.threshold - 1e-9 { return .passed }
      return grader.isRequired && !grader.onlyInforms ? .failed : .noted
    }
    let isMissing = score.errors > 0 || score.inconclusive > 0 || scores.failedTurns > 0
    return isMissing ? .skipped : nil
  }

  private func lines(
    on sample: EvalSample, grader: GraderRole, outcome: TestCase.Outcome
  ) -> [String] {
    let wanted: [Grade.Verdict] =
      switch outcome {
      case .passed: []
      case .noted, .failed: [.fail]
      case .skipped, .error: [.error, .inconclusive]
      }
    var lines = sample.grades.filter { $0.grader == grader.id && wanted.contains($0.verdict) }
      .map { grade in
        (grade.message.map { "message \($0): " } ?? "") + (grade.reason ?? "not met")
      }
    if outcome == .skipped {
      lines += sample.turns.compactMap { turn in
        turn.error.map { "message \(turn.number): \($0)" }
      }
    }
    if outcome == .skipped {
      lines += sample.personFaults.filter(\.excludesSample).map { "the person: \($0.reason)" }
    }
    if outcome == .noted {
      let what = grader.isRequired ? "the assertion informs only" : "this is not an assertion"
      lines.insert("not met, which fails no build: \(what)", at: 0)
    }
    return lines
  }
}
