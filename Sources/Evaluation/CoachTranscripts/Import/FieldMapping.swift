import CoachModel
package import SourceFiles

/// Which column of a table, or field of a JSON object, contains what.
///
/// Fields without a given name are recognised by common names.
package struct FieldMapping: Sendable, Hashable {
  /// What a field contains.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// The text of a message.
    case text
    /// The coach's reply, in a table with an exchange per row; never guessed elsewhere.
    case reply
    /// The speaker of a message.
    case speaker
    /// The conversation to which a message belongs.
    case conversation
    /// The number or time by which the messages of a conversation are sorted.
    case order
    /// What conversations have in common, such as the person; never guessed.
    case cluster
    /// The title of a conversation; never guessed.
    case title
  }

  /// The names that were given.
  package private(set) var names: [Role: String]

  /// Creates a mapping from the names that are known.
  package init(_ names: [Role: String] = [:]) {
    self.names = names
  }

  /// Parses a mapping such as `text=Message,speaker=From`.
  ///
  /// Throws ``SourceError`` for an unknown role, a role that is given twice, and a part that names no field.
  package init(parsing text: String) throws(SourceError) {
    names = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingWhitespace }
      guard sides.count == 2, !sides[1].isEmpty else {
        throw SourceError(
          Diagnostic(
            "import.columns", "'\(part)' does not say which column holds what",
            hint: "write text=NAME,speaker=NAME"))
      }
      guard let role = Role(rawValue: sides[0]) else {
        throw SourceError(
          Diagnostic(
            "import.columns", "there is no role '\(sides[0])' for a column",
            hint: Role.allCases.map(\.rawValue).hint(for: sides[0])))
      }
      guard names.updateValue(sides[1], forKey: role) == nil else {
        throw SourceError(
          Diagnostic(
            "import.columns", "'\(role.rawValue)' is given twice", hint: "name one column for it"))
      }
    }
  }

  /// Returns common names of such a field, the most specific first; none for a role that is never guessed.
  static func commonNames(_ role: Role) -> [String] {
    switch role {
    case .text: ["text", "content", "message", "body", "value", "utterance"]
    case .speaker: ["speaker", "role", "from", "author", "sender"]
    case .conversation:
      [
        "conversation", "conversation_id", "conversationid", "chat_id", "chatid", "session_id",
        "sessionid", "thread_id", "threadid", "dialog_id", "dialogue_id", "chat", "session",
        "thread",
      ]
    case .order:
      [
        "order", "index", "turn", "position", "message_index", "timestamp", "created_at",
        "createdat",
        "sent_at", "time",
      ]
    case .cluster, .title, .reply: []
    }
  }

  /// Returns the positions of the columns with a common name for a role, the most specific name first.
  ///
  /// - Parameter header: The names of the columns in lower case.
  static func positions(of role: Role, in header: [String]) -> [Int] {
    commonNames(role).compactMap { name in
      header.firstIndex { $0.replacing(" ", with: "_") == name }
    }
  }
}
