public import SourceFiles

/// The files that a screen is made of.
public struct ScreeningFiles: Sendable {
  /// Fillers and spellings.
  public var vocabulary: SourceFile
  /// Words that phrases name as a group.
  public var groups: SourceFile
  /// One concept a file.
  public var concepts: [SourceFile]
  /// Words that mean something together; one concept a file.
  public var combinations: [SourceFile]
  /// One cue a file.
  public var cues: [SourceFile]

  /// Names the files.
  public init(
    vocabulary: SourceFile, groups: SourceFile, concepts: [SourceFile],
    combinations: [SourceFile] = [], cues: [SourceFile]
  ) {
    self.vocabulary = vocabulary
    self.groups = groups
    self.concepts = concepts
    self.combinations = combinations
    self.cues = cues
  }
}

extension ScreeningFiles {
  /// Reads the files of a folder: `vocabulary.yaml`, `groups.yaml`, `Concepts/`, `Combinations/` and `Cues/`.
  ///
  /// Throws ``SourceError`` for what is missing or cannot be read.
  public init(folder: String, files: some FileSystem = LocalFileSystem()) throws(SourceError) {
    vocabulary = try files.read("\(folder)/vocabulary.yaml")
    groups = try files.read("\(folder)/groups.yaml")
    concepts = try files.readAll(in: "\(folder)/Concepts")
    combinations = try files.readAll(in: "\(folder)/Combinations")
    cues = try files.readAll(in: "\(folder)/Cues")
  }
}
