import CoachDomains
import CoachModel
import LanguageModels
import PromptTemplates

/// The end of discovery: the profile of the person, from the coach's signal or from the conversation.
///
/// If the payload of the signal is unusable, or cut off, the profile is extracted from the conversation, even if the reader has
/// left, since discovery happens once.
struct DiscoveryClosing: Sendable {
  let end: DiscoveryEnd
  /// The call of the extraction; `nil` if there was none.
  let call: TurnCall?
  /// Why the profile could not be extracted, for operators.
  let problem: String?

  init(_ inputs: TurnInputs, _ replied: RepliedTurn, tasks: TaskRunner) async {
    let written = replied.profile.map { DiscoveryEnd($0, from: .signal, of: inputs) }
    if let written, !replied.isProfileCut {
      (end, call, problem) = (written, nil, nil)
      return
    }
    let said =
      inputs.request.messages + [Message(.assistant, replied.message?.text ?? "")]
    var task = PromptTask.discoveryProfile(
      from: said, for: inputs.request.person, domains: inputs.domains,
      prompt: inputs.configuration.prompts.extraction)
    task.timeout = inputs.configuration.timeouts.extraction
    switch await tasks.runToEnd(task) {
    case .success(let result):
      end = DiscoveryEnd(result.value, from: .extraction, of: inputs)
      (call, problem) = (result.call, nil)
    case .failure(let error):
      end = written ?? DiscoveryEnd()
      (call, problem) = (error.call, "the profile could not be extracted: \(error)")
    }
  }
}

extension DiscoveryEnd {
  /// Takes a profile without domains that do not exist: they would be looked up in every later turn.
  fileprivate init(
    _ profile: DiscoveryProfile, from source: DiscoverySource, of inputs: TurnInputs
  ) {
    var profile = profile
    let ids = inputs.domains.map(\.id)
    profile.coachingDomains = profile.coachingDomains.map { $0.lowercased() }.filter(ids.contains)
    self.init(profile: profile, source: source)
  }
}
