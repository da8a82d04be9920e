extension ScreeningFiles {
  /// The files that this version knows.
  static var builtIn: ScreeningFiles {
    ScreeningFiles(
      vocabulary: EmbeddedData.file("Screening/vocabulary.yaml"),
      groups: EmbeddedData.file("Screening/groups.yaml"),
      concepts: EmbeddedData.folder("Screening/Concepts"),
      combinations: EmbeddedData.folder("Screening/Combinations"),
      cues: EmbeddedData.folder("Screening/Cues"))
  }
}
