import CoachDomains
import CoachSignals
import Conversations
import LanguageModels
import PromptTemplates
import SourceFiles

/// Draws the discovery profile from the conversation itself, where no usable signal brought it.
struct DiscoveryExtraction: Sendable {
  /// What came of it.
  struct Result: Sendable {
    /// The profile; nil when none could be drawn.
    var profile: DiscoveryProfile?
    /// What the calls consumed.
    var usage: TokenUsage
    /// The prompt, as `name@version`.
    var prompt: String
  }

  var assembler: PromptAssembler
  var route: ModelRoute
  var prompt: PromptReference

  /// Asks for the profile. Never throws: discovery is complete also without one.
  func run(
    _ person: Person, _ conversation: [Message], domains: [DomainConfig]
  ) async -> Result {
    var result = Result(profile: nil, usage: TokenUsage(), prompt: prompt.description)
    guard
      let rendered = try? assembler.assemble(
        AssemblyRequest(prompt: prompt, person: person, domains: domains, history: conversation)),
      let schema = rendered.template.frontMatter.outputSchema
    else { return result }
    result.prompt = rendered.reference
    let parameters = ModelParameters(rendered.template.frontMatter)
    let request = ModelRequest(
      rendered, parameters: parameters.overridden(by: route.parameters), label: rendered.reference)
    do throws(StructuredOutputError) {
      let reply = try await route.model.json(
        for: request, schema: schema, named: "discovery_profile")
      result.usage = reply.usage
      result.profile = DiscoveryProfile(reply.json)
    } catch {
      result.usage = error.usage
    }
    return result
  }
}
