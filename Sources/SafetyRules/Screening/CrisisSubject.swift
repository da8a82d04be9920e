/// Who is in danger.
public enum CrisisSubject: String, Sendable, Hashable, CaseIterable {
  /// The author of the message, including one who asks "for a friend".
  case writer
  /// Somebody the author is worried about: help is for them too, and the reply addresses the author.
  case someoneElse = "someone_else"
}
