import ArgumentParser
import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import LanguageModels
import SourceFiles

struct NudgesPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Decide who gets a nudge on a day, and write the texts.",
    discussion: """
      First the plan finds everyone who has an occasion for a nudge: they accepted check-ins, had no session or nudge \
      recently, and there is something to say. If there are more than --cap allows, events come before themes, and \
      themes before re-engagement. People above the cap get nothing; no generic text is sent instead. On the day \
      before a trial ends, everyone who did not decline check-ins gets a fixed text about it; --access names the folder \
      of access records (<id>.json).

      --people names a folder of records (<id>.json) or a file of candidates. With records, the texts are written, \
      each attempt is stored in its record, and the log contains the texts to send. With candidates (lines from \
      'coachkit nudges candidate'), the log only contains who was chosen. If a plan was interrupted, run the same \
      command again: it continues, and no one is nudged twice.

      Examples:
        coachkit nudges plan --people people/ --date 2026-11-26 --dry-run
        coachkit nudges plan --people people/ --date 2026-11-26 --model anthropic:claude-haiku-4-5
        coachkit nudges plan --people people.jsonl --date 2026-11-26 --cap 5000
      """)

  @Option(help: ArgumentHelp("The day, as 2026-11-26.", valueName: "date"))
  var date: String

  @Option(
    help: ArgumentHelp(
      "The maximum number of texts that a model writes on this day.", valueName: "n"))
  var cap = 1_000

  @Option(help: ArgumentHelp("The folder with the access records, for trials.", valueName: "dir"))
  var access: String?

  @Option(
    help: ArgumentHelp(
      "The plan's log, by default .coachkit/nudges/<date>.jsonl; only you can read it.",
      valueName: "file")
  )
  var plan: String?

  @Flag(help: "Only decide: call no model, and write no record and no log.")
  var dryRun = false

  @Flag(help: "Print the figures as JSON.")
  var json = false

  @OptionGroup var options: TurnOptions
  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard CalendarDay(date) != nil else {
      throw ValidationError("--date is a day such as 2026-11-26.")
    }
    guard (0...10_000_000).contains(cap) else {
      throw ValidationError("--cap must be a number from 0 to 10000000.")
    }
  }

  func run() async throws {
    guard let day = CalendarDay(date) else { return }
    let source = try NudgePeople(workspace.people)
    if case .records(let folder) = source,
      try !DiskFileSystem().names(in: folder).contains(where: { $0.hasSuffix(".json") })
    {
      throw CommandError(
        "there is no record (<id>.json) in '\(folder)'",
        hint: "name a folder of records with --people; 'coachkit person export' writes one")
    }
    if dryRun {
      let (decided, figures) = try decide(source, on: day, journal: nil)
      return show(figures, of: decided, written: nil)
    }
    let path = plan ?? ".coachkit/nudges/\(date).jsonl"
    let lock = try ChatState.lock(path, hint: "wait for the plan that runs, or name another --plan")
    defer { lock.release() }
    let journal = try NudgeJournal(path, on: day)
    let (decided, figures) = try decide(source, on: day, journal: journal)
    let written = try await carryOut(decided, from: source, journal: journal)
    try journal.flush()
    show(figures, of: decided, written: written)
    Terminal.printError("log  \(path)".inked(.dim))
  }

  /// The number of people by what became of them.
  private typealias Figures = [String: Int]

  /// Considers everybody.
  private func decide(
    _ source: NudgePeople, on day: CalendarDay, journal: NudgeJournal?
  ) throws -> (NudgePlan, Figures) {
    let done = journal?.claimed ?? []
    // What an earlier run of this day has claimed counts towards the cap.
    var plan = NudgePlan(on: day, cap: cap - (journal?.claimedCalls ?? 0))
    var figures: Figures = [:]
    try source.forEach(
      access: access,
      problem: { words in
        figures["cannot be read", default: 0] += 1
        Terminal.printError("left out: \(words)")
      }
    ) { candidate in
      guard !done.contains(candidate.id) else {
        figures["claimed in an earlier run", default: 0] += 1
        return
      }
      guard let settled = plan.consider(candidate) else { return }
      figures[settled.reason, default: 0] += 1
      try journal?.add(settled.person, .held, kind: settled.kind, reason: settled.reason)
    }
    for choice in plan.chosen { figures["chosen: \(choice.kind)", default: 0] += 1 }
    return (plan, figures)
  }

  // MARK: Writing

  /// The number of texts in a row that may fail.
  private static let maximumFailures = 5

  /// Writes the texts, or the list of the chosen if the records are elsewhere. Returns the number of texts.
  private func carryOut(
    _ plan: NudgePlan, from source: NudgePeople, journal: NudgeJournal
  ) async throws -> Int? {
    guard case .records(let folder) = source else {
      for choice in plan.chosen { try journal.add(choice.person, .chosen, kind: choice.kind) }
      return nil
    }
    guard !plan.chosen.isEmpty else { return 0 }
    let library = try workspace.promptLibrary()
    let (service, calls) = try await options.service(
      from: library, in: workspace, usage: InMemoryUsageStore())
    defer { calls.reportBudget() }
    var (count, failures) = (0, 0)
    for choice in plan.chosen {
      try journal.add(choice.person, .claimed, kind: choice.kind)
      let path = "\(folder)/\(choice.person).json"
      let name = "\(choice.person).json"
      guard var record = try? NudgePeople.record(name, in: folder) else {
        try journal.add(
          choice.person, .dropped, kind: choice.kind, reason: "there is no record any more")
        continue
      }
      let known: AccessRecord?
      do throws(SourceError) {
        known = try NudgePeople.access(name, in: access)
      } catch {
        // What is wrong with one person's file does not keep the others from their nudges.
        Terminal.printError("left out: \(error)")
        try journal.add(
          choice.person, .dropped, kind: choice.kind, reason: "the access record cannot be read")
        continue
      }
      var result = await service.nudge(
        &record, on: plan.today, remainingCalls: 1, zone: record.zone, access: known)
      if try !keep(record, at: path) {
        result.text = nil
        result.problem = "the person was forgotten while the text was written"
      }
      if result.text != nil { count += 1 }
      try journal.add(
        choice.person, result.text == nil ? .dropped : .sent, kind: choice.kind,
        reason: result.problem ?? result.decision.reason, text: result.text)
      failures = result.hasFailed ? failures + 1 : 0
      // Who is claimed gets no other text today, so a model that is down must not use up the day.
      guard failures < Self.maximumFailures else {
        throw CommandError(
          "\(failures) texts in a row could not be written: \(result.problem ?? "")",
          hint:
            "these people get nothing today; when the model answers again, the same command goes on with the others"
        )
      }
    }
    return count
  }

  /// Adds the attempts of a record to the one that is stored now, which may have changed while a text was written. Returns
  /// false if there is none any more.
  private func keep(_ record: PersonRecord, at path: String) throws -> Bool {
    let lock = try ChatState.lock(path, hint: "end what uses it, and run the plan again")
    defer { lock.release() }
    guard OutputFile.isFile(path) else { return false }
    var stored = try NudgePeople.record(path.fileName, in: path.parentFolder)
    stored.nudges.add(record.nudges.entries)
    try OutputFile.write(text: path, isPrivate: true) { write in
      try write(stored.json.text(.indented(2)) + "\n")
    }
    return true
  }

  // MARK: Showing

  private func show(_ figures: Figures, of plan: NudgePlan, written: Int?) {
    guard !json else {
      var object: JSONObject = [
        "day": .string(plan.today.description), "considered": .integer(plan.considered),
        "chosen": .integer(plan.chosen.count),
        "reasons": .object(
          figures.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = .integer($1.value) }),
      ]
      object["written"] = written.map { .integer($0) }
      return Terminal.print(JSONValue.object(object).text(.indented(2)))
    }
    Terminal.print("\(plan.considered) people considered for \(plan.today)")
    for (reason, count) in figures.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      Terminal.print("  \("\(count)".leftPadded(to: 9))  \(reason)")
    }
    if let written { Terminal.print("\(written) texts written") }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
