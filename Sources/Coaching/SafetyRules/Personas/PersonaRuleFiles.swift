package import SourceFiles

/// The files that define the rules for personas.
package struct PersonaRuleFiles: Sendable {
  /// Word groups that phrases refer to by name, and words that negate or turn a statement.
  package var groups: SourceFile
  /// The outcome of each check, with its explanation for the creator.
  package var checks: SourceFile
  /// The rules, one per file.
  package var rules: [SourceFile]

  /// Creates a set of files.
  package init(groups: SourceFile, checks: SourceFile, rules: [SourceFile]) {
    self.groups = groups
    self.checks = checks
    self.rules = rules
  }

  /// Reads the files in a folder: `groups.yaml`, `checks.yaml` and `Rules/`.
  ///
  /// Throws ``SourceError`` if a file is missing or cannot be read.
  package init(folder: String, files: some FileSystem = DiskFileSystem()) throws(SourceError) {
    groups = try files.read("\(folder)/groups.yaml")
    checks = try files.read("\(folder)/checks.yaml")
    rules = try files.readAll(in: "\(folder)/Rules")
  }
}
