import SourceFiles

/// Finds inputs without a declared cache class and trust. They are treated as untrusted and volatile. Only prompts
/// with sections are checked.
struct UndeclaredInput: PromptRule {
  static let name = "undeclared-input"
  static let summary =
    "an input that does not declare how often it changes and how far it can be trusted"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let matter = subject.template.frontMatter
    guard !matter.sections.isEmpty else { return [] }
    return subject.prompt.inputNames.filter { matter.inputs[$0] == nil }.map { name in
      finding(
        "'\(name)' does not declare how often it changes and how far it can be trusted",
        about: "input",
        in: subject.template,
        hint: "declare it under 'coachkit.inputs', such as {cache: personal, trust: untrusted}")
    }
  }
}
