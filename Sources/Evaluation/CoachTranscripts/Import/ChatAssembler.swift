import CoachModel
import SourceFiles

/// Makes transcripts from imported chats: identifies the speakers, and normalises the messages.
struct ChatAssembler {
  let file: SourceFile
  let options: TranscriptImporter.Options
  let format: String
  private let speakers: SpeakerWords
  private(set) var notes = ImportNotes()
  private var found: [Diagnostic] = []
  private var unknown = UnknownSpeakers()

  init(file: SourceFile, options: TranscriptImporter.Options, format: String) {
    self.file = file
    self.options = options
    self.format = format
    speakers = SpeakerWords(coach: options.coachNames, person: options.personNames)
  }

  /// The problems found, in no particular order.
  var problems: [Diagnostic] {
    found + unknown.diagnostics(in: file) { speakers.hint(for: $0) }
  }

  /// Returns the transcript of a chat, or `nil` after recording what is wrong with it.
  mutating func transcript(of chat: ImportedChat) -> Transcript? {
    found += chat.problems
    let isBroken = !chat.problems.isEmpty
    guard let messages = messages(of: chat), !isBroken else { return nil }
    guard !messages.isEmpty else {
      found.append(
        Diagnostic(
          "import.empty", "this chat has no messages", in: file, at: chat.place,
          hint: "remove it, or leave it out with --skip-broken"))
      return nil
    }
    guard messages.contains(where: { $0.role == .assistant }) else {
      found.append(
        Diagnostic(
          "import.no-coach", "the coach says nothing in this chat, so there is nothing to compare",
          in: file, at: chat.place,
          hint: "leave it out with --skip-broken; if the coach has a name there, give --coach NAME")
      )
      return nil
    }
    if !messages.contains(where: { $0.role == .user }) {
      found.append(
        Diagnostic(
          "import.one-sided", "only the coach speaks in this chat: nothing of the person",
          severity: .warning, in: file, at: chat.place,
          hint: "if the person has a name there, give --person-name NAME"))
    }
    let id =
      chat.id.map { ConversationIdentifier.id(from: $0, prefix: options.idPrefix) }
      ?? ConversationIdentifier.id(of: messages, prefix: options.idPrefix)
    let tags = (chat.tags + options.tags).map(\.trimmingWhitespace).filter { !$0.isEmpty }
    return Transcript(
      id: id, title: chat.title?.oneLine ?? Transcript.title(of: messages) ?? id,
      kind: chat.kind ?? options.kind, origin: "imported from \(file.path.fileName) (\(format))",
      quality: .unrated, domain: options.domain ?? chat.domain ?? Transcript.unsortedDomain,
      language: chat.language ?? options.language,
      person: Transcript.unknownPerson,
      cluster: chat.cluster?.trimmingWhitespace, tags: tags.uniqued, ending: ending(of: messages),
      messages: messages)
  }

  /// Returns how a conversation ends: completely only if the coach has signalled the end of discovery.
  private func ending(of messages: [Message]) -> Transcript.Ending {
    let isComplete = messages.contains {
      $0.role == .assistant && $0.text.contains("[DISCOVERY_COMPLETE]")
    }
    return isComplete
      ? .complete : .stopped(reason: "imported; whether it was complete is not known")
  }

  /// Returns the normalised messages, or `nil` after recording the speakers that are unknown.
  private mutating func messages(of chat: ImportedChat) -> [Message]? {
    let presumed = presumedRole(in: chat)
    var messages: [Message] = []
    var strangers: [ImportedMessage] = []
    for message in chat.messages {
      let role: Role
      switch speakers.speaker(message.speaker) ?? presumed {
      case .coach: role = .assistant
      case .person: role = .user
      case .system:
        notes.systemMessages += 1
        continue
      case .tool:
        notes.toolCalls += 1
        continue
      case nil:
        strangers.append(message)
        continue
      }
      let text = message.text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        .trimmingWhitespace
      if text.isEmpty {
        notes.emptyMessages += 1
      } else if messages.last?.role == role {
        notes.joinedMessages += 1
        messages[messages.count - 1].text += "\n\n" + text
      } else {
        messages.append(Message(role, text))
      }
    }
    unknown.add(strangers)
    return strangers.isEmpty ? messages : nil
  }

  /// Returns the role of the only unknown speaker in a chat: the person if the coach was named and nobody else can be
  /// the person, and vice versa; `nil` if that is not certain.
  private mutating func presumedRole(in chat: ImportedChat) -> Speaker? {
    let known = Set(chat.messages.compactMap { speakers.speaker($0.speaker) })
    let others = chat.messages.map(\.speaker).filter { speakers.speaker($0) == nil }
    guard let name = others.first?.trimmingWhitespace,
      Set(others.map(SpeakerWords.plain)).count == 1
    else { return nil }
    let canBePerson = !options.coachNames.isEmpty && !known.contains(.person)
    let canBeCoach = !options.personNames.isEmpty && !known.contains(.coach)
    switch (canBePerson, canBeCoach) {
    case (true, false):
      notes.presumedPersons.insert(name)
      return .person
    case (false, true):
      notes.presumedCoaches.insert(name)
      return .coach
    default: return nil
    }
  }
}

extension String {
  /// The text with every run of whitespace replaced by a space; `nil` if nothing is left.
  fileprivate var oneLine: String? {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? nil : line
  }
}

extension [String] {
  /// The elements without duplicates.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
