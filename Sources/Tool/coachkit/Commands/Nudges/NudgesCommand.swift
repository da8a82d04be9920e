import ArgumentParser
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents

struct NudgesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nudges",
    abstract: "Plan the day's nudges for many people.",
    subcommands: [
      NudgesPlanCommand.self, NudgesCandidateCommand.self, NudgesOpenedCommand.self,
    ])
}

struct NudgesCandidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "candidate",
    abstract: "Print the data about a person that a plan needs, on one line.",
    discussion: """
      A backend with many people can store this line with each record, and plan from a file of these lines. A line is \
      a hundredth of the size of a record, and contains nothing that the person said.

      Example:
        for record in people/*.json; do coachkit nudges candidate --state "$record"; done > people.jsonl
      """)

  @OptionGroup var file: PersonFileOptions

  func run() throws {
    let file = try file.read()
    Terminal.print(
      file.record.nudgeCandidate(zone: file.zone, access: file.access).json.text())
  }
}

struct NudgesOpenedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opened",
    abstract: "Record that a person opened a nudge.",
    discussion: """
      Example:
        coachkit nudges opened --state people/p-1.json --date 2026-11-26
      """)

  @OptionGroup var file: PersonFileOptions

  @Option(
    help: ArgumentHelp(
      "The day of the nudge; by default the last nudge is meant.", valueName: "date"))
  var date: String?

  func validate() throws {
    guard date.map({ CalendarDay($0) != nil }) ?? true else {
      throw ValidationError("--date is a day such as 2026-11-26.")
    }
  }

  func run() throws {
    try file.change { file in
      guard file.record.openNudge(sentOn: date.flatMap { CalendarDay($0) }, at: file.now) else {
        throw CommandError(
          "no nudge was sent" + (date.map { " on \($0)" } ?? ""),
          hint: "the day is that of the plan that wrote it")
      }
    }
    let day = date.flatMap { CalendarDay($0) }
    let opened = try file.read().record.nudges.entries.last {
      $0.openedAt != nil && (day == nil || $0.day == day)
    }
    if let opened { Terminal.print("opened  \(opened.day)  \(opened.kind ?? "")") }
  }
}
