public import SourceFiles

/// The files that define a crisis screen.
public struct ScreeningFiles: Sendable {
  /// The file of filler words and alternative spellings.
  public var vocabulary: SourceFile
  /// Word groups that phrases refer to by name.
  public var groups: SourceFile
  /// The concepts, one per file.
  public var concepts: [SourceFile]
  /// The cues, one per file.
  public var cues: [SourceFile]

  /// Creates a set of files.
  public init(
    vocabulary: SourceFile, groups: SourceFile, concepts: [SourceFile], cues: [SourceFile]
  ) {
    self.vocabulary = vocabulary
    self.groups = groups
    self.concepts = concepts
    self.cues = cues
  }
}

extension ScreeningFiles {
  /// Reads the files in a folder: `vocabulary.yaml`, `groups.yaml`, `Concepts/` and `Cues/`.
  ///
  /// Throws ``SourceError`` if a file is missing or cannot be read.
  public init(folder: String, files: some FileSystem = LocalFileSystem()) throws(SourceError) {
    vocabulary = try files.read("\(folder)/vocabulary.yaml")
    groups = try files.read("\(folder)/groups.yaml")
    concepts = try files.readAll(in: "\(folder)/Concepts")
    cues = try files.readAll(in: "\(folder)/Cues")
  }
}
