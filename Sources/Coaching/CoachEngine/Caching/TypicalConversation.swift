public import CoachModel

/// A conversation of ordinary length, for forecasts where none is given.
public enum TypicalConversation {
  /// The words of a person's message and of a coach's, about the medians of the project's written conversations.
  private static let words = (person: 45, coach: 65)

  /// Returns a conversation with a number of coach messages.
  ///
  /// - Parameter coachBegins: Whether the coach writes the first message.
  public static func messages(coachMessages: Int, coachBegins: Bool) -> [Message] {
    let length = 2 * coachMessages - (coachBegins ? 1 : 0)
    return (0..<max(0, length)).map { position in
      let isCoach = (position % 2 == 0) == coachBegins
      return Message(
        isCoach ? .assistant : .user,
        text(number: position, words: isCoach ? words.coach : words.person))
    }
  }

  private static let vocabulary =
    ("I was thinking about what you said last week and how long it has been since we talked about"
    + " work the way we used to before the move").split(separator: " ")

  /// A text of so many ordinary words; each number gives another one.
  private static func text(number: Int, words: Int) -> String {
    "\(number). "
      + (0..<words).map { vocabulary[($0 + number) % vocabulary.count] }.joined(separator: " ")
  }
}
