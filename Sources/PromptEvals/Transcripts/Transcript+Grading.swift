public import Conversations
public import PromptTemplates
import StreamParsing

extension Transcript {
  /// The coach's messages as they stand in the transcript, ready to be graded by a contract.
  public func graded(_ contract: ReplyContract) -> GradedConversation {
    let messages = coachPositions.enumerated().map { number, position in
      CoachMessage(
        number: number + 1,
        events: ReplyTagParser.parse(self.messages[position].text, declarations: contract.tags),
        personBefore: personBefore(position))
    }
    return GradedConversation(transcript: self, messages: messages, contract: contract)
  }

  /// What the person had said just before a position; nil when nobody or the coach had spoken.
  func personBefore(_ position: Int) -> String? {
    guard position > 0, messages[position - 1].role == .user else { return nil }
    return messages[position - 1].text
  }
}
