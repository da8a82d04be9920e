import ArgumentParser
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents

struct PersonShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show sessions, offers, coming events, and the coach's next opening.")

  @OptionGroup var file: PersonFileOptions

  @Flag(help: "Print the person as prompts receive it, as JSON.")
  var json = false

  func run() throws {
    let file = try file.read()
    let record = file.record
    if json {
      let person = record.person(on: file.today, domain: nil)
      Terminal.print(person.json.printed(.indented(2)))
      return
    }
    Terminal.print(
      [
        record.name.map { "name      \($0)" },
        "sessions  \(record.sessions.count)"
          + (record.open.isEmpty ? "" : ", and one that goes on"),
        "remembers \(record.remembers ? "yes" : "no")",
        "opening   \(opening(record, on: file.today))",
        "offer     \(record.offer.offer?.rawValue ?? "none"): \(record.offer.reason)",
        "nudge     \(nudge(record, in: file))",
        record.crises.entries.isEmpty ? nil : "danger    \(crises(record))",
      ].compactMap { $0 }.joined(separator: "\n"))
    if !record.sessions.records.isEmpty {
      Terminal.print("\n" + sessions(record).joined(separator: "\n"))
    }
    for event in record.events {
      Terminal.print("coming up: \(event.day)  \(event.text.printable)".inked(.dim))
    }
  }

  private func opening(_ record: PersonRecord, on today: CalendarDay) -> String {
    let decision = record.opening(on: today)
    let words =
      switch decision.opening {
      case .plain: "nothing of its own"
      case .checkIn(let question): "asks “\(question.printable)”"
      case .monthlyReflection: "offers a look back at the month"
      case .afterDanger: "asks how things are, and nothing else"
      }
    return "\(words): \(decision.reason)"
  }

  private func crises(_ record: PersonRecord) -> String {
    record.crises.entries.map { "\($0.day) (\($0.categories.joined(separator: ", ")))" }
      .joined(separator: ", ")
  }

  private func nudge(_ record: PersonRecord, in file: PersonFile) -> String {
    let decision = record.nudge(
      on: file.today, remainingCalls: 1, zone: file.zone,
      trialEnd: file.access?.trialEnd(in: file.zone))
    return "\(decision.occasion?.kind ?? "none"): \(decision.reason)"
  }

  private func sessions(_ record: PersonRecord) -> [String] {
    var table = TextTable([
      ("day", .left), ("messages", .right), ("depth", .right), ("domain", .left), ("title", .left),
      ("left open", .left),
    ])
    for session in record.sessions.records.suffix(20) {
      table.add([
        session.day.description, "\(session.figures.messages)",
        session.figures.depth.plain, session.figures.domain ?? "–",
        session.title?.printable ?? "–", session.openQuestion?.printable ?? "–",
      ])
    }
    return table.lines
  }
}
