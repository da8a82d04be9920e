import ArgumentParser

struct TaskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task",
    abstract: "Run prompts whose reply is data or a text.",
    discussion: """
      Every prompt that is not a conversation is a task: its front matter says what it takes, what its reply must \
      be, and what it must keep to beyond that. A reply that does not is sent back to the model with the reasons.

      Examples:
        coachkit task list
        coachkit task show journal-themes
        coachkit task run journal-themes --input Evals/inputs/journal-themes.yaml --model local
      """,
    subcommands: [TaskListCommand.self, TaskShowCommand.self, TaskRunCommand.self])
}
