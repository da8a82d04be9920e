import ArgumentParser
import CoachDomains
import CoachEngine
import Conversations
import PromptTemplates

/// Which prompt, for whom, in which domain.
struct PromptOptions: ParsableArguments {
  @Argument(help: "The prompt, as name or name@version; a name alone means the newest version.")
  var prompt: String

  @Option(help: ArgumentHelp("A person's id in the people's folder, or a file.", valueName: "who"))
  var person: String?

  @Option(help: ArgumentHelp("The domain, where the prompt has one.", valueName: "id"))
  var domain: String?

  /// What is to be assembled, with values laid over everything else.
  func request(in workspace: WorkspaceOptions, values: JSONObject = [:]) throws -> AssemblyRequest {
    guard let reference = PromptReference(prompt) else {
      throw ValidationError("'\(prompt)' is not a prompt's name; write name or name@version.")
    }
    return AssemblyRequest(
      prompt: reference, person: try workspace.person(person),
      domain: try domain.map { try workspace.domainLibrary().domain($0) }, values: values)
  }
}
