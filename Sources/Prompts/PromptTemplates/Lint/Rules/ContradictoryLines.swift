import SourceFiles

/// Finds pairs of instructions of which one forbids what the other asks for. Instructions are compared by their words
/// alone, so only plain cases are found.
struct ContradictoryLines: PromptRule {
  static let name = "contradictory-lines"
  static let summary = "an instruction that forbids what another asks for in the same words"

  private static let minimumShared = 3

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let known = subject.lines.map { (line: $0, words: InstructionWords($0.text)) }
      .map { (line: $0.line, isNegative: $0.words.isNegative, content: $0.words.content) }
    var findings: [Diagnostic] = []
    for (position, line) in known.enumerated() where line.isNegative {
      for other in known[..<position] + known[(position + 1)...] where !other.isNegative {
        let isSame = line.content == other.content && line.content.count >= Self.minimumShared
        guard isSame, subject.canMeet(line.line, other.line) else { continue }
        findings.append(
          finding(
            "this forbids what \(other.line.location.file):\(other.line.location.line) asks for",
            at: line.line.location, excerpt: line.line.source,
            hint: "state once what applies, and when"
          ))
      }
    }
    return findings
  }
}
