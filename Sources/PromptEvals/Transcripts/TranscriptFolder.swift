public import Conversations
public import SourceFiles

/// Reads the transcripts of a folder.
public enum TranscriptFolder {
  /// All transcripts in the folder, by id. Throws ``SourceError`` with everything that is wrong.
  public static func read(_ folder: String, files: any FileSystem = LocalFileSystem())
    throws(SourceError) -> [Transcript]
  {
    var transcripts: [Transcript] = []
    var diagnostics: [Diagnostic] = []
    for name in try files.names(in: folder) where name.hasSuffix(".yaml") {
      do throws(SourceError) {
        transcripts.append(try Transcript(try files.read("\(folder)/\(name)")))
      } catch {
        diagnostics += error.diagnostics
      }
    }
    if let error = SourceError(diagnostics) { throw error }
    return transcripts
  }
}
