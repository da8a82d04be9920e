import ArgumentParser

struct PromptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompts",
    abstract: "Write, list, check, compare and release the prompts of a workspace.",
    subcommands: [
      PromptsNewCommand.self, PromptsListCommand.self, PromptsCheckCommand.self,
      PromptsDiffCommand.self,
      PromptsVariablesCommand.self, PromptsLabelCommand.self, PromptsLockCommand.self,
      PromptsAssignCommand.self,
    ])
}
