public import CoachModel
public import SourceFiles

/// What an import makes of a file.
public struct ImportedFile: Sendable {
  /// The file's path as it was named.
  public let path: String
  /// What was recognised, in words for the user.
  public internal(set) var seen: String
  /// The chats that could be read.
  public private(set) var transcripts: [Transcript] = []
  /// How many chats could not.
  public internal(set) var brokenChats = 0
  /// What was changed or left out.
  public internal(set) var notes = ImportNotes()
  /// What is wrong, from the top of the file to its end, warnings included.
  public internal(set) var diagnostics: [Diagnostic] = []
  private let file: SourceFile
  /// Where each transcript begins, in bytes. Counting lines and columns for each would take long where a
  /// file is one long line.
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

  /// Where a transcript begins, by its position.
  func place(of position: Int) -> SourceLocation { file.location(at: offsets[position]) }
}
