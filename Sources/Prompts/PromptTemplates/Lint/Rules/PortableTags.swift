import SourceFiles

/// Finds tags that dotprompt's runtimes interpret differently: a `~` beside the line break of a tag that stands alone
/// on its line, and chains such as `{{else with}}`. This renderer follows Handlebars; the Python runtime adds or
/// drops a line break, or takes the wrong branch.
struct PortableTags: PromptRule {
  static let name = "portable-tags"
  static let summary = "tags that other dotprompt runtimes render differently"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let lines = subject.sourceLines
    for (line, next) in zip(lines, lines.dropFirst().map(Optional.some) + [nil]) {
      let source = line.source.trimmingWhitespace
      if let chain = ["each", "with", "ifEquals", "unlessEquals"].first(where: {
        source.contains("{{else \($0) ")
      }) {
        findings.append(
          finding(
            "other runtimes know no 'else \(chain)'", at: line.location, excerpt: line.source,
            hint: "nest the block: {{else}}{{#\(chain) …}}…{{/\(chain)}}"))
      }
      let isLone = Self.isLoneTag(source)
      if isLone, source.hasPrefix("{{~"), !source.hasSuffix("~}}") {
        findings.append(
          portability(of: line, hint: "give the tag a '~' at its end, too, or at neither"))
      } else if source.hasSuffix("~}}"), let next, next.file.path == line.file.path,
        Self.isLoneTag(next.source.trimmingWhitespace), !next.source.hasSuffix("~}}")
      {
        findings.append(
          portability(
            of: line, hint: "end the next tag in '~}}', too, or put it on this line without '~'"))
      }
    }
    return findings
  }

  private func portability(of line: LintSubject.SourceLine, hint: String) -> Diagnostic {
    finding(
      "other runtimes keep a line break here that Handlebars drops", at: line.location,
      excerpt: line.source, hint: hint)
  }

  /// Whether a line consists of a single block tag, partial or comment.
  private static func isLoneTag(_ line: String) -> Bool {
    guard line.hasPrefix("{{"), line.hasSuffix("}}"), line.dropFirst(2).firstRange(of: "{{") == nil
    else { return false }
    let mark = line.dropFirst(2).drop { $0 == "~" }
    return mark.first.map { "#/^>!".contains($0) } ?? false || mark.hasPrefix("else")
  }
}
