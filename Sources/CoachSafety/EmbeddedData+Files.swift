import SourceFiles

extension EmbeddedData {
  /// The data file at a path of this module; empty where there is none, which this module's tests would find.
  static func file(_ path: String) -> SourceFile {
    SourceFile(path: path, text: files[path] ?? "")
  }

  /// All data files of a folder of this module, in the order of their names.
  static func folder(_ folder: String) -> [SourceFile] {
    files.keys.filter { $0.hasPrefix(folder + "/") }.sorted().map(file)
  }
}
