package import Documents
import SourceFiles

/// One message of a conversation, as plain text.
public struct Message: Sendable, Hashable {
  /// The speaker of the message.
  public var role: Role
  /// The message text. A coach message may still contain reply tags.
  public var text: String
  /// The names of the tags that a coach message showed, where the text is stored without them; empty if there were none, or
  /// if they still stand in the text.
  public var tags: [String]

  /// Creates a message from a speaker and a text, by default without tags.
  public init(_ role: Role, _ text: String, tags: [String] = []) {
    self.role = role
    self.text = text
    self.tags = tags
  }

  /// Returns whether a coach message showed a tag, however it was stored: named beside the text, or left in it.
  package func shows(_ tag: String) -> Bool {
    role == .assistant && (tags.contains(tag) || text.contains("[\(tag)"))
  }
}

/// The speaker of a message.
public enum Role: String, Sendable, Hashable, CaseIterable {
  /// Instructions from the product to the model.
  case system
  /// The person who is being coached.
  case user
  /// The coach, that is, the model.
  case assistant

  /// Creates a role from any of the words that file formats use for it; `nil` for an unknown word.
  ///
  /// dotprompt writes `model`, providers write `assistant`, this project's transcripts write `coach` and `person`.
  public init?(word: some StringProtocol) {
    switch word {
    case "system", "developer": self = .system
    case "user", "person", "human": self = .user
    case "assistant", "model", "coach": self = .assistant
    default: return nil
    }
  }
}

extension Message {
  /// The form of a message in a conversation; system messages come from prompts only.
  package static let spoken = JSONObjectForm<Message>(
    "a message", .required("role", \.role, .speaker), .required("text", \.text, .text),
    .list("tags", \.tags, .filledText)
  ) { Message($0.role, $0.text, tags: $0.tags) }
}

extension JSONForm where Value == Role {
  /// A side of a conversation: `person` or `coach`.
  package static var speaker: JSONForm {
    let word = JSONForm<Speaker>.choice
    return JSONForm(schema: word.schema, write: { word.write($0 == .user ? .person : .coach) }) {
      (node, what) throws(SourceError) in
      try word.read(node, what) == .person ? .user : .assistant
    }
  }

  private enum Speaker: String, CaseIterable {
    case person
    case coach
  }
}
