import SourceFiles

/// Finds text of a person or a creator outside of any container: the model cannot tell where it ends and the
/// product's own text continues. Only prompts that declare their inputs are checked.
struct UnwrappedText: PromptRule {
  static let name = "unwrapped-text"
  static let summary = "a person's text outside a container such as <person>"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    guard !subject.template.frontMatter.inputs.isEmpty else { return [] }
    return subject.inputUse.unwrapped.map { place in
      finding(
        "'\(place.input)' is not the product's text and is outside a container",
        at: place.location, excerpt: place.excerpt,
        hint: "wrap it: <\(place.input)>…</\(place.input)>, and say once that it is material")
    }
  }
}
