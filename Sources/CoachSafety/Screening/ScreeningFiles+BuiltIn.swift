import SourceFiles

extension ScreeningFiles {
  /// The files that this version knows.
  package static var builtIn: ScreeningFiles {
    ScreeningFiles(
      vocabulary: embeddedFiles.file("Screening/vocabulary.yaml"),
      groups: embeddedFiles.file("Screening/groups.yaml"),
      concepts: embeddedFiles.folder("Screening/Concepts"),
      combinations: embeddedFiles.folder("Screening/Combinations"),
      cues: embeddedFiles.folder("Screening/Cues"))
  }
}
