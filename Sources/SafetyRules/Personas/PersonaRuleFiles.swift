public import SourceFiles

/// The files that the rules are read from.
public struct PersonaRuleFiles: Sendable {
  /// Words that phrases name as a group, and the words that take back or turn what is said.
  public var groups: SourceFile
  /// What the checks of the text's form make of a persona, and what they tell the creator.
  public var checks: SourceFile
  /// One rule a file.
  public var rules: [SourceFile]

  /// Names the files.
  public init(groups: SourceFile, checks: SourceFile, rules: [SourceFile]) {
    self.groups = groups
    self.checks = checks
    self.rules = rules
  }

  /// Reads the files of a folder: `groups.yaml`, `checks.yaml` and `Rules/`.
  ///
  /// Throws ``SourceError`` for what is missing or cannot be read.
  public init(folder: String, files: some FileSystem = LocalFileSystem()) throws(SourceError) {
    groups = try files.read("\(folder)/groups.yaml")
    checks = try files.read("\(folder)/checks.yaml")
    rules = try files.readAll(in: "\(folder)/Rules")
  }
}
