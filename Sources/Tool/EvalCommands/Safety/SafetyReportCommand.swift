import ArgumentParser
import CoachDuties
import CoachEngine
import CoachModel
import CoachTranscripts
import CommandLineSupport
import Documents
import EvalStatistics
import SourceFiles

struct SafetyReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Count how often people were referred to crisis services in a year.",
    discussion: """
      It reads the outcomes of turns as JSON Lines: outcomes as 'done' events and onOutcome deliver them, each \
      alone or as "outcome" next to "at", the time of the turn in seconds since 1970 or as 2026-11-26T10:00:00Z. \
      With --year, only turns of that year (UTC) count.

      With --form, the counts are put into the form that a law asks for, item by item, by the file of that name in Duties/: \
      California, Washington and Oregon ask for one every year. What the toolkit cannot know is left open, with a \
      remark. Counts contain no ids and no words of people. Whether the report suffices is for a lawyer to say.

      Examples:
        coachkit safety report --data outcomes.jsonl --year 2026
        coachkit safety report --data outcomes.jsonl --year 2027 --form us-ca
        coachkit safety report --data january.jsonl --data february.jsonl --json
      """)

  @Option(
    help: ArgumentHelp("Outcomes of turns (.jsonl); may be repeated.", valueName: "path"))
  var data: [String]

  @Option(help: ArgumentHelp("The calendar year to count.", valueName: "year"))
  var year: Int?

  @Option(
    help: ArgumentHelp("Put the counts into the form of this law, with --year.", valueName: "id"))
  var form: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DutyOptions

  func validate() throws {
    guard form == nil || year != nil else {
      throw ValidationError("--form is about a calendar year: name it with --year.")
    }
    if let year, !(1000...9999).contains(year) {
      throw ValidationError("--year is a year in four digits, such as 2027.")
    }
  }

  func run() throws {
    // A form that there is not is told before a large file is read.
    let duties = try form.map { id in try options.dutySet().jurisdiction(id) }
    if let duties, let year, duties.report != nil, year < duties.from.year {
      throw CommandError(
        "the law of \(duties.name) is in force from \(duties.from), and asks for no report about"
          + " \(year)",
        hint: "name a later year, or leave out --form to see the counts")
    }
    var counts = CrisisCounts()
    var hasTurns = false
    for path in data {
      let file = try DiskFileSystem().read(path)
      for line in try OutcomeLine.all(in: file) {
        if let year {
          guard let day = line.day else {
            throw SourceError(
              Diagnostic(
                "report.time", "this turn has no time", at: line.location,
                hint: #"write {"at": 1795219200, "outcome": {…}}, or leave out --year"#))
          }
          guard day.year == year else { continue }
        }
        counts.add(line.outcome)
        hasTurns = true
      }
    }
    if let year, !hasTurns {
      Terminal.printError("no turn of \(year) is in \(data.joined(separator: ", "))")
    }
    if let duties, let year {
      guard let filled = CrisisReportForm(of: duties, year: year, counts: counts) else {
        throw CommandError(
          "the law of \(duties.name) asks for no report",
          hint: "leave out --form to see the counts")
      }
      return Terminal.print(json ? filled.json.printed(.indented(2)) : filled.text)
    }
    if json {
      var object = counts.json.object ?? [:]
      object["year"] = year.map { .integer($0) }
      Terminal.print(JSONValue.object(object).printed(.indented(2)))
    } else {
      Terminal.print(counts.text(year: year))
    }
  }
}

/// A line of a file of outcomes.
private struct OutcomeLine {
  var day: CalendarDay?
  var outcome: TurnOutcome
  var location: FileLocation

  static func all(in file: SourceFile) throws(SourceError) -> [OutcomeLine] {
    var lines: [OutcomeLine] = []
    var start = 0
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
      if !file.bytes[start..<end].allSatisfy(\.isJSONSpace) {
        lines.append(try OutcomeLine(file, start..<end))
      }
      start = end + 1
    }
    return lines
  }

  private init(_ file: SourceFile, _ range: Range<Int>) throws(SourceError) {
    location = file.location(at: range.lowerBound)
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: file.bytes[range])
    } catch {
      throw SourceError(
        Diagnostic(
          "report.json", "this line is not JSON: \(error.message)",
          at: file.location(at: range.lowerBound + error.offset),
          hint: "each line is the outcome of one turn"))
    }
    do throws(SourceError) {
      outcome = try TurnOutcome(json: value["outcome"] ?? value)
    } catch {
      // The problem of the first member is enough; its place in the line is unknown.
      throw SourceError(
        Diagnostic(
          "report.outcome",
          "this line is not the outcome of a turn: "
            + (error.diagnostics.first?.message ?? "it has none of its members"), at: location,
          hint: "'coachkit wire' describes outcomes"))
    }
    switch value["at"] {
    case nil: day = nil
    case let at?:
      guard let found = Self.day(at) else {
        throw SourceError(
          Diagnostic(
            "report.time", "'at' is no time", at: location,
            hint: "write seconds since 1970, or 2026-11-26T10:00:00Z"))
      }
      day = found
    }
  }

  private static func day(_ value: JSONValue) -> CalendarDay? {
    value.number.map { CalendarDay(unixTime: $0) }
      ?? value.string.flatMap { CalendarDay(String($0.prefix(10))) }
  }
}

extension CrisisCounts {
  fileprivate func text(year: Int?) -> String {
    var lines = [
      "referrals to crisis services" + (year.map { " in \($0)" } ?? "")
        + ": \(Figures.count(referrals))",
      "  of them following up a message shortly before: \(Figures.count(followUps))",
      "messages screened: \(Figures.count(screened))",
      "second opinions asked: \(Figures.count(secondOpinions))",
      "second opinions that were needed and could not be had: \(Figures.count(missingOpinions))",
    ]
    for (title, counts) in [
      ("referrals by severity", bySeverity), ("referrals by category", byCategory),
      ("referrals by who is in danger", bySubject), ("referrals by what decided", byStage),
      ("referrals by place", byPlace.mapValues(\.referrals).filter { $0.value > 0 }),
      ("messages by verdict of the screen", byVerdict),
      ("answers with care, by what raised the concern", concerns),
    ] where !counts.isEmpty {
      lines.append("\(title):")
      lines += counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "  \($0.key.replacing("_", with: " ")): \(Figures.count($0.value))"
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension CrisisReportForm {
  fileprivate var text: String {
    var lines = [
      "\(jurisdiction.name), \(year)", jurisdiction.law, "to: \(report.recipient)",
      "due: \(report.due)",
    ]
    for entry in entries {
      lines += [
        "", "\(entry.item.section): \(entry.item.asks)", "  \(entry.answer)",
        "  open: \(entry.remark)",
      ]
    }
    lines += ["", "This is no legal advice. Have a lawyer read it before you send it."]
    lines += jurisdiction.lookedUp.unverified.map { "not verified: \($0)" }
    return lines.joined(separator: "\n").printable
  }
}
