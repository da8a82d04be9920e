import CoachDomains
import CoachModel
import LanguageModels
import PromptTemplates

/// Draws the discovery profile from the conversation itself, where no usable signal brought it.
struct DiscoveryExtraction: Sendable {
  /// What came of it.
  struct Result: Sendable {
    /// The profile; nil when none could be drawn.
    var profile: DiscoveryProfile?
    /// What the calls consumed; nil when none was made.
    var usage: TokenUsage?
    /// Why there is no profile, for operators.
    var problem: String?
  }

  var assembler: PromptAssembler
  var route: ModelRoute
  var prompt: PromptReference

  /// Asks for the profile. Never throws: discovery is complete also without one.
  func run(
    _ person: Person, _ conversation: [Message], domains: [DomainConfig]
  ) async -> Result {
    let answer = await PromptTask(assembler: assembler, route: route).run(
      AssemblyRequest(prompt: prompt, person: person, domains: domains, history: conversation),
      named: "discovery_profile")
    return Result(
      profile: answer.json.flatMap { DiscoveryProfile($0) }, usage: answer.usage,
      problem: answer.problem)
  }
}
