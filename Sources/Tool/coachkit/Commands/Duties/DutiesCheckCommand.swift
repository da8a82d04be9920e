import ArgumentParser
import CoachDuties
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import PromptTemplates
import SourceFiles

struct DutiesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say for each law what is met, what is not, and what the app must do.",
    discussion: """
      It compares the files of duties with the prompts that are in use, the texts of notices, the crisis screen, the table \
      of help and the checks of replies, as they are by default. A duty that is not met, and a file that cannot be read, lead \
      to exit code 1. A law that was looked up more than a year ago is a warning. '→' marks what the toolkit cannot do. \
      Notices are given only by a service that follows the folder: Documentation/duties.md says how to switch them on.

      Examples:
        coachkit duties check
        coachkit duties check --jurisdiction us-ca --json
      """)

  @Option(
    help: ArgumentHelp("Only these files, by their ids; may be repeated.", valueName: "id"))
  var jurisdiction: [String] = []

  @Option(
    help: ArgumentHelp(
      "The day for which laws count as in force; today by default.", valueName: "day"))
  var day: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DutyOptions
  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var copy: CopyOptions

  func validate() throws {
    if let day, CalendarDay(day) == nil {
      throw ValidationError("--day is a day such as 2027-01-01.")
    }
  }

  func run() throws {
    let set = try options.dutySet()
    let realToday = Timestamp.now.day.calendarDay
    let today = day?.calendarDay ?? realToday
    let chosen =
      try jurisdiction.isEmpty
      ? set.jurisdictions : jurisdiction.map { id in try set.jurisdiction(id) }
    var means = DutyReview.Means(prompts: try workspace.promptLibrary())
    means.copy = try copy.catalog()
    let reviews = chosen.map { DutyReview(of: $0, with: means) }
    let findings = set.findings(on: max(today, realToday)).filter { finding in
      jurisdiction.isEmpty
        || chosen.contains { finding.location?.file == "\(options.duties)/\($0.id).yaml" }
    }
    for finding in findings { Terminal.printError(finding.description) }
    if json {
      Terminal.print(
        JSONValue.array(reviews.map { $0.json(on: today) }).printed(.indented(2)))
    } else {
      for review in reviews { Terminal.print(review.text(on: today)) }
    }
    let problems = jurisdiction.isEmpty ? set.diagnostics : []
    if let error = SourceError(problems) { throw error }
    guard !chosen.isEmpty else {
      throw CommandError(
        "there is nothing to check in \(options.duties)", hint: "name another folder")
    }
    try conclude(reviews, warnings: findings.count)
  }

  private func conclude(_ reviews: [DutyReview], warnings: Int) throws {
    let lines = reviews.flatMap(\.lines)
    func count(_ state: DutyReview.State) -> Int { lines.count { $0.state == state } }
    let summary =
      "\(reviews.count) jurisdiction\(reviews.count == 1 ? "" : "s"): \(count(.met)) met, "
      + (count(.partly) == 0 ? "" : "\(count(.partly)) partly, ")
      + "\(count(.missing)) not met, \(count(.app)) for the app"
    let isComplete = reviews.allSatisfy(\.isComplete)
    if !json {
      let ending =
        switch warnings {
        case 0: ""
        case 1: ", 1 warning"
        default: ", \(warnings) warnings"
        }
      Terminal.print((isComplete ? "✓ ".inked(.green) : "") + summary + ending)
    }
    if !isComplete { throw ExitCode(1) }
  }
}

extension String {
  /// The day that the text states; the first of 1970 for a text that is none, which validation has excluded.
  fileprivate var calendarDay: CalendarDay { CalendarDay(self) ?? CalendarDay(number: 0) }
}

extension DutyReview {
  fileprivate func text(on today: CalendarDay) -> String {
    let law = jurisdiction
    let look = law.lookedUp
    let read =
      switch look.seen {
      case .text where look.unverified.isEmpty: "the text was read"
      case .text: "the text was read in part"
      case .summary: "only summaries were read"
      }
    var rows = [
      "\(law.name) (\(law.id))".inked(.bold),
      "  \(law.law)",
      "  \(law.from <= today ? "in force since" : "in force from") \(law.from); "
        + "\(read) on \(look.date)",
    ]
    rows += look.unverified.map { "  not verified: \($0)".inked(.dim) }
    rows += lines.map { line in
      let later = line.from > law.from ? ", from \(line.from)" : ""
      return "  \(line.state.mark) \(line.text)  [\(line.section)\(later)]"
    }
    return (rows + [""]).map(\.printableInColour).joined(separator: "\n")
  }

  fileprivate func json(on today: CalendarDay) -> JSONValue {
    let law = jurisdiction
    return [
      "id": .string(law.id), "name": .string(law.name), "law": .string(law.law),
      "from": .string(law.from.description), "in_force": .bool(law.from <= today),
      "looked_up": [
        "date": .string(law.lookedUp.date.description),
        "seen": .string(law.lookedUp.seen.rawValue),
        "pages": .array(law.lookedUp.pages.map { .string($0) }),
        "unverified": .array(law.lookedUp.unverified.map { .string($0) }),
      ],
      "duties": .array(
        lines.map {
          [
            "state": .string($0.state.rawValue), "text": .string($0.text),
            "section": .string($0.section), "from": .string($0.from.description),
          ]
        }),
    ]
  }
}

extension DutyReview.State {
  fileprivate var mark: String {
    switch self {
    case .met: "✓".inked(.green)
    case .partly: "~".inked(.yellow)
    case .missing: "✗".inked(.boldRed)
    case .app: "→".inked(.yellow)
    }
  }
}
