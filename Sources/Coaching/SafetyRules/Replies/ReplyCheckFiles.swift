public import SourceFiles

/// The files that define the checks of replies.
public struct ReplyCheckFiles: Sendable {
  /// Fillers and spellings, shared with the screen of messages.
  public var vocabulary: SourceFile
  /// Word groups that phrases refer to by name, and words that announce a quotation.
  public var groups: SourceFile
  /// The checks, one per file.
  public var checks: [SourceFile]

  /// Creates a set of files.
  public init(vocabulary: SourceFile, groups: SourceFile, checks: [SourceFile]) {
    self.vocabulary = vocabulary
    self.groups = groups
    self.checks = checks
  }

  /// Reads the files in a folder: `groups.yaml` and `Checks/`.
  ///
  /// Throws ``SourceError`` if a file is missing or cannot be read.
  public init(
    folder: String, vocabulary: SourceFile, files: some FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    self.vocabulary = vocabulary
    groups = try files.read("\(folder)/groups.yaml")
    checks = try files.readAll(in: "\(folder)/Checks")
  }
}
