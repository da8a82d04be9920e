import SourceFiles

extension GraderOptions {
  /// The file that an option names, relative to the suite; nil when it is not given. A file that cannot be
  /// read is a mistake at the option's place.
  func file(
    _ name: String, in files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) -> SourceFile? {
    guard let path = try text(name) else { return nil }
    do throws(SourceError) {
      return try files.read(path.resolved(in: folder))
    } catch {
      let problem = error.diagnostics.first
      throw self.error(
        name, problem?.message ?? "'\(path)' cannot be read", hint: problem?.hint)
    }
  }
}
