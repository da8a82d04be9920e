import SourceFiles

/// Finds released versions that the lock file does not list: they could change unnoticed during an experiment.
struct UnlockedRelease: PromptRule {
  static let name = "unlocked-release"
  static let summary = "a version that people get and that is not locked"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let template = subject.template
    guard let version = template.version,
      subject.library.labels.released(template.name).contains(version),
      subject.library.lock.digests[template.reference] == nil
    else { return [] }
    return [
      finding(
        "\(template.reference) is given to people and is not locked",
        at: FileLocation(file: template.file.path, line: 1, column: 1),
        excerpt: nil as SourceExcerpt?,
        hint: "run 'coachkit prompts lock'")
    ]
  }
}
