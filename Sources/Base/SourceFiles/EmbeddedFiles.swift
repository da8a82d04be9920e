/// Data files that the build embeds into a module's code, by their paths in the module.
package struct EmbeddedFiles: Sendable {
  package let texts: [String: String]

  package init(_ texts: [String: String]) {
    self.texts = texts
  }

  /// Returns the file at a path; an unknown path gives an empty file, which the module's tests would find.
  package func file(_ path: String) -> SourceFile {
    SourceFile(path: path, text: texts[path] ?? "")
  }
}
