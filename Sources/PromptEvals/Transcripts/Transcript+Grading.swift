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
        personBefore: position > 0 ? self.messages[position - 1].text : nil)
    }
    return GradedConversation(transcript: self, messages: messages, contract: contract)
  }
}
