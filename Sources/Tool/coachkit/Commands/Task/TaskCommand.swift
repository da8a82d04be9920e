import ArgumentParser

struct TaskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task",
    abstract: "Run prompts that return data or a text.",
    discussion: """
      Every prompt that is not a conversation is a task. Its front matter declares the inputs, the schema of the \
      reply, and further rules for it. If a reply is invalid, the model gets the reasons and tries again.

      Examples:
        coachkit task list
        coachkit task show journal-themes
        coachkit task run journal-themes --input Evals/inputs/journal-themes.yaml --model local
      """,
    subcommands: [TaskListCommand.self, TaskShowCommand.self, TaskRunCommand.self])
}
