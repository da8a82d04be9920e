import ArgumentParser

struct EvalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Find out which version of a prompt is better.",
    discussion: """
      A suite says what is compared, on which transcripts, and by which graders. Results are stored in \
      DIR/evals.sqlite (--out, .coachkit by default).

      Exit codes: 0 if every gate and assertion passed, or there are none; 1 for an error, including errors of \
      graders; 64 for wrong usage; 100 if a gate or an assertion failed; 101 if there was too little data to \
      decide; 130 if the run was interrupted. They are the same with --json.

      Terms:
      \(EvalGlossary.text)

      Examples:
        coachkit eval check Evals/suites/discovery-ab.yaml
        coachkit eval run Evals/suites/discovery-ab.yaml
        coachkit eval show
        coachkit eval export --format markdown
      """,
    subcommands: [EvalUnknownCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Running",
        subcommands: [
          EvalAffectedCommand.self, EvalCheckCommand.self, EvalRunCommand.self,
          EvalResumeCommand.self, EvalGradeCommand.self, EvalRequestsCommand.self,
        ]),
      CommandGroup(
        name: "Writing suites",
        subcommands: [
          EvalNewCommand.self, EvalGradersCommand.self, EvalCalibrateCommand.self,
          EvalSchemaCommand.self,
        ]),
      CommandGroup(
        name: "Results",
        subcommands: [
          EvalListCommand.self, EvalShowCommand.self, EvalFailuresCommand.self,
          EvalDiffCommand.self,
          EvalCompareCommand.self, EvalBlessCommand.self, EvalExportCommand.self,
        ]),
      CommandGroup(
        name: "Keeping", subcommands: [EvalMergeCommand.self, EvalPruneCommand.self]),
    ], defaultSubcommand: EvalUnknownCommand.self)
}
