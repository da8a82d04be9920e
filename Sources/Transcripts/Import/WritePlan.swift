public import CoachModel
public import SourceFiles

/// Which files are written for transcripts, decided before anything is written.
///
/// A conversation that is there already, with the same words, is left as it is: somebody may have rated it
/// since. So importing twice changes nothing.
public struct WritePlan: Sendable {
  /// What becomes of a transcript.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// A new file.
    case write
    /// The file of that name has other content, which goes.
    case replace
    /// The chat is there already.
    case keep
  }

  /// A transcript and its file.
  public struct Item: Sendable {
    /// What is written.
    public let transcript: Transcript
    /// Where.
    public let path: String
    /// What becomes of it.
    public let action: Action

    /// The content of the file.
    public var text: String { TranscriptYAML.text(of: transcript) }
  }

  /// The files, in the order of the chats.
  public private(set) var items: [Item] = []
  /// What stands against writing them.
  public private(set) var diagnostics: [Diagnostic] = []
  /// What the ids that were used stand for.
  private var known: [String: (Transcript, Origin?)] = [:]

  /// Where a transcript comes from.
  private struct Origin {
    let file: ImportedFile
    let position: Int

    var place: SourceLocation { file.place(of: position) }
  }

  /// Decides for the chats of some imported files and a folder, which need not exist yet.
  public init(
    _ files: [ImportedFile], folder: String, overwrite: Bool = false,
    disk: any FileSystem = LocalFileSystem()
  ) {
    for file in files {
      for (position, transcript) in file.transcripts.enumerated() {
        let origin = Origin(file: file, position: position)
        add(transcript, origin, folder: folder, overwrite: overwrite, disk: disk)
      }
    }
  }

  /// Decides for transcripts and a folder, which need not exist yet.
  public init(
    _ transcripts: [Transcript], folder: String, overwrite: Bool = false,
    disk: any FileSystem = LocalFileSystem()
  ) {
    for transcript in transcripts {
      add(transcript, nil, folder: folder, overwrite: overwrite, disk: disk)
    }
  }

  private mutating func add(
    _ transcript: Transcript, _ origin: Origin?, folder: String, overwrite: Bool,
    disk: any FileSystem
  ) {
    if let (first, firstOrigin) = known[transcript.id] {
      guard !first.saysTheSame(as: transcript) else { return }
      let before = firstOrigin.map { " at \($0.place)" } ?? ""
      return diagnostics.append(
        Diagnostic(
          "transcript.duplicate-id",
          "the id '\(transcript.id)' was used before\(before), with other words", at: origin?.place,
          hint: "take the files one by one, each with its own --id-prefix or --out"))
    }
    known[transcript.id] = (transcript, origin)
    let path = "\(folder)/\(transcript.id).yaml"
    guard disk.kind(of: path) != nil else {
      return items.append(Item(transcript: transcript, path: path, action: .write))
    }
    let existing = try? disk.read(path)
    let isEqual = existing.map { $0.bytes.elementsEqual(TranscriptYAML.text(of: transcript).utf8) }
    let saysTheSame = existing.flatMap { try? Transcript($0) }?.saysTheSame(as: transcript) ?? false
    if isEqual == true || (saysTheSame && !overwrite) {
      items.append(Item(transcript: transcript, path: path, action: .keep))
    } else if overwrite {
      items.append(Item(transcript: transcript, path: path, action: .replace))
    } else {
      diagnostics.append(
        Diagnostic(
          "transcript.exists", "'\(path)' is there already, with other content", at: origin?.place,
          hint: "give --overwrite, or another --out"))
    }
  }
}

extension Transcript {
  /// Whether the same is said by the same speakers, byte for byte.
  func saysTheSame(as other: Transcript) -> Bool {
    messages.count == other.messages.count
      && zip(messages, other.messages).allSatisfy { left, right in
        left.role == right.role && left.text.utf8.elementsEqual(right.text.utf8)
      }
  }
}
