import Conversations
import PromptTemplates

/// The end of a conversation that fits a number of tokens.
///
/// The oldest messages are left out first, and what is left begins with words of the person's, so that no
/// answer stands without what it answers.
struct HistoryWindow: Sendable {
  /// The messages that are left.
  var messages: [Message]
  /// How many were left out.
  var leftOut: Int
  /// How many of those were the coach's.
  var leftOutCoachMessages: Int

  /// All messages.
  init(_ messages: [Message]) {
    self.messages = messages
    leftOut = 0
    leftOutCoachMessages = 0
  }

  /// The end that fits. The last message stays, however long it is.
  init(_ all: [Message], tokens limit: Int, counter: some TokenCounter = TokenEstimator()) {
    var tokens = 0
    var start = all.count
    while start > 0 {
      tokens += counter.count(all[start - 1].text)
      guard tokens <= limit || start == all.count else { break }
      start -= 1
    }
    self.init(all, from: start)
  }

  /// The second half of it; nil when no more than the last message is left.
  var half: HistoryWindow? {
    guard messages.count > 1 else { return nil }
    var half = HistoryWindow(messages, from: (messages.count + 1) / 2)
    half.leftOut += leftOut
    half.leftOutCoachMessages += leftOutCoachMessages
    return half
  }

  private init(_ all: [Message], from place: Int) {
    var start = place
    // All of it may begin with the coach, who speaks first.
    if start > 0, let person = all[start...].firstIndex(where: { $0.role == .user }) {
      start = person
    }
    messages = Array(all[start...])
    leftOut = start
    leftOutCoachMessages = all[..<start].count { $0.role == .assistant }
  }
}
