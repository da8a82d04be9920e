import SourceFiles

/// Finds cache breakpoints of stable sections whose prefix is too short for providers to cache. Only the template's
/// own text is counted.
struct CacheMinimum: PromptRule {
  static let name = "cache-minimum"
  static let summary = "a cache breakpoint before which there is less text than providers cache"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let template = subject.template
    let sections = template.frontMatter.sections
    let tokens = StaticTokens.bySection(of: subject)
    var prefix = 0
    var findings: [Diagnostic] = []
    for (section, own) in zip(sections, tokens) {
      prefix += own
      // A section that holds data may be long enough with it.
      guard let breakpoint = section.breakpoint, section.cache == .stable,
        prefix < subject.settings.cacheMinimum
      else { continue }
      findings.append(
        finding(
          "the prefix up to the breakpoint '\(breakpoint)' has about \(prefix) tokens, and"
            + " providers cache from \(subject.settings.cacheMinimum) on",
          about: "coachkit.sections", in: template,
          hint: "leave the breakpoint out, or put more that never changes before it"))
    }
    return findings
  }
}
