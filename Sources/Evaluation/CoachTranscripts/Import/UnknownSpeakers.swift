import SourceFiles

/// Speakers who could not be identified, each reported once, however often they speak.
struct UnknownSpeakers {
  private struct Name {
    let word: String
    let place: SourcePlace
    var messages = 0
    var chats = 0
  }

  private var names: [Name] = []
  private var positions: [String: Int] = [:]

  /// Adds the messages of a chat whose speakers are unknown.
  mutating func add(_ messages: [ImportedMessage]) {
    var seen: Set<Int> = []
    for message in messages {
      let key = SpeakerWords.plain(message.speaker)
      let position = positions[key] ?? names.count
      if position == names.count {
        positions[key] = position
        names.append(Name(word: message.speaker, place: message.place))
      }
      names[position].messages += 1
      if seen.insert(position).inserted { names[position].chats += 1 }
    }
  }

  /// Returns a diagnostic for each name, at the position where it first occurs.
  func diagnostics(in file: SourceFile, hint: (String) -> String) -> [Diagnostic] {
    names.map { name in
      let messages = "\(name.messages) message\(name.messages == 1 ? "" : "s")"
      let chats = name.chats == 1 ? "" : " in \(name.chats) chats"
      return Diagnostic(
        "import.speaker", "who is '\(name.word)'? (\(messages)\(chats))", in: file, at: name.place,
        hint: hint(name.word))
    }
  }
}
