import ArgumentParser
import CoachDuties
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents

struct DutiesNoticesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notices",
    abstract: "Show which notices a person gets who writes for some hours.",
    discussion: """
      The person begins to write at midday by the days of the place, sends a message every minute, and makes no pause. The \
      clock is that of a turn.

      Examples:
        coachkit duties notices US-CA --age-group minor --hours 7
        coachkit duties notices DE --day 2026-12-24 --json
      """)

  @Argument(
    help: ArgumentHelp("Where the person is (ISO 3166): DE, or US-NY.", valueName: "place"))
  var place: String

  @Option(help: "How old the person is, as far as it is known: adult, minor or unknown.")
  var ageGroup = AgeGroup.unknown

  @Option(help: ArgumentHelp("How long the person writes.", valueName: "n"))
  var hours = 4

  @Option(help: ArgumentHelp("The day; today by default.", valueName: "day"))
  var day: String?

  @Option(help: "The language of the texts (BCP 47).")
  var language = "en"

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: DutyOptions
  @OptionGroup var copy: CopyOptions

  func validate() throws {
    guard Person.jurisdictionCode(place) != nil else {
      throw ValidationError("'\(place)' is not the code of a place: write DE, or US-NY.")
    }
    guard (1...24).contains(hours) else { throw ValidationError("--hours is from 1 to 24.") }
    if let day, CalendarDay(day) == nil {
      throw ValidationError("--day is a day such as 2027-01-01.")
    }
  }

  func run() throws {
    let set = try options.dutySet()
    try set.requireValid()
    let catalog = try copy.catalog()
    let duties = set.duties(in: place, age: ageGroup, zone: nil)
    let zone = duties.jurisdictions.first?.timeZone ?? .utc
    let today = CalendarDay(day ?? Timestamp.now.day) ?? CalendarDay(number: 0)
    let start = zone.unixTime(of: today, secondOfDay: 43_200)
    var rows: [NoticeRow] = []
    var clock = NoticeClock()
    for minute in 0...hours * 60 {
      let now = start + Double(minute * 60)
      clock.noteMessage(at: now, silence: SessionPolicy().silence)
      for due in duties.dueNotices(by: clock, at: now) {
        clock.record(
          NoticeClock.Given(
            kind: due.kind, moment: due.moment, jurisdiction: due.jurisdiction, at: now,
            requestID: "\(minute)"))
        rows.append(
          NoticeRow(
            minute: minute, notice: due,
            text: CopyKey.notice(due.kind, at: due.moment).map {
              catalog.text($0, in: language)
            } ?? ""))
      }
    }
    if json {
      Terminal.print(JSONValue.array(rows.map(\.json)).printed(.indented(2)))
    } else {
      printText(rows, duties, among: set, on: today)
    }
    let missing = Set(catalog.missingKeys(in: language))
    let keys = rows.compactMap { CopyKey.notice($0.notice.kind, at: $0.notice.moment) }
    if !missing.isDisjoint(with: keys) {
      Terminal.printError(
        "no text of these notices in '\(language)': another language is shown; add one with"
          + " --copy-file")
    }
  }

  private func printText(
    _ rows: [NoticeRow], _ duties: PersonDuties, among set: DutySet, on today: CalendarDay
  ) {
    guard !rows.isEmpty else {
      return Terminal.print("no notices: \(reason(duties, among: set, on: today))".printable)
    }
    for row in rows {
      Terminal.print(
        "after \(row.time)  \(row.notice.kind) (\(row.notice.jurisdiction))  \(row.text)".printable)
    }
  }
}

extension DutiesNoticesCommand {
  /// Returns why no notice is due.
  private func reason(
    _ duties: PersonDuties, among set: DutySet, on today: CalendarDay
  ) -> String {
    guard !duties.jurisdictions.isEmpty else {
      let code = Person.jurisdictionCode(place) ?? place
      let part = set.jurisdictions.flatMap(\.places).first { $0.hasPrefix("\(code)-") }
      return "no file of duties covers \(place)"
        + (part.map { "; send the state, such as \($0)" } ?? "")
    }
    let later = duties.jurisdictions.filter { $0.from > today }
    guard later.count == duties.jurisdictions.count, let first = later.map(\.from).min() else {
      let laws = duties.jurisdictions.map(\.name).joined(separator: ", ")
      return "\(laws): none is due to this person on that day"
    }
    let laws = later.map { "\($0.name): in force from \($0.from)" }.joined(separator: ", ")
    return "\(laws); try --day \(first)"
  }
}

/// A notice of the table.
private struct NoticeRow {
  var minute: Int
  var notice: DueNotice
  var text: String

  var time: String {
    let rest = minute % 60
    return "\(minute / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  var json: JSONValue {
    [
      "after_minutes": .integer(minute), "kind": .string(notice.kind.rawValue),
      "moment": .string(notice.moment.rawValue), "jurisdiction": .string(notice.jurisdiction),
      "text": .string(text),
    ]
  }
}
