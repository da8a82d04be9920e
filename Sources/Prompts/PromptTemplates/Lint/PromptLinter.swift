package import SourceFiles

/// Finds constructs in prompts that work but probably do not do what was intended.
///
/// Errors are found when a library is read; these findings are warnings. A prompt silences a rule with
/// `coachkit.ignore: [rule]` in its front matter.
package struct PromptLinter: Sendable {
  private let settings: LintSettings

  /// Creates a linter with the given thresholds and token counter.
  package init(settings: LintSettings = LintSettings()) {
    self.settings = settings
  }

  private static let rules: [any PromptRule] = [
    BreakpointInVolatile(), CacheMinimum(), ConflictingLengths(), ConflictingTopics(),
    ContractUnmentioned(), ContradictoryLines(),
    DuplicateLines(), ExampleFields(), ImpossibleComparison(), LongPrompt(), PortableTags(),
    StrayBlanks(), TextAfterHistory(), UndeclaredInput(), UnknownParameter(), UnlockedRelease(),
    UnusedInput(), UnwrappedText(), VolatileBeforeHistory(),
  ]

  /// The name of every rule with a summary of what it finds, sorted by name.
  package static var catalogue: [(name: String, summary: String)] {
    rules.map { (type(of: $0).name, type(of: $0).summary) }
  }

  /// Returns the findings in a library, prompt by prompt, without those of rules that a prompt silences.
  ///
  /// Released versions that no label names any more are skipped unless the settings say otherwise.
  /// A finding in a partial is reported once, however many prompts include it. Prompts with errors are skipped.
  package func findings(in library: PromptLibrary) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return library.templates.flatMap { template -> [Diagnostic] in
      guard settings.checksSuperseded || !isSuperseded(template, in: library),
        let prompt = try? library.prompt(
          PromptReference(name: template.name, version: template.version))
      else { return [] }
      let subject = LintSubject(prompt, in: library, settings: settings)
      let ignored = template.frontMatter.ignoredRules
      return Self.rules.filter { !ignored.contains(type(of: $0).name) }
        .flatMap { $0.findings(in: subject) }
        + unknownRules(ignored, in: template)
    }.filter { seen.insert($0).inserted }
  }

  /// Whether a version was released, so that it cannot be changed, and is given to nobody any more.
  private func isSuperseded(_ template: PromptTemplate, in library: PromptLibrary) -> Bool {
    guard let version = template.version, library.lock.digests[template.reference] != nil,
      library.labels.entries[template.name] != nil
    else { return false }
    return !library.labels.released(template.name).contains(version)
  }

  private func unknownRules(_ ignored: [String], in template: PromptTemplate) -> [Diagnostic] {
    let known = Self.catalogue.map(\.name)
    return ignored.filter { !known.contains($0) }.map { name in
      let location = template.frontMatter.locations["coachkit.ignore"]
      return Diagnostic(
        "lint.unknown-rule", "there is no rule '\(name)'", severity: .warning, at: location,
        excerpt: location.flatMap { template.file.excerpt(at: $0) }, hint: known.hint(for: name))
    }
  }
}
