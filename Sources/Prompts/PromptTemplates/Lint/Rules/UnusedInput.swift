import SourceFiles

/// Finds inputs in the schema that no tag uses: the caller provides them for nothing, or a tag is missing.
struct UnusedInput: PromptRule {
  static let name = "unused-input"
  static let summary = "an input that the schema asks for and the text does not use"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.prompt.inputNames.filter { !subject.inputUse.names.contains($0) }.map { name in
      finding(
        "the input '\(name)' is never used", about: "input", in: subject.template,
        hint: "use it, or remove it from the schema")
    }
  }
}
