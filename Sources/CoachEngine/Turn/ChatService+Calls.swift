import CoachModel
import LanguageModels
import ModelMiddleware
import PromptTemplates
import SourceFiles

extension ChatService {
  /// Returns the record of a call, with its cost at a time in seconds since 1970.
  func call(of purpose: String, by model: ModelIdentity, usage: TokenUsage?, at now: Double)
    -> TurnCall
  {
    TurnCall(purpose: purpose, model: model, usage: usage, prices: prices, at: now)
  }
}

extension PromptLibrary {
  /// Returns the version of a prompt assigned to a person, and the experiment that assigned it.
  func dealt(_ prompt: PromptReference, to person: String) throws(SourceError) -> (
    reference: PromptReference, experiment: String?
  ) {
    guard prompt.version == nil else { return (prompt, nil) }
    let assignment = try assign(person, to: prompt.name)
    return (assignment.reference, assignment.traffic.isEmpty ? nil : assignment.experiment)
  }
}
