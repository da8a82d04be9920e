public import CoachModel
public import SourceFiles

/// The files to write for transcripts, decided before anything is written.
///
/// A conversation that already exists with the same messages is left as it is, since somebody may have rated it in
/// the meantime. Importing twice therefore changes nothing.
public struct WritePlan: Sendable {
  /// What happens to the file of a transcript.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// A new file is written.
    case write
    /// A file of that name with other content is overwritten.
    case replace
    /// The existing file is kept, since it has the same conversation.
    case keep
  }

  /// A transcript and its file.
  public struct Item: Sendable {
    /// The transcript of the file.
    public let transcript: Transcript
    /// The path of the file.
    public let path: String
    /// What happens to the file.
    public let action: Action

    /// The transcript as YAML, which is the content to write.
    public var text: String { TranscriptYAML.text(of: transcript) }
  }

  /// The files, in the order of the transcripts.
  public private(set) var items: [Item] = []
  /// Problems that prevent transcripts from being written.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The number of chats that are there already with the same id and other messages.
  private var changed = 0
  /// The number of transcripts that are kept although they are in another cluster than the imported chats.
  public private(set) var keptClusters = 0

  /// Whether all problems are chats that have changed since they were imported.
  public var hasOnlyChanged: Bool { changed > 0 && changed == diagnostics.count }

  /// The transcripts by id, with their origins.
  private var known: [String: (Transcript, Origin?)] = [:]

  /// Where a transcript was imported from.
  private struct Origin {
    let file: ImportedFile
    let position: Int

    var place: FileLocation { file.place(of: position) }
  }

  /// Plans the files of imported chats in a folder, which need not exist yet.
  ///
  /// With `overwrite`, existing files with other content are replaced; without, they become ``diagnostics``.
  package init(
    _ files: [ImportedFile], folder: String, overwrite: Bool = false,
    disk: any FileSystem = DiskFileSystem()
  ) {
    for file in files {
      for (position, transcript) in file.transcripts.enumerated() {
        let origin = Origin(file: file, position: position)
        add(transcript, from: origin, folder: folder, overwrite: overwrite, disk: disk)
      }
    }
  }

  /// Plans the files of transcripts in a folder, which need not exist yet.
  ///
  /// With `overwrite`, existing files with other content are replaced; without, they become ``diagnostics``.
  public init(
    _ transcripts: [Transcript], folder: String, overwrite: Bool = false,
    disk: any FileSystem = DiskFileSystem()
  ) {
    for transcript in transcripts {
      add(transcript, from: nil, folder: folder, overwrite: overwrite, disk: disk)
    }
  }

  private mutating func add(
    _ transcript: Transcript, from origin: Origin?, folder: String, overwrite: Bool,
    disk: any FileSystem
  ) {
    if let (first, firstOrigin) = known[transcript.id] {
      guard !first.saysTheSame(as: transcript) else { return }
      let before = firstOrigin.map { " at \($0.place)" } ?? ""
      return diagnostics.append(
        Diagnostic(
          "transcript.duplicate-id",
          "the id '\(transcript.id)' was used before\(before), with different text",
          at: origin?.place,
          hint: "import the files one by one, each with its own --id-prefix or --out"))
    }
    known[transcript.id] = (transcript, origin)
    let path = "\(folder)/\(transcript.id).yaml"
    guard disk.kind(of: path) != nil else {
      return items.append(Item(transcript: transcript, path: path, action: .write))
    }
    let existing = try? disk.read(path)
    let isEqual = existing.map { $0.bytes.elementsEqual(TranscriptYAML.text(of: transcript).utf8) }
    let known = existing.flatMap { try? Transcript($0) }
    let saysTheSame = known?.saysTheSame(as: transcript) ?? false
    if isEqual == true || (saysTheSame && !overwrite) {
      if let cluster = transcript.cluster, known?.cluster != cluster { keptClusters += 1 }
      items.append(Item(transcript: transcript, path: path, action: .keep))
    } else if overwrite {
      items.append(Item(transcript: transcript, path: path, action: .replace))
    } else {
      if known?.id == transcript.id { changed += 1 }
      diagnostics.append(
        Diagnostic(
          "transcript.exists",
          known.map { "'\(path)' is there already, and \(transcript.change(since: $0))" }
            ?? "'\(path)' is there already, and is no transcript", at: origin?.place,
          hint: "give --overwrite, or another --out"))
    }
  }
}

extension Transcript {
  /// Says how the messages differ from those of an earlier version with the same id.
  func change(since earlier: Transcript) -> String {
    guard earlier.id == id else { return "is another conversation" }
    let pairs = zip(messages, earlier.messages)
    let edited = pairs.count { $0.role != $1.role || !$0.text.utf8.elementsEqual($1.text.utf8) }
    let added = messages.count - earlier.messages.count
    let count = { (number: Int) in "\(number) message\(number == 1 ? "" : "s")" }
    let parts = [
      edited > 0 ? "\(count(edited)) of this chat changed" : nil,
      added > 0 ? "\(count(added)) came after it" : nil,
      added < 0 ? "\(count(-added)) of it \(added == -1 ? "is" : "are") gone" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "its title or another key differs" : parts.joined(separator: ", ")
  }

  /// Returns whether both have the same messages by the same speakers, byte for byte.
  func saysTheSame(as other: Transcript) -> Bool {
    messages.count == other.messages.count
      && zip(messages, other.messages).allSatisfy { left, right in
        left.role == right.role && left.text.utf8.elementsEqual(right.text.utf8)
      }
  }
}
