package import CoachModel
package import SourceFiles

/// The result of importing a file.
package struct ImportedFile: Sendable {
  /// The path of the file, as it was given.
  package let path: String
  /// The format that was recognised, in words for the user.
  package internal(set) var seen: String
  /// The chats that could be imported.
  package private(set) var transcripts: [Transcript] = []
  /// The number of chats that could not be imported.
  package internal(set) var brokenChats = 0
  /// What was changed or left out.
  package internal(set) var notes = ImportNotes()
  /// Errors and warnings, in the order of the file.
  package internal(set) var diagnostics: [Diagnostic] = []
  private let file: SourceFile
  /// The byte offset of each transcript.
  ///
  /// Computing a line and column for each would take long in a file of one long line.
  private var offsets: [Int] = []

  init(_ file: SourceFile, seen: String) {
    self.file = file
    path = file.path
    self.seen = seen
  }

  mutating func add(_ transcript: Transcript, at offset: Int) {
    transcripts.append(transcript)
    offsets.append(offset)
  }

  /// Returns the result with only the transcripts whose ids are in a set.
  package func choosing(_ ids: Set<String>) -> ImportedFile {
    var chosen = self
    let kept = zip(transcripts, offsets).filter { ids.contains($0.0.id) }
    chosen.transcripts = kept.map(\.0)
    chosen.offsets = kept.map(\.1)
    return chosen
  }

  /// Returns the location of a transcript, by its index.
  func place(of position: Int) -> FileLocation { file.location(at: offsets[position]) }
}
