import ArgumentParser
import SourceFiles

/// The root of the command line.
struct CoachKitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coachkit",
    abstract: "Build prompts, talk to models, and find out which version of a prompt is better.",
    discussion: """
      A workspace is a folder with Prompts/, DomainConfigs/ and Evals/; commands run in \
      it.

      Examples:
        coachkit prompts list
        coachkit render coaching --person ines --domain career --explain
        coachkit chat discovery --model local
        coachkit ask local "What is a good question?"
        coachkit task run journal-themes --input Evals/inputs/journal-themes.yaml
        coachkit eval run Evals/suites/discovery-ab.yaml

      Models are named provider:model. Keys come from the environment; 'coachkit models' \
      lists the providers with their keys, and with --provider their models.
        local              the model that 'make local-model' starts here
        local-embeddings   the embedding model that 'make local-embeddings' starts here
        anthropic:<model>  and openai:, gemini:, ollama:, openrouter:, groq:, mistral: …
        compatible:<model> any server that speaks OpenAI's Chat Completions, with --base-url
        replay:<file>      a recording
        scripted:<file>    prepared replies, separated by lines of '---', or a YAML file
        echo               repeats what the person said
      """,
    version: coachKitVersion,
    subcommands: CoachKitCommand.commands)

  private static var commands: [any ParsableCommand.Type] {
    [
      RenderCommand.self, ChatCommand.self, TurnCommand.self, AskCommand.self, ModelsCommand.self,
      RouteCommand.self, ScreenCommand.self, CopyCommand.self, PricesCommand.self,
      DoctorCommand.self,
      TaskCommand.self, JourneyCommand.self, NudgesCommand.self, PersonCommand.self,
      PromptsCommand.self,
      DomainsCommand.self, DutiesCommand.self,
      PersonasCommand.self, WireCommand.self,
    ] + Serving.commands + Evaluations.commands
  }
}
