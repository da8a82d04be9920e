import ArgumentParser
import CoachAccess
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import Journeys
import LanguageModels
import SourceFiles

struct JourneyStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show a person's position in a journey, and the next step.",
    discussion: """
      Examples:
        coachkit journey status trainer --state me.json
        coachkit journey status trainer --state me.json --json
      """)

  @Argument(help: "The journey.")
  var journey: String

  @Option(help: ArgumentHelp("The file with the person's state.", valueName: "file"))
  var state: String

  @Flag(help: "Print the position as JSON.")
  var json = false

  @OptionGroup var time: TimeZoneOption
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let journey = try workspace.journeyLibrary(with: try workspace.promptLibrary()).journey(journey)
    guard var file = try JourneyFile.read(state, of: journey) else {
      throw CommandError("there is no file '\(state)'", hint: "'coachkit journey run' makes one")
    }
    file.zone = try time.rules()
    let moment = file.moment
    let sources = JourneyRunner.sources(file.access, at: moment.now)
    let position = journey.position(of: file.state, with: sources, at: moment)
    Terminal.print(json ? position.json.printed(.indented(2)) : position.text(in: journey))
  }
}

extension JourneyFile {
  /// The moment of the person.
  var moment: JourneyMoment {
    let now = CallClock.system.unixTime() + Double(clockOffset)
    return JourneyMoment(now: now, today: zone.day(at: now), id: Identifier.new)
  }
}

extension JourneyPosition {
  /// The position for people.
  func text(in journey: Journey) -> String {
    var lines = ["phase     \(phase.name) (\(index + 1) of \(journey.phases.count))"]
    if isComplete { lines.append("          nothing is left to do") }
    if let progress {
      lines.append("progress  \(Int((progress * 100).rounded())) %")
      lines += topics.map {
        "          \($0.state == "complete" ? "✓" : "·") \($0.name): \($0.state)"
      }
    }
    if needsTask, let task = phase.task { lines.append("runs      \(task.prompt)") }
    if phase.conversation != nil { lines.append("converses") }
    for field in fields {
      let choices = field.choices.map { ": one of \($0.joined(separator: ", "))" } ?? ""
      lines.append(
        "asks      \(field.field.fact)\(field.field.isRequired ? "" : " (optional)")\(choices)")
    }
    if phase.paywall != nil { lines.append("shows     the paywall") }
    if let document = phase.document { lines.append("reviews   \(document)") }
    lines += actions.map { "action    \($0.name)\($0.takesText ? " (with a text)" : "")" }
    for reminder in reminders {
      lines.append(
        "reminder  \(reminder.name): "
          + reminder.actions.map { "\(reminder.name).\($0.name)" }.joined(separator: ", "))
    }
    return lines.map(\.printable).joined(separator: "\n")
  }

  /// The position for programs.
  var json: JSONValue {
    var object: JSONObject = [
      "phase": .string(phase.name), "index": .integer(index), "is_complete": .bool(isComplete),
      "actions": .array(actions.map { .string($0.name) }),
    ]
    if !fields.isEmpty { object["fields"] = .array(fields.map { .string($0.field.fact) }) }
    object["progress"] = progress.map { .number($0) }
    object["document"] = document
    object["reminders"] = .array(reminders.map { .string($0.name) })
    return .object(object)
  }
}
