import ArgumentParser

struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract:
      "Measure the router, the crisis screen, the reply checks and the memory on labelled data.",
    discussion: """
      Everything runs on this machine and no language model is called. Tables are CSV, TSV or JSON Lines; columns \
      with common names are recognised, others can be named with options. Shares have 95 % intervals. No text of \
      the data is printed or written: lists contain ids, row numbers and names of concepts.

      Examples:
        coachkit measure router --data Evals/routing
        coachkit measure crisis --data Evals/safety/hard-sentences.jsonl
        coachkit measure guardrails --data Evals/safety/coach-sentences.jsonl
      """,
    subcommands: [
      MeasureRouterCommand.self, MeasureCrisisCommand.self, MeasureGuardrailsCommand.self,
      MeasureMemoryCommand.self,
    ])
}
