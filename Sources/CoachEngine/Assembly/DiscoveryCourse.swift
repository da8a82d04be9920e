/// Where a discovery conversation stands, by the number of the coach message to be written.
public enum DiscoveryCourse {
  /// From this coach message on, the prompt asks for the close.
  public static let closingMessage = 14

  /// The goal of a coach message, in the word that prompts use for it.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Makes it easy to begin.
    case welcome
    /// From what happens to why it matters.
    case exploration
    /// Feelings and values.
    case deepening
    /// One insight, offered as a guess.
    case insight
    /// A possible future.
    case hope
    /// The summary and the signal.
    case bridge
  }

  /// The phase of a coach message, from 1. Where the phases of the conversation overlap, the later
  /// one begins as late as it may, so that nobody is hurried.
  public static func phase(ofMessage number: Int) -> Phase {
    switch number {
    case ...2: .welcome
    case 3...5: .exploration
    case 6...8: .deepening
    case 9...10: .insight
    case 11...12: .hope
    default: .bridge
    }
  }
}
