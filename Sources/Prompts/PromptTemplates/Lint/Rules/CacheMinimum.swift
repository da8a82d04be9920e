import SourceFiles

/// Finds cache breakpoints of stable sections whose prefix is too short for providers to cache. Only the template's
/// own text is counted.
///
/// If the prompt names a model whose minimum is known, that one counts; otherwise the lowest of all known ones.
struct CacheMinimum: PromptRule {
  static let name = "cache-minimum"
  static let summary = "a cache breakpoint before which there is less text than providers cache"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let template = subject.template
    let sections = template.frontMatter.sections
    guard let (model, minimum) = minimum(for: subject) else { return [] }
    let tokens = StaticTokens.bySection(of: subject)
    var prefix = 0
    var findings: [Diagnostic] = []
    for (section, own) in zip(sections, tokens) {
      prefix += own
      // A section that holds data may be long enough with it.
      guard let breakpoint = section.breakpoint, section.cache == .stable, prefix < minimum else {
        continue
      }
      findings.append(
        finding(
          "the prefix up to the breakpoint '\(breakpoint)' has about \(prefix) tokens, and"
            + " \(model) cache from \(minimum) on",
          about: "coachkit.sections", in: template,
          hint: "leave the breakpoint out, or put more that never changes before it"))
    }
    return findings
  }

  private func minimum(for subject: LintSubject) -> (model: String, tokens: Int)? {
    let known = subject.settings.cacheMinimums
    if let model = subject.template.frontMatter.model,
      let own = known.first(where: { $0.key == model || $0.key.hasSuffix(":\(model)") })
    {
      return ("requests to \(model)", own.value)
    }
    return known.min { ($0.value, $0.key) < ($1.value, $1.key) }.map { lowest in
      (known.count == 1 ? lowest.key : "requests even to \(lowest.key)", lowest.value)
    }
  }
}
