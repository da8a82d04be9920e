/// The course of a discovery conversation, by the number of the coach message to be written.
///
/// The one table of these numbers: prompts, the engine and the graders follow it, and a test compares them.
package enum DiscoveryCourse {
  /// The coach messages in which the conversation should close.
  package static let closingMessages = 12...15
  /// The coach message from which on the prompt asks for the close, unless the product sets another.
  package static let closingMessage = 13
  /// The coach message with which discovery is complete even without a close, unless the product sets another.
  package static let lastMessage = 15

  /// The goal of a coach message. Raw values are the names used in prompts.
  package enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Make it easy to start.
    case welcome
    /// Move from what happens to why it matters.
    case exploration
    /// Explore feelings and values.
    case deepening
    /// Offer one insight as a guess.
    case insight
    /// Describe a possible future.
    case hope
    /// Summarise, and send the closing signal.
    case bridge
  }

  /// Returns the number of the first message of a phase that answers the person; the first message of all does not.
  package static func firstReply(in phase: Phase) -> Int? {
    (2...lastMessage).first { Self.phase(ofMessage: $0) == phase }
  }

  /// Returns the phase of a coach message, counted from 1.
  ///
  /// Where the phases of a conversation overlap, the later one starts as late as possible, so that the person is
  /// not hurried.
  package static func phase(ofMessage number: Int) -> Phase {
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
