/// Data files that the build has made part of a module's code, by their paths in it.
package struct EmbeddedFiles: Sendable {
  package let texts: [String: String]

  package init(_ texts: [String: String]) {
    self.texts = texts
  }

  /// The file at a path; empty where there is none, which the module's tests would find.
  package func file(_ path: String) -> SourceFile {
    SourceFile(path: path, text: texts[path] ?? "")
  }

  /// All files of a folder, in the order of their names.
  package func folder(_ folder: String) -> [SourceFile] {
    texts.keys.filter { $0.hasPrefix(folder + "/") }.sorted().map(file)
  }
}
