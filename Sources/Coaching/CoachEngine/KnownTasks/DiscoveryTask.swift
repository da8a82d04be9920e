public import CoachDomains
public import CoachModel
import LanguageModels
public import PromptTemplates

extension PromptTask where Value == DiscoveryProfile {
  /// The profile of a discovery conversation that ended without a usable signal.
  public static func discoveryProfile(
    from conversation: [Message], for person: Person, domains: [DomainConfig],
    prompt: PromptReference = PromptReference(name: "discovery-extraction")
  ) -> PromptTask {
    PromptTask(
      AssemblyRequest(prompt: prompt, person: person, domains: domains, history: conversation)
    ) { reply throws(StructuredMisfit) in
      guard let profile = DiscoveryProfile(reply.json) else {
        throw StructuredMisfit(["a field of the profile is missing"])
      }
      return profile
    }
  }
}
