public import Conversations
public import SourceFiles

/// Reads the transcripts of a folder.
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
}
