import CoachDomains
import CoachModel
import LanguageModels
import PromptTemplates

/// Extracts the discovery profile from the conversation if no usable signal contained it.
struct DiscoveryExtraction: Sendable {
  /// The result of the extraction.
  struct Result: Sendable {
    /// The profile; `nil` if none could be extracted.
    var profile: DiscoveryProfile?
    /// The tokens consumed by the calls; `nil` if there were none.
    var usage: TokenUsage?
    /// The reason for a missing profile, for operators.
    var problem: String?
  }

  var assembler: PromptAssembler
  var route: ModelRoute
  var prompt: PromptReference

  /// Asks the model for the profile. It does not throw: discovery is complete even without a profile.
  func run(
    for person: Person, conversation: [Message], domains: [DomainConfig]
  ) async -> Result {
    let answer = await PromptTask(assembler: assembler, route: route).run(
      AssemblyRequest(prompt: prompt, person: person, domains: domains, history: conversation),
      named: "discovery_profile")
    return Result(
      profile: answer.json.flatMap { DiscoveryProfile($0) }, usage: answer.usage,
      problem: answer.problem)
  }
}
