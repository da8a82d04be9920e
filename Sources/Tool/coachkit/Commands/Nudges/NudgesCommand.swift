import ArgumentParser
import CoachSignals
import CommandLineSupport
import Documents

struct NudgesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nudges",
    abstract: "Plan the day's nudges for many people.",
    subcommands: [NudgesPlanCommand.self, NudgesCandidateCommand.self])
}

struct NudgesCandidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "candidate",
    abstract: "Print what a plan needs of a person, on one line.",
    discussion: """
      A backend with many people keeps this line beside each record and plans from a file of them: it is a hundredth \
      of a record, and has nothing that the person said.

      Example:
        for record in people/*.json; do coachkit nudges candidate --state "$record"; done > people.jsonl
      """)

  @OptionGroup var file: PersonFileOptions

  func run() throws {
    let file = try file.read()
    Terminal.print(file.record.nudgeCandidate(zone: file.zone).json.text())
  }
}
