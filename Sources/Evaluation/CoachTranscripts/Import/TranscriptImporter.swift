package import CoachModel
package import SourceFiles

/// Imports transcripts from chat logs in common formats.
///
/// The messages are normalised. System messages and tool calls are left out, and consecutive messages by one speaker
/// are joined; ``ImportNotes`` counts both, so that the caller can judge whether that was harmless. Line ends become
/// line feeds, and whitespace around a message is removed.
///
/// ```swift
/// var options = TranscriptImporter.Options()
/// options.coachNames = ["Marlow"]
/// let file = try DiskFileSystem().read("exports/chats.jsonl")
/// let imported = TranscriptImporter(options).read(file)
/// for diagnostic in imported.diagnostics { print(diagnostic) }
/// for note in imported.notes.lines { print(note) }
/// for transcript in imported.transcripts { print(TranscriptYAML.text(of: transcript)) }
/// ```
package struct TranscriptImporter: Sendable {
  /// What the files do not contain.
  package struct Options: Sendable {
    /// The format of the files; `nil` detects it for each file.
    package var format: TranscriptFormat?
    /// The names of columns or fields, where they are not common ones.
    package var columns = FieldMapping()
    /// The name of the generations of a trace that are the coach's replies; `nil` to prefer the input and output of the
    /// trace.
    package var generation: String?
    /// Names of the coach, besides common words for a model.
    package var coachNames: [String] = []
    /// Names of the person, besides common words for a user.
    package var personNames: [String] = []
    /// The kind of all conversations.
    package var kind = ConversationKind.coaching
    /// The domain of all conversations; `nil` for that which a file states, or else ``Transcript/unsortedDomain``.
    package var domain: String?
    /// The language of all conversations (BCP 47).
    package var language = "en"
    /// Tags that every transcript gets.
    package var tags: [String] = []
    /// The prefix of every id; see ``isIDPrefix(_:)``.
    package var idPrefix = ""

    /// Creates options with default values.
    package init() {}

    /// Returns whether ids with this prefix are still valid file names.
    ///
    /// A prefix consists of at most 80 lower-case letters, digits, `-`, `_` and `.`, and does not begin with `-` or
    /// `.`; it may be empty.
    package static func isIDPrefix(_ text: String) -> Bool {
      text.isEmpty || ConversationIdentifier.isWhole(text)
    }
  }

  private let options: Options

  /// Creates an importer with the given options.
  package init(_ options: Options = Options()) {
    self.options = options
  }

  /// Imports a file.
  ///
  /// It does not throw: the result contains what could be read together with the problems.
  package func read(_ file: SourceFile) -> ImportedFile {
    var imported = ImportedFile(file, seen: "unknown")
    if let problem = unreadable(file) {
      imported.diagnostics = [problem]
      return imported
    }
    let start = file.bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    guard let format = options.format ?? .detect(file.path, content: file.bytes[start...]) else {
      imported.diagnostics = [
        Diagnostic(
          "import.format", "the format of this file is not recognised", in: file, at: start,
          hint: "name it: --format "
            + TranscriptFormat.allCases.map(\.rawValue).joined(separator: ", "))
      ]
      return imported
    }
    // In a table, such a line may be what somebody wrote.
    if format != .csv, let conflict = file.certainMergeConflicts.first {
      imported.diagnostics = [conflict]
      return imported
    }
    let read: ReadChats
    switch format {
    case .coachkit: return ours(file)
    case .jsonl: read = lines(file, from: start)
    case .openai, .anthropic, .langfuse, .inspect, .chatgpt, .langsmith:
      read = document(file, from: start)
    case .csv: read = table(file, from: start)
    case .chatml: read = ChatMLReader.read(file, from: start)
    case .log:
      read = ServerLogReader.read(file, from: start)
    }
    if let problem = missingCluster(in: read.chats, of: file) {
      imported.seen = read.seen
      imported.diagnostics = read.problems + [problem]
      imported.brokenChats = read.lostChats + read.chats.count
      return imported
    }
    assemble(read, from: file, into: &imported)
    return imported
  }

  /// Returns what is wrong if a field for clusters was named and no chat has it: all would be imported without one.
  private func missingCluster(in chats: [ImportedChat], of file: SourceFile) -> Diagnostic? {
    guard let name = options.columns.names[.cluster], let first = chats.first,
      chats.allSatisfy({ $0.cluster == nil })
    else { return nil }
    return Diagnostic(
      "import.column", "there is no '\(name)' for a cluster in any conversation", in: file,
      at: first.place,
      hint: "name a field that the conversations have, as in --columns cluster=metadata.user_id, or"
        + " leave 'cluster' out")
  }

  private func lines(_ file: SourceFile, from start: Int) -> ReadChats {
    ServerLogReader.isLog(file.bytes[start...])
      ? ServerLogReader.read(file, from: start)
      : JSONLinesReader.read(
        file, from: start, columns: options.columns, generation: options.generation)
  }

  private func table(_ file: SourceFile, from start: Int) -> ReadChats {
    CSVChatReader.read(
      file, from: start, columns: options.columns, generation: options.generation)
  }

  /// Reads a format that several kinds of files have: LangSmith also writes JSON Lines and tables.
  private func document(_ file: SourceFile, from start: Int) -> ReadChats {
    switch TranscriptFormat.detect(file.path, content: file.bytes[start...]) {
    case .csv where options.format == .langsmith: table(file, from: start)
    case .jsonl where options.format == .langsmith || options.format == .langfuse:
      lines(file, from: start)
    default:
      JSONChatReader.read(
        file, from: start, columns: options.columns, generation: options.generation)
    }
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private func unreadable(_ file: SourceFile) -> Diagnostic? {
    if file.bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return Diagnostic(
        "import.archive", "this is an archive, such as a log of Inspect", at: file.location(at: 0),
        hint: "write it as JSON: inspect log dump \(file.path.shellQuoted) > log.json")
    }
    if file.bytes.allSatisfy(\.isJSONSpace) || file.bytes == Self.byteOrderMark {
      return Diagnostic("import.empty", "the file is empty", in: file, at: 0)
    }
    if file.bytes.starts(with: [0xff, 0xfe]) || file.bytes.starts(with: [0xfe, 0xff]) {
      return Diagnostic(
        "import.encoding", "this is UTF-16, not UTF-8", at: file.location(at: 0),
        hint: "save the file as UTF-8: iconv -f UTF-16 -t UTF-8 IN > OUT")
    }
    guard let offset = file.firstInvalidByte else { return nil }
    return Diagnostic(
      "import.encoding", "this is not valid UTF-8; most likely it is Latin-1 or Windows-1252",
      in: file, at: offset,
      hint: "save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 IN > OUT")
  }

  private func ours(_ file: SourceFile) -> ImportedFile {
    var imported = ImportedFile(file, seen: "a transcript of ours")
    do throws(SourceError) {
      imported.add(try Transcript(file), at: 0)
    } catch {
      imported.diagnostics = error.diagnostics
    }
    return imported
  }

  private func assemble(_ read: ReadChats, from file: SourceFile, into imported: inout ImportedFile)
  {
    imported.seen = read.seen
    imported.notes = read.notes
    imported.brokenChats = read.lostChats
    var assembler = ChatAssembler(file: file, options: options, format: read.format)
    var places: [String: (ContentDigest, Int)] = [:]
    var repeated: [Diagnostic] = []
    for chat in read.chats {
      guard let transcript = assembler.transcript(of: chat) else {
        imported.brokenChats += 1
        continue
      }
      let digest = ConversationIdentifier.digest(of: transcript.messages)
      let offset = chat.place.offset(in: file)
      if let (known, first) = places[transcript.id] {
        if known == digest {
          imported.notes.repeatedChats += 1
        } else {
          imported.brokenChats += 1
          repeated.append(
            Diagnostic(
              "import.duplicate-id", "the id '\(transcript.id)' occurs twice, with different text",
              in: file, at: chat.place,
              hint: "it was first used at \(file.location(at: first)); give each its own"))
        }
        continue
      }
      places[transcript.id] = (digest, offset)
      imported.add(transcript, at: offset)
    }
    imported.notes.unnamedChats = read.chats.count { $0.id == nil }
    note(read.chats, in: &imported.notes)
    let unnamed = Set(read.chats.filter { $0.id == nil }.map { $0.place.offset(in: file) })
    if let warning = RepeatedMessages.warning(
      on: imported.transcripts.filter { unnamed.contains(places[$0.id]?.1 ?? -1) }, in: file,
      at: { places[$0]?.1 ?? 0 })
    {
      repeated.append(warning)
    }
    imported.notes.add(assembler.notes)
    imported.diagnostics = (read.problems + assembler.problems + repeated).inFileOrder
  }

  /// Notes which chats share a cluster because of a user whom the file names.
  private func note(_ chats: [ImportedChat], in notes: inout ImportNotes) {
    for chat in chats {
      guard let field = chat.clusterField, let cluster = chat.cluster else { continue }
      notes.userClusters[field, default: []].insert(cluster)
    }
    guard !notes.userClusters.isEmpty else { return }
    notes.chatsWithoutUser = chats.count { $0.cluster == nil }
  }
}
