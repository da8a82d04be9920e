import SourceFiles

/// Finds pairs of instructions of which one forbids what the other asks for, or that set different limits for the
/// same unit. Instructions are compared by their words alone, so only plain cases are found.
struct ContradictoryLines: PromptRule {
  static let name = "contradictory-lines"
  static let summary = "two instructions that cannot both be kept"

  private static let minimumShared = 3
  private static let units: Set<String> = [
    "words", "word", "sentences", "sentence", "questions", "question", "characters", "messages",
    "paragraphs", "items", "options",
  ]

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let lines = subject.lines.filter { !$0.text.isEmpty }
    return forbidden(lines) + limits(lines)
  }

  private func forbidden(_ lines: [LintSubject.Line]) -> [Diagnostic] {
    let known = lines.map { (line: $0, words: InstructionWords($0.text)) }
      .map { (line: $0.line, isNegative: $0.words.isNegative, content: $0.words.content) }
    var findings: [Diagnostic] = []
    for (position, line) in known.enumerated() where line.isNegative {
      for other in known[..<position] + known[(position + 1)...] where !other.isNegative {
        let isSame = line.content == other.content && line.content.count >= Self.minimumShared
        guard isSame, line.line.canMeet(other.line) else { continue }
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

  /// Finds different limits for one unit, such as `At most 150 words` and `at most 80 words`.
  private func limits(_ lines: [LintSubject.Line]) -> [Diagnostic] {
    var first: [String: (number: String, line: LintSubject.Line)] = [:]
    var findings: [Diagnostic] = []
    for line in lines {
      guard let limit = Self.wholeLimit(InstructionWords(line.text).words) else { continue }
      guard let earlier = first[limit.unit] else {
        first[limit.unit] = (limit.number, line)
        continue
      }
      guard earlier.number != limit.number, line.canMeet(earlier.line) else { continue }
      let place = "\(earlier.line.location.file):\(earlier.line.location.line)"
      findings.append(
        finding(
          "\(place) allows at most \(earlier.number) \(limit.unit), and this \(limit.number)",
          at: line.location, excerpt: line.source, hint: "keep one limit, or say when each applies")
      )
    }
    return findings
  }

  /// Returns the limit that an instruction starts with; a limit further in may apply to a part of the reply only.
  private static func wholeLimit(_ words: [String]) -> (number: String, unit: String)? {
    guard words.count >= 4, words[0] == "at", words[1] == "most", Int(words[2]) != nil,
      units.contains(words[3])
    else { return nil }
    return (words[2], words[3])
  }
}
