import CoachKit

/// Prompts and domains, read once when the server starts.
struct Content {
  let prompts: PromptLibrary
  let domains: DomainLibrary

  init(folder: String) throws(SourceError) {
    prompts = try PromptLibrary(folder: "\(folder)/Prompts")
    domains = try DomainLibrary(folder: "\(folder)/DomainConfigs")
  }

  var problems: [Diagnostic] { prompts.diagnostics + domains.diagnostics + domains.findings }

  func tutorPrompt(for person: Person) throws(SourceError) -> RenderedPrompt {
    try PromptAssembler(library: prompts).assemble(
      AssemblyRequest(
        prompt: PromptReference(name: "tutor", version: "v1"), person: person,
        domain: try domains.domain("languages")))
  }
}
