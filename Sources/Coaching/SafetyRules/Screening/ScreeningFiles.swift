public import SourceFiles

/// The files that define a crisis screen.
public struct ScreeningFiles: Sendable {
  /// The file of filler words and alternative spellings.
  public var vocabulary: SourceFile
  /// Word groups that phrases refer to by name.
  public var groups: SourceFile
  /// The concepts, one per file.
  public var concepts: [SourceFile]
  /// Further phrases of the concepts, one file per concept.
  ///
  /// A concept's own file is one page for whoever reviews it: what it covers, and the phrases that matter most.
  public var wordings: [SourceFile]
  /// The cues, one per file.
  public var cues: [SourceFile]

  /// Creates a set of files.
  public init(
    vocabulary: SourceFile, groups: SourceFile, concepts: [SourceFile],
    wordings: [SourceFile] = [], cues: [SourceFile]
  ) {
    self.vocabulary = vocabulary
    self.groups = groups
    self.concepts = concepts
    self.wordings = wordings
    self.cues = cues
  }
}

extension ScreeningFiles {
  /// Reads the files in a folder: `vocabulary.yaml`, `groups.yaml`, `Concepts/`, `Cues/`, and
  /// `Wordings/` if there is one.
  ///
  /// Throws ``SourceError`` if a file is missing or cannot be read.
  public init(folder: String, files: some FileSystem = DiskFileSystem()) throws(SourceError) {
    vocabulary = try files.read("\(folder)/vocabulary.yaml")
    groups = try files.read("\(folder)/groups.yaml")
    concepts = try files.readAll(in: "\(folder)/Concepts")
    let names = try files.names(in: folder)
    wordings = names.contains("Wordings") ? try files.readAll(in: "\(folder)/Wordings") : []
    cues = try files.readAll(in: "\(folder)/Cues")
  }
}
