public import SourceFiles

/// The files that checks of replies are made of.
public struct ReplyCheckFiles: Sendable {
  /// Fillers and spellings, the same as for the screen of messages.
  public var vocabulary: SourceFile
  /// Words that phrases name as a group, and what announces somebody else's words.
  public var groups: SourceFile
  /// One check a file.
  public var checks: [SourceFile]

  /// Names the files.
  public init(vocabulary: SourceFile, groups: SourceFile, checks: [SourceFile]) {
    self.vocabulary = vocabulary
    self.groups = groups
    self.checks = checks
  }

  /// Reads the files of a folder: `groups.yaml` and `Checks/`.
  ///
  /// Throws ``SourceError`` for what is missing or cannot be read.
  public init(
    folder: String, vocabulary: SourceFile, files: some FileSystem = LocalFileSystem()
  ) throws(SourceError) {
    self.vocabulary = vocabulary
    groups = try files.read("\(folder)/groups.yaml")
    checks = try files.readAll(in: "\(folder)/Checks")
  }
}
