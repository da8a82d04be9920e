package import Documents
import SourceFiles

/// One message of a conversation, as plain text.
public struct Message: Sendable, Hashable {
  /// The speaker of the message.
  public var role: Role
  /// The message text. A coach message may still contain reply tags.
  public var text: String

  /// Creates a message from a speaker and a text.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
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
    "a message", .required("role", \.role, .speaker), .required("text", \.text, .text)
  ) { Message($0.role, $0.text) }
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
