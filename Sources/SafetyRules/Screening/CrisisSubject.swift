/// Who is in danger.
public enum CrisisSubject: String, Sendable, Hashable, CaseIterable {
  /// Whoever wrote the message. Who asks "for a friend" counts as the writer.
  case writer
  /// Somebody the writer is worried about: help is for them too, and the reply speaks to the writer.
  case someoneElse = "someone_else"
}
