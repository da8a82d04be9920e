import SourceFiles

extension PersonaRuleFiles {
  /// The files of this version.
  static let builtIn = PersonaRuleFiles(
    groups: embeddedFiles.file("persona_groups.yaml"),
    checks: embeddedFiles.file("persona_checks.yaml"),
    rules: embeddedFiles.folder("Rules"))
}
