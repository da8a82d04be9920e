package import CoachModel
package import SourceFiles

/// Finds and reads the transcripts of a folder.
package enum TranscriptFolder {
  /// Reads all transcripts in a folder, in the order of their file names.
  ///
  /// Throws ``SourceError`` with the problems of all files.
  package static func read(_ folder: String, files: any FileSystem = DiskFileSystem())
    throws(SourceError) -> [Transcript]
  {
    let (transcripts, diagnostics) = try files.readAll(in: folder, suffix: ".yaml") {
      file throws(SourceError) in try Transcript(file)
    }
    if let error = SourceError(diagnostics) { throw error }
    return transcripts
  }

  /// Returns the paths of the transcript files at the given paths, each once: files as named, and all `.yaml` files
  /// below folders.
  ///
  /// Throws ``SourceError`` if a path does not exist, or is a folder without transcripts.
  package static func paths(
    _ paths: [String], files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) -> [String] {
    var found: [String] = []
    var problems: [Diagnostic] = []
    for path in paths {
      do throws(SourceError) {
        found += try below(path, in: files)
      } catch {
        problems += error.diagnostics
      }
    }
    if let error = SourceError(problems) { throw error }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static func below(_ path: String, in files: any FileSystem) throws(SourceError)
    -> [String]
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

  /// Reads the transcripts at paths, and returns the problems of files that could not be read beside them.
  ///
  /// Throws ``SourceError`` in the same cases as ``paths(_:files:)``.
  package static func readAll(
    _ paths: [String], files: any FileSystem = DiskFileSystem()
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
