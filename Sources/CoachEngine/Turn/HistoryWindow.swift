import CoachModel
import PromptTemplates

/// The end of a conversation that fits a number of tokens.
///
/// The oldest messages are left out first, and what is left begins with words of the person's, so that no
/// answer stands without what it answers.
struct HistoryWindow: Sendable {
  /// What is left of the limit after a cut.
  static let share = 0.6

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
  ///
  /// It is cut in steps: beyond the limit down to ``share`` of it, and then not again until the limit is reached
  /// anew. So many requests in a row begin alike, and a provider can keep what it has read.
  init(_ all: [Message], tokens limit: Int, counter: some TokenCounter = TokenEstimator()) {
    let counts = all.map { counter.count($0.text) }
    var start = 0
    var tokens = 0
    for place in all.indices {
      tokens += counts[place]
      guard tokens > limit else { continue }
      while start < place, Double(tokens) > Double(limit) * Self.share {
        tokens -= counts[start]
        start += 1
      }
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
