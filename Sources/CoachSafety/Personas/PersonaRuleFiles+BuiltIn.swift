extension PersonaRuleFiles {
  /// The files of this version.
  static let builtIn = PersonaRuleFiles(
    groups: EmbeddedData.file("Personas/persona_groups.yaml"),
    checks: EmbeddedData.file("Personas/persona_checks.yaml"),
    rules: EmbeddedData.folder("Personas/Rules"))
}
