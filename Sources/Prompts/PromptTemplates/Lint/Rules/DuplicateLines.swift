import SourceFiles

/// Finds instructions that occur twice, in the prompt or in a partial that it includes: they cost tokens twice, and a
/// later edit may change only one of the two.
struct DuplicateLines: PromptRule {
  static let name = "duplicate-lines"
  static let summary = "an instruction that the prompt says twice"

  private static let minimumWords = 5

  func findings(in subject: LintSubject) -> [Diagnostic] {
    var known: [[String]: [LintLine]] = [:]
    var findings: [Diagnostic] = []
    for line in subject.lines {
      let words = InstructionWords(line.text).words
      guard words.count >= Self.minimumWords else { continue }
      if let earlier = known[words]?.first(where: { subject.canMeet(line, $0) }) {
        findings.append(
          finding(
            "this line repeats \(earlier.location.file):\(earlier.location.line)",
            at: line.location, excerpt: line.source,
            hint: "keep one of the two, or make it a partial"))
      }
      known[words, default: []].append(line)
    }
    return findings
  }
}
