import SourceFiles

/// Finds cache breakpoints at the end of a volatile section. The text before them changes in every request, so the
/// provider writes a cache entry, and charges for it, that no later request reads.
struct BreakpointInVolatile: PromptRule {
  static let name = "breakpoint-in-volatile"
  static let summary = "a cache breakpoint after text that changes in every request"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.template.frontMatter.sections.filter { $0.cache == .volatile }.compactMap { section in
      section.breakpoint.map { breakpoint in
        finding(
          "the breakpoint '\(breakpoint)' comes after '\(section.name)', which is volatile",
          about: "coachkit.sections", in: subject.template,
          hint: "move it to the last section that stays the same")
      }
    }
  }
}
