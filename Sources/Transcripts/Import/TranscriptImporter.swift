public import CoachModel
public import SourceFiles

/// Makes transcripts of chat logs in the formats that are common.
///
/// What is read is brought into one form. System messages and calls of tools are left out, and
/// neighbouring messages by one speaker are joined; that is counted, so that whoever imports can judge
/// whether it was harmless. Line ends become line feeds, and white space around a message goes.
public struct TranscriptImporter: Sendable {
  /// What the files do not say.
  public struct Options: Sendable {
    /// The format; nil has it detected, file by file.
    public var format: TranscriptFormat?
    /// Which column or field holds what.
    public var columns = FieldMapping()
    /// Names that the coach goes by, besides common words for a model.
    public var coachNames: [String] = []
    /// Names that the person goes by, besides common words for a user.
    public var personNames: [String] = []
    /// Which of the product's conversations it was.
    public var kind = Transcript.Kind.coaching
    /// The domain.
    public var domain = Transcript.unsortedDomain
    /// A BCP 47 language tag.
    public var language = "en"
    /// Labels that all get.
    public var tags: [String] = []
    /// What every id begins with.
    public var idPrefix = ""

    /// Creates the options of a plain import.
    public init() {}

    /// Whether every id can begin with this and still be the name of a file: small letters, digits, `-`,
    /// `_` and `.`, of which the first is a letter or digit.
    public static func isIDPrefix(_ text: String) -> Bool {
      text.isEmpty || ConversationIdentifier.isWhole(text)
    }
  }

  private let options: Options

  /// Creates an importer.
  public init(_ options: Options = Options()) {
    self.options = options
  }

  /// Reads a file. It does not throw: what could be read is there beside what is wrong.
  public func read(_ file: SourceFile) -> ImportedFile {
    var imported = ImportedFile(file, seen: "unknown")
    if let problem = unreadable(file) {
      imported.diagnostics = [problem]
      return imported
    }
    let start = file.bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    guard let format = options.format ?? .detect(file.path, file.bytes[start...]) else {
      imported.diagnostics = [
        Diagnostic(
          "import.format", "the format of this file cannot be told", in: file, at: start,
          hint: "name it: --format "
            + TranscriptFormat.allCases.map(\.rawValue).joined(separator: ", "))
      ]
      return imported
    }
    let read: ReadChats
    switch format {
    case .coachkit: return ours(file)
    case .jsonl: read = JSONLinesReader.read(file, from: start, columns: options.columns)
    case .openai, .anthropic:
      read = JSONChatReader.read(file, from: start, columns: options.columns)
    case .csv: read = CSVChatReader.read(file, from: start, columns: options.columns)
    }
    assemble(read, file, &imported)
    return imported
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private func unreadable(_ file: SourceFile) -> Diagnostic? {
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

  private func assemble(_ read: ReadChats, _ file: SourceFile, _ imported: inout ImportedFile) {
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
              "import.duplicate-id", "the id '\(transcript.id)' is here twice, with other words",
              in: file, at: chat.place,
              hint: "it was first used at \(file.location(at: first)); give each its own"))
        }
        continue
      }
      places[transcript.id] = (digest, offset)
      imported.add(transcript, at: offset)
    }
    imported.notes.add(assembler.notes)
    imported.diagnostics = (read.problems + assembler.problems + repeated).inFileOrder
  }
}
