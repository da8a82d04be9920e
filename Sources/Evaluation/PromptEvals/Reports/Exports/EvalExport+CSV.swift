import CoachModel

extension EvalExport {
  /// Writes a table with one line per sample and grader.
  ///
  /// From `sample_passed` on, columns are about the sample and the same on each of its lines; the two times are means
  /// over its messages. References and samples without a message made no calls, so their cost columns are empty.
  func writeTable(_ write: (String) throws -> Void) throws {
    try write(
      "run,side,transcript,attempt,cluster,grader,score,verdict_errors,inconclusive,not_applicable,"
        + "sample_passed,sample_messages,sample_failed_messages,sample_input_tokens,sample_output_tokens,"
        + "sample_dollars,mean_first_seconds,mean_seconds\r\n")
    let run = report.run
    try reader.eachScores(of: run) { sample in
      let costs = sample.isReference || sample.costs.calls == 0 ? nil : sample.costs
      for (grader, score) in zip(run.design.graders, sample.scores)
      where !score.isEmpty || score.notApplicable > 0 {
        let cells: [String] = [
          run.id, sample.key.side, sample.key.transcript, String(sample.key.attempt),
          sample.cluster, grader.id, Self.text(score.value), String(score.errors),
          String(score.inconclusive), String(score.notApplicable),
          sample.isPassed.map { $0 ? "1" : "0" } ?? "",
          String(sample.turns), String(sample.failedTurns),
          costs?.usage.input.map { String($0) } ?? "",
          costs?.usage.output.map { String($0) } ?? "", Self.text(costs?.dollars),
          Self.text(sample.timeToFirstToken), Self.text(sample.seconds),
        ]
        try write(cells.map(Self.cell).joined(separator: ",") + "\r\n")
      }
    }
  }

  private static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }

  /// Formats a cell by RFC 4180; one that a spreadsheet would take for a formula gets an apostrophe.
  ///
  /// Works on code points: a quote with a combining accent is one character, and still a quote to a spreadsheet.
  private static func cell(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    let isNegative = scalars.first == "-" && Double(text) == nil
    if let first = scalars.first, "=+@\t\r".unicodeScalars.contains(first) || isNegative {
      scalars.insert("'", at: 0)
    }
    let isPlain = !scalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      result.append(scalar)
      if scalar == "\"" { result.append(scalar) }
    }
    return isPlain ? String(result) : "\"\(String(result))\""
  }
}
