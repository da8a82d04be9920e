public import CoachModel
public import EvalGraders
public import PromptTemplates

extension Transcript {
  /// Returns the coach's messages as they stand in the transcript, ready to be graded.
  ///
  /// - Parameter contract: What the prompt allows in a reply, such as its tags.
  public func graded(_ contract: ReplyContract) -> GradedConversation {
    let outcome = CaseReplay.Outcome(recorded: self, contract, turns: .all)
    return GradedConversation(transcript: self, messages: outcome.messages, contract: contract)
  }
}
