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

  /// The files that are part of this module.
  static let builtIn = ReplyCheckFiles(
    vocabulary: embeddedFiles.file("Screening/vocabulary.yaml"),
    groups: embeddedFiles.file("Guardrails/reply_groups.yaml"),
    checks: embeddedFiles.folder("Guardrails/Checks"))
}
