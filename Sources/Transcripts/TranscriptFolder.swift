public import CoachModel
public import SourceFiles

/// Finds and reads the transcripts of a folder.
public enum TranscriptFolder {
  /// All transcripts in the folder, by id. Throws ``SourceError`` with everything that is wrong.
  public static func read(_ folder: String, files: any FileSystem = LocalFileSystem())
    throws(SourceError) -> [Transcript]
  {
    let (transcripts, diagnostics) = try files.readAll(in: folder, suffix: ".yaml") {
      file throws(SourceError) in try Transcript(file)
    }
    if let error = SourceError(diagnostics) { throw error }
    return transcripts
  }

  /// The transcript files that paths lead to, each once: files as named, folders with all that is
  /// below them. Throws ``SourceError`` for a path that leads nowhere, or to a folder without any.
  public static func paths(
    _ paths: [String], files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) -> [String] {
    var found: [String] = []
    var problems: [Diagnostic] = []
    for path in paths {
      do throws(SourceError) {
        found += try below(path, files)
      } catch {
        problems += error.diagnostics
      }
    }
    if let error = SourceError(problems) { throw error }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static func below(_ path: String, _ files: any FileSystem) throws(SourceError) -> [String]
  {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    switch files.kind(of: path) {
    case .file: return [path]
    case .folder:
      let found = PathPattern("\(path)/**/*.yaml").paths(in: files)
      guard !found.isEmpty else {
        throw SourceError(
          Diagnostic(
            "transcripts.none", "there is no transcript in '\(path)'",
            hint: "transcripts are files that end in .yaml; name another folder"))
      }
      return found
    case nil:
      _ = try files.read(path)
      return []
    }
  }

  /// Reads the transcripts that paths lead to, with what is wrong in the others. Throws ``SourceError``
  /// as ``paths(_:files:)`` does.
  public static func readAll(
    _ paths: [String], files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) -> (transcripts: [Transcript], diagnostics: [Diagnostic]) {
    var transcripts: [Transcript] = []
    var diagnostics: [Diagnostic] = []
    for path in try self.paths(paths, files: files) {
      do throws(SourceError) {
        transcripts.append(try Transcript(files.read(path)))
      } catch {
        diagnostics += error.diagnostics
      }
    }
    return (transcripts, diagnostics)
  }
}
