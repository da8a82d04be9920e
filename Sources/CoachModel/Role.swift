/// Who speaks in a message.
public enum Role: String, Sendable, Hashable, CaseIterable {
  /// The instructions that the product gives.
  case system
  /// The person who is being coached.
  case user
  /// The coach, which is to say the model.
  case assistant

  /// Reads a role in any of the words that file formats use for it.
  ///
  /// dotprompt says `model`, providers say `assistant`, our transcripts say `coach` and `person`.
  public init?(word: some StringProtocol) {
    switch word {
    case "system", "developer": self = .system
    case "user", "person", "human": self = .user
    case "assistant", "model", "coach": self = .assistant
    default: return nil
    }
  }
}
