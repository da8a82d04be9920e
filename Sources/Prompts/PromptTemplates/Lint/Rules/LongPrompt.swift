import SourceFiles

/// Finds prompts with more instructions than models follow, counted in the text of the template and its partials,
/// without data.
struct LongPrompt: PromptRule {
  static let name = "long-prompt"
  static let summary = "more instructions than a model can keep"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let tokens = subject.settings.counter.count(subject.text)
    guard tokens > subject.settings.longPrompt else { return [] }
    return [
      finding(
        "the template alone has about \(tokens) tokens, more than \(subject.settings.longPrompt)",
        at: FileLocation(file: subject.template.file.path, line: 1, column: 1),
        excerpt: nil as SourceExcerpt?,
        hint: "say less, or give each phase of the conversation a prompt of its own")
    ]
  }
}
