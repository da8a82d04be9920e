import CoachModel
public import SourceFiles

/// Which column of a table, or field of a JSON object, holds what. What is nil is guessed by its name.
public struct FieldMapping: Sendable, Hashable {
  /// What a field can hold.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// What was said.
    case text
    /// Who said it.
    case speaker
    /// Which conversation it belongs to.
    case conversation
    /// What the messages of a conversation are sorted by.
    case order
    /// What conversations share, such as the person.
    case cluster
    /// A conversation's title.
    case title
  }

  /// The names that were given.
  public private(set) var names: [Role: String]

  /// Creates a mapping from the names that are known.
  public init(_ names: [Role: String] = [:]) {
    self.names = names
  }

  /// Reads `text=Message,speaker=From`. Throws ``SourceError`` for a word that is no role.
  public init(parsing text: String) throws(SourceError) {
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

  /// Names that such a field commonly has, the most telling first. None for what is never guessed.
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
    case .cluster, .title: []
    }
  }
}
