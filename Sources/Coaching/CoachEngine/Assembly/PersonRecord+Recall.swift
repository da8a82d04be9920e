package import CoachModel
package import CoachSignals
import PromptTemplates

extension PersonRecord {
  /// The maximum number of memories in a prompt.
  private static let maximumMemories = 8
  /// The number of messages before the person's that say what it is about.
  private static let contextMessages = 2

  /// Whether there is anything that a message could bring back.
  package var hasMemories: Bool { remembers && memory.count > 0 }

  /// Returns the memories that the prompt for an answer to a message shows, the best first.
  ///
  /// - Parameters:
  ///   - text: What the person wrote, or what the coach is about to bring up.
  ///   - embedding: The meaning of `text`, if it is known.
  ///   - before: The messages of the session before it.
  ///   - shown: The messages that the prompt shows anyway.
  ///   - maximum: The maximum number of tokens, by estimate.
  package func recalled(
    for text: String, embedding: TextEmbedding? = nil,
    after before: some BidirectionalCollection<Message>,
    besides shown: some Sequence<Message>, language: String, on today: CalendarDay,
    within maximum: Int
  ) -> [Memory] {
    var query = MemoryQuery(
      text, context: before.suffix(Self.contextMessages).map(\.text), language: language,
      period: DateMention.past(in: text, language: language, today: today), today: today)
    query.embedding = embedding
    query.excludedTexts = Set(shown.map(\.text))
    return memories(for: query).prefix(Self.maximumMemories).fitting(maximum)
  }
}

extension Sequence<Memory> {
  /// Returns the first memories that fit a number of tokens.
  fileprivate func fitting(_ maximum: Int) -> [Memory] {
    let counter = TokenEstimator()
    var rest = maximum
    return Array(
      prefix { memory in
        rest -= counter.count(memory.text) + counter.count(memory.date)
        return rest >= 0
      })
  }
}
