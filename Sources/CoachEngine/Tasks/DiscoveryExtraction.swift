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
    let rendered: RenderedPrompt
    do throws(SourceError) {
      rendered = try assembler.assemble(
        AssemblyRequest(prompt: prompt, person: person, domains: domains, history: conversation))
    } catch {
      return Result(problem: error.description)
    }
    guard let schema = rendered.template.frontMatter.outputSchema else {
      return Result(problem: "\(prompt) declares no schema for its output")
    }
    do throws(StructuredOutputError) {
      let reply = try await route.model.json(
        for: ModelRequest(rendered, route), schema: schema, named: "discovery_profile")
      let profile = DiscoveryProfile(reply.json)
      return Result(profile: profile, usage: reply.usage)
    } catch {
      return Result(usage: error.usage, problem: error.description)
    }
  }
}
