package import Documents
package import SourceFiles

/// What a conversation is for, by a name: `discovery`, `coaching`, or one of a product's own, such as `trainer-intake`.
public struct ConversationKind: RawRepresentable, Sendable, Hashable {
  /// The name: lower-case letters, digits, `_` and `-`, beginning with a letter.
  public let rawValue: String

  /// Creates a kind; `nil` if the text is not a name.
  public init?(rawValue: String) {
    guard rawValue.isIdentifier(withHyphens: true) else { return nil }
    self.rawValue = rawValue
  }

  private init(standard name: String) { rawValue = name }

  /// The free first conversation with a coach.
  public static let discovery = ConversationKind(standard: "discovery")
  /// The paid conversations after it.
  public static let coaching = ConversationKind(standard: "coaching")
  /// What is no conversation: the reply to a task.
  package static let task = ConversationKind(standard: "task")
  /// The kinds of the coach.
  public static let standard = [discovery, coaching]
}

extension ConversationKind: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension DocumentNode {
  /// Returns the kind of conversation that a text names. A slip in the name of a usual one is an error.
  package func conversationKind(_ what: String) throws(SourceError) -> ConversationKind {
    let word = try string(what)
    let known = ConversationKind.standard.map(\.rawValue)
    guard let kind = ConversationKind(rawValue: word) else {
      throw error(
        "conversation.kind",
        "\(isQuoted ? "'\(word)'" : what) is not the name of a kind of conversation",
        hint: "write a word such as coaching or trainer-intake")
    }
    guard known.contains(word) || known.closestMatch(to: word) == nil else {
      throw unknownChoice(what, word, among: known)
    }
    return kind
  }
}

extension JSONForm where Value == ConversationKind {
  /// The name of a kind of conversation.
  package static var conversationKind: JSONForm {
    JSONForm(
      schema: ["type": "string", "pattern": "^[a-z][a-z0-9_-]*$"], write: { .string($0.rawValue) }
    ) { (node, what) throws(SourceError) in try node.conversationKind(what) }
  }
}
