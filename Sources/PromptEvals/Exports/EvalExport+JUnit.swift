import Conversations

extension EvalExport {
  /// One test case a sample and grader: failed where the grader's threshold is not met, an error where there is
  /// no verdict for a fault of the grader or of the call, skipped where the grader could not tell.
  ///
  /// Fits the schema of Jenkins' xUnit plugin (junit-10.xsd), and says what tolerant readers need besides.
  func writeTests(_ write: (String) throws -> Void) throws {
    let run = report.run
    var counts: [String: TestCounts] = [:]
    try reader.eachScores(of: run) { sample in
      counts[sample.key.side, default: TestCounts()].add(sample, run.graders)
    }
    let all = counts.values.reduce(into: TestCounts()) { $0.add($1) }
    try write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(XMLText.attribute(run.suite))\""
        + " \(all.attributes)>\n")
    let stamp = String(run.started.replacing(" ", with: "T").filter { $0 != "Z" })
    for (number, side) in run.sides.enumerated() {
      let own = counts[side] ?? TestCounts()
      try write(
        "  <testsuite name=\"\(XMLText.attribute(side))\" id=\"\(number)\" hostname=\"localhost\""
          + " timestamp=\"\(XMLText.attribute(stamp))\" \(own.attributes) skipped=\"\(own.skipped)\">\n"
          + properties(of: side))
      try reader.eachSample(of: run) { sample in
        if sample.key.side == side { try write(cases(of: sample)) }
      }
      try write("  </testsuite>\n")
    }
    try write("</testsuites>\n")
  }

  private func properties(of side: String) -> String {
    guard let variant = report.run.variants.first(where: { $0.id == side }) else { return "" }
    let facts = [
      ("run", report.run.id), ("prompt", variant.prompt), ("prompt digest", variant.digest),
      ("model", variant.model),
    ]
    let lines = facts.map { name, value in
      "      <property name=\"\(name)\" value=\"\(XMLText.attribute(value))\"/>\n"
    }
    return "    <properties>\n\(lines.joined())    </properties>\n"
  }

  private func cases(of sample: EvalSample) -> String {
    let graders = report.run.graders
    let scores = SampleScores(sample, graders)
    var text = ""
    for (place, grader) in graders.enumerated() {
      guard let outcome = TestCounts.Outcome(scores, place, grader) else { continue }
      // A dot makes a package of what stands before it.
      let group = [report.run.suite, sample.key.side, grader.id].map {
        String($0.map { $0 == "." ? "-" : $0 })
      }.joined(separator: ".")
      let name = "\(sample.key.transcript), attempt \(sample.key.attempt)"
      let head =
        "    <testcase classname=\"\(XMLText.attribute(group))\" name=\"\(XMLText.attribute(name))\""
        + " time=\"\(TestCounts.time(of: scores, among: graders))\""
      let lines = reasons(grader.id, of: sample, outcome)
      let message = XMLText.attribute(lines.first ?? "no verdict")
      let body = XMLText.content(lines.isEmpty ? "no verdict" : lines.joined(separator: "\n"))
      switch outcome {
      case .passed: text += "\(head)/>\n"
      case .failed, .error, .skipped:
        let element = outcome.element
        text +=
          "\(head)>\n      <\(element) message=\"\(message)\" type=\"\(XMLText.attribute(grader.id))\">"
          + "\(body)</\(element)>\n    </testcase>\n"
      }
    }
    return text
  }

  private func reasons(
    _ grader: String, of sample: EvalSample, _ outcome: TestCounts.Outcome
  ) -> [String] {
    let wanted: Grade.Verdict =
      switch outcome {
      case .failed, .passed: .fail
      case .error: .error
      case .skipped: .inconclusive
      }
    let grades = sample.grades.filter { $0.grader == grader && $0.verdict == wanted }.map { grade in
      (grade.message.map { "message \($0): " } ?? "") + (grade.reason ?? "not met")
    }
    guard outcome == .error else { return grades }
    return grades
      + sample.turns.compactMap { turn in turn.error.map { "message \(turn.number): \($0)" } }
  }
}

/// How many test cases came out how.
private struct TestCounts {
  enum Outcome {
    case passed, failed, error, skipped

    /// Nil where the grader applied to nothing.
    init?(_ scores: SampleScores, _ place: Int, _ grader: GraderRole) {
      guard scores.scores.indices.contains(place) else { return nil }
      let score = scores.scores[place]
      if scores.isSpoilt {
        self = .skipped
      } else if let value = score.value {
        self = value >= grader.threshold - 1e-9 ? .passed : .failed
      } else if score.errors > 0 || (score.isEmpty && scores.failedTurns > 0) {
        self = .error
      } else if score.inconclusive > 0 {
        self = .skipped
      } else {
        return nil
      }
    }

    var element: String {
      switch self {
      case .passed: ""
      case .failed: "failure"
      case .error: "error"
      case .skipped: "skipped"
      }
    }
  }

  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  var seconds = 0.0

  mutating func add(_ scores: SampleScores, _ graders: [GraderRole]) {
    for (place, grader) in graders.enumerated() {
      guard let outcome = Outcome(scores, place, grader) else { continue }
      tests += 1
      switch outcome {
      case .passed: break
      case .failed: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
    seconds += (scores.seconds ?? 0) * Double(scores.turns)
  }

  mutating func add(_ other: TestCounts) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
    seconds += other.seconds
  }

  /// A sample's time, shared out among its cases.
  static func time(of scores: SampleScores, among graders: [GraderRole]) -> String {
    Figures.decimal((scores.seconds ?? 0) * Double(scores.turns) / Double(max(1, graders.count)), 3)
  }

  var attributes: String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " time=\"\(Figures.decimal(seconds, 3))\""
  }
}
