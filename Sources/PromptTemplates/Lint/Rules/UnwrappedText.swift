import SourceFiles

/// A person's or a creator's text outside of any container: nothing tells the model where it ends and
/// the product's own words go on. Only for prompts that declare their inputs.
struct UnwrappedText: PromptRule {
  static let name = "unwrapped-text"
  static let summary = "a person's text that stands in no container such as <person>"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    guard !subject.template.frontMatter.inputs.isEmpty else { return [] }
    return subject.inputUse.unwrapped.map { place in
      finding(
        "'\(place.input)' is not the product's text and stands in no container",
        at: place.location, place.line,
        hint: "wrap it: <\(place.input)>…</\(place.input)>, and say once that it is material")
    }
  }
}
