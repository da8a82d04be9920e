public import CoachModel
public import EvalGraders
public import PromptTemplates

extension Transcript {
  /// The coach's messages as they stand in the transcript, ready to be graded by a contract.
  public func graded(_ contract: ReplyContract) -> GradedConversation {
    let outcome = CaseReplay.Outcome(recorded: self, contract, turns: .all)
    return GradedConversation(transcript: self, messages: outcome.messages, contract: contract)
  }
}
