import ArgumentParser

struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract:
      "Measure the router, the crisis screen, the checks of replies and the memory on labelled data.",
    discussion: """
      All of it runs on this machine and asks no model. Tables are CSV, TSV or JSON Lines; columns with usual \
      names are recognised, others are named. Shares come with a 95 % interval. No text of the data is \
      printed or written: what is listed has ids, row numbers and names of concepts.

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
