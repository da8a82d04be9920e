import CoachModel
import PromptTemplates

/// The end of a conversation that fits a token limit.
///
/// The oldest messages are dropped first. The remaining ones start with a message of the person, so that no answer
/// lacks its question.
struct HistoryWindow: Sendable {
  /// The share of the limit that a cut reduces the messages to.
  static let share = 0.6

  /// The messages that remain after the cut, in order.
  var messages: [Message]
  /// The number of dropped messages.
  var leftOut: Int
  /// The number of dropped messages of the coach.
  var leftOutCoachMessages: Int

  /// Creates a window of all messages.
  init(_ messages: [Message]) {
    self.messages = messages
    leftOut = 0
    leftOutCoachMessages = 0
  }

  /// Creates a window of the last messages that fit. The last message is kept, however long it is.
  ///
  /// Messages are dropped in steps: once the limit is exceeded, down to ``share`` of it, and then not again until
  /// the limit is reached anew. So consecutive requests share a prefix, which a provider can cache.
  init(_ all: [Message], tokens limit: Int, counter: some TokenCounter = TokenEstimator()) {
    let counts = all.map { counter.count($0.text) }
    var start = 0
    var tokens = 0
    for index in all.indices {
      tokens += counts[index]
      guard tokens > limit else { continue }
      while start < index, Double(tokens) > Double(limit) * Self.share {
        tokens -= counts[start]
        start += 1
      }
    }
    self.init(all, from: start)
  }

  /// The second half of the window; `nil` if only the last message is left.
  var half: HistoryWindow? {
    guard messages.count > 1 else { return nil }
    var half = HistoryWindow(messages, from: (messages.count + 1) / 2)
    half.leftOut += leftOut
    half.leftOutCoachMessages += leftOutCoachMessages
    return half
  }

  private init(_ all: [Message], from index: Int) {
    var start = index
    // Only the complete conversation may start with the coach, who speaks first.
    if start > 0, let person = all[start...].firstIndex(where: { $0.role == .user }) {
      start = person
    }
    messages = Array(all[start...])
    leftOut = start
    leftOutCoachMessages = all[..<start].count { $0.role == .assistant }
  }
}
