import ArgumentParser
import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import Journeys
import LanguageModels
import ReplyContracts
import SourceFiles

struct JourneyRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a journey in the terminal.",
    discussion: """
      Type answers and messages. /NAME performs an action of the phase, '/edit TEXT' requests a change, '/later 7d' \
      sets the clock forward, and an empty line stops. The state is stored after every step, and the same command \
      continues from there. In the coach's journey, /trial, /subscribe and /cancel simulate billing.

      Examples:
        coachkit journey run journal --state me.json
        coachkit journey run trainer --state me.json --model anthropic:claude-opus-5-5
      """)

  @Argument(help: "The journey.")
  var journey: String

  @Option(
    help: ArgumentHelp(
      "The file with the person's state; it is created if it does not exist.", valueName: "file"))
  var state: String

  @Option(
    help: ArgumentHelp(
      "The person to begin with: an id in the folder of people, or a file.", valueName: "who"))
  var person: String?

  @Flag(
    help:
      "Check only the form of the tasks' replies, not the rules of their contracts; for very small models."
  )
  var skipRules = false

  @Option(
    help: ArgumentHelp(
      "The time limit of each task, in seconds; by default the one in its prompt.",
      valueName: "seconds"))
  var taskTimeout: Double?

  @OptionGroup var options: TurnOptions
  @OptionGroup var time: TimeZoneOption
  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard (0.1...3_600).contains(taskTimeout ?? 1) else {
      throw ValidationError("--task-timeout must be a number of seconds from 0.1 to 3600.")
    }
  }

  func run() async throws {
    let library = try workspace.promptLibrary()
    let journey = try workspace.journeyLibrary(with: library).journey(journey)
    let lock = try ChatState.lock(state, hint: "end that one, or name another file with --state")
    defer { lock.release() }
    let kept = try JourneyFile.read(state, of: journey)
    if let kept, let person, try workspace.person(person).id != kept.person.id {
      throw CommandError(
        "\(state) is the state of '\(kept.person.id)', not of '\(person)'",
        hint: "leave --person out, or name another file with --state")
    }
    var file = try kept ?? JourneyFile(journey: journey, person: try workspace.person(person))
    file.zone = try time.rules()
    try file.write(to: state)
    var (service, calls) = try await options.service(
      from: library, in: workspace, usage: InMemoryUsageStore())
    defer { calls.reportBudget() }
    service.configuration.access = try AccessPolicy(rateWindows: [])
    var runner = JourneyRunner(journey, service: service)
    runner.tasks.checksRules = !skipRules
    runner.tasks.timeoutOverride = taskTimeout.map { .seconds($0) }
    // What the person did is on the disk before a model is asked about it.
    runner.onChange = { [file, path = state] state in
      // A file that cannot be written is reported after the step.
      try? (try JourneyFile.read(path, of: journey) ?? file).with(state).write(to: path)
    }
    if let note = calls.model.identity.smallModelNote { Terminal.print(note.inked(.dim)) }
    var session = JourneySession(runner: runner, file: file, path: state)
    try await session.run()
  }
}

/// A run of a journey in the terminal.
private struct JourneySession {
  let runner: JourneyRunner
  var file: JourneyFile
  let path: String

  /// Goes on until the journey is complete or nobody types any more.
  mutating func run() async throws {
    let current = runner.journey.position(of: file.state, with: sources, at: file.moment)
    let said = file.conversations[conversationID(in: current)] ?? []
    if current.phase.conversation != nil { showLast(of: said) }
    try take(
      await runner.advance(
        file.state, for: file.person, after: said, with: sources, at: file.moment))
    var paywallPhase: String?
    var shownPhase: String?
    while true {
      let position = runner.journey.position(of: file.state, with: sources, at: file.moment)
      show(position, isNew: shownPhase != position.phase.name)
      shownPhase = position.phase.name
      if position.isComplete, position.reminders.isEmpty { return }
      if position.phase.conversation != nil, !file.opened.contains(position.phase.name) {
        try await say(nil)
        continue
      }
      if paywallPhase != position.phase.name,
        let paywall = await runner.paywall(
          file.state, for: file.person, access: file.access, at: file.moment)
      {
        show(.paywall(paywall.copy, shown: paywall.impression))
        file.access = try file.access.after(
          .paywallShown(paywall.impression), at: file.moment.now)
        try file.write(to: path)
      }
      paywallPhase = position.phase.name
      guard try await read(position) else {
        return Terminal.print("\nIt goes on with the same command.".inked(.dim))
      }
    }
  }

  private var sources: JSONObject { JourneyRunner.sources(file.access, at: file.moment.now) }

  // MARK: Reading

  /// Reads what the phase asks for. Returns false if nobody types any more.
  private mutating func read(_ position: JourneyPosition) async throws -> Bool {
    if !position.fields.isEmpty { return try await fill(position) }
    Terminal.show("\n" + (position.phase.conversation == nil ? "do " : "you ").inked(.green))
    guard let line = readLine(), line.contains(where: { !$0.isWhitespace }) else { return false }
    if let words = command(line) {
      try await perform(words.name, words.rest)
    } else if position.phase.conversation != nil {
      try await say(line)
    } else {
      try await perform(line.split(separator: " ").first.map(String.init) ?? "", nil)
    }
    return true
  }

  private func command(_ line: String) -> (name: String, rest: String?)? {
    guard line.hasPrefix("/") else { return nil }
    let parts = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
  }

  private mutating func perform(_ name: String, _ text: String?) async throws {
    let line = "/" + [name, text].compactMap { $0 }.joined(separator: " ")
    do {
      if let action = try? ChatAction(line) {
        if case .later(let seconds) = action {
          guard file.clockOffset + seconds <= ChatState.maximumOffset else {
            return note("that is too far away")
          }
          file.clockOffset += seconds
          note("it is later now")
          return try file.write(to: path)
        }
        if let words = try file.access.perform(action, at: file.moment.now) {
          note(words)
          return try file.write(to: path)
        }
      }
      try take(
        try await runner.perform(
          .action(name, text: text), on: file.state, for: file.person, with: sources,
          at: file.moment))
    } catch let error as JourneyError {
      note("\(error.message): \(error.advice)")
    } catch let error as AccessError {
      note("\(error.message): \(error.advice)")
    }
  }

  /// Asks for the fields of a form, one after the other.
  private mutating func fill(_ position: JourneyPosition) async throws -> Bool {
    var values: JSONObject = [:]
    for field in position.fields {
      let choices = field.choices ?? []
      for (number, choice) in choices.enumerated() {
        Terminal.print("  \(number + 1)  \(choice.printable)")
      }
      let hint = hint(for: field)
      let name = field.field.fact.replacing("_", with: " ")
      Terminal.show(
        "\n" + "\(name)\(field.field.isRequired ? "" : ", optional")\(hint): ".inked(.green))
      guard let line = readLine() else { return false }
      if let words = command(line) {
        try await perform(words.name, words.rest)
        return true
      }
      guard line.contains(where: { !$0.isWhitespace }) else {
        if field.field.isRequired { return false }
        continue
      }
      values[field.field.fact] = value(of: line, for: field)
    }
    do {
      try take(
        try await runner.perform(
          .form(values), on: file.state, for: file.person, with: sources, at: file.moment))
    } catch let error as JourneyError {
      note("\(error.message): \(error.advice)")
    }
    return true
  }

  private func hint(for field: JourneyPosition.Field) -> String {
    let most = field.field.maximum.map { ", at most \($0)" } ?? ""
    switch field.type {
    case .flag: return " (yes or no)"
    case .list where field.choices != nil: return " (numbers, separated by commas\(most))"
    case .list: return " (separated by commas\(most))"
    case .time, .object: return " (as JSON)"
    case .text: return field.choices == nil ? "" : " (a number)"
    }
  }

  /// Returns what a line says in the type of a field. What it does not say is refused with the form.
  private func value(of line: String, for field: JourneyPosition.Field) -> JSONValue {
    let words = line.split(separator: ",").map { $0.trimmingWhitespace }.filter { !$0.isEmpty }
    switch field.type {
    case .text: return .string(chosen(line.trimmingWhitespace, among: field.choices ?? []))
    case .list: return .array(words.map { .string(chosen($0, among: field.choices ?? [])) })
    case .flag:
      let word = line.trimmingWhitespace.lowercased()
      return ["yes", "y", "true"].contains(word)
        ? true : ["no", "n", "false"].contains(word) ? false : .string(line)
    case .time, .object: return (try? JSONValue(parsing: line)) ?? .string(line)
    }
  }

  private func chosen(_ word: String, among choices: [String]) -> String {
    guard let number = Int(word), number > 0, number <= choices.count else { return word }
    return choices[number - 1]
  }

  // MARK: Conversation

  private func conversationID(in position: JourneyPosition) -> String {
    position.phase.conversation?.session.flatMap { file.state.facts[$0]?.string }
      // The product's own conversation goes on from phase to phase.
      ?? runner.journey.name
  }

  private mutating func say(_ message: String?) async throws {
    let moment = file.moment
    file.state = try runner.journey.beginningConversation(in: file.state, with: sources, at: moment)
    let position = runner.journey.position(of: file.state, with: sources, at: moment)
    let id = conversationID(in: position)
    let before = file.conversations[id] ?? []
    let conversation = TurnRequest.Conversation(id: id, messages: before)
    guard
      let request = runner.request(
        id: moment.id, message: message, conversation: conversation, in: file.state,
        for: file.person, access: file.access, with: sources, at: moment)
    else { return }
    Terminal.show("\n" + "coach ".inked(.cyan))
    var wrapper = LineWrapper(width: Terminal.width, indentation: 6)
    var outcome: TurnOutcome?
    for await event in runner.service.reply(to: request) {
      switch event {
      case .text(let text): Terminal.show(wrapper.feed(text.printable))
      case .replaced(let text):
        note("◆ the text so far was no part of the message, which begins anew")
        Terminal.show(wrapper.feed(text.printable))
      case .crisisDetected: note("◆ crisis")
      case .help(let text): note(text)
      case .notice(let notice): note(notice.text)
      case .failed(let failure): note("\(failure.text) (\(failure.detail))")
      case .refused(let refusal): note(refusal.text)
      case .done(let done): outcome = done
      default: break
      }
    }
    Terminal.print(wrapper.flush())
    guard let outcome, let reply = outcome.message else {
      throw CommandError("there was no reply", hint: "try again with the same command")
    }
    let said = before + (message.map { [Message(.user, $0)] } ?? [])
    file.conversations[id] = said + [reply.stored]
    file.access = outcome.updates.access ?? file.access
    if let found = outcome.discovery?.profile { file.person.discovery = found }
    file.opened.insert(position.phase.name)
    try file.write(to: path)
    try take(
      try await runner.take(
        outcome, after: said, on: file.state, for: file.person, with: sources, at: moment))
  }

  // MARK: Showing

  private mutating func take(_ step: JourneyStep) throws {
    file.state = step.state
    try file.write(to: path)
    for output in step.outputs { show(output) }
    if step.hasFailed {
      throw CommandError("a task failed", hint: "run the same command again to repeat it")
    }
  }

  /// Shows where a conversation stopped.
  private func showLast(of messages: [Message]) {
    for message in messages.suffix(2) {
      let speaker = message.role == .user ? "you " : "coach "
      Terminal.print((speaker + message.text.printable).inked(.dim))
    }
  }

  private func show(_ position: JourneyPosition, isNew: Bool) {
    Terminal.print(
      "\n── \(position.phase.name) ──".inked(.bold)
        + (position.progress.map { "  \(Int(($0 * 100).rounded())) %" } ?? ""))
    for key in (isNew ? position.phase.copy : []) + position.reminders.flatMap(\.copy) {
      Terminal.print(runner.text(key, for: file.person).printable)
    }
    if position.phase.conversation != nil, !position.topics.isEmpty {
      note(position.topics.map { "\($0.name) \($0.state)" }.joined(separator: " · "))
    }
    if let document = position.document { Terminal.print(document.printed(.indented(2))) }
    func words(_ name: String, _ action: JourneyAction) -> String {
      let copy = action.copy.map { " “\(runner.text($0, for: file.person))”" }
      return "/\(name)\(action.takesText ? " …" : "")\(copy ?? "")"
    }
    let actions = position.actions.map { words($0.name, $0) }
    let reminders = position.reminders.flatMap { reminder in
      reminder.actions.map { words("\(reminder.name).\($0.name)", $0) }
    }
    if !(actions + reminders).isEmpty { note((actions + reminders).joined(separator: "  ")) }
  }

  private func show(_ output: JourneyOutput) {
    switch output {
    case .text(let text): Terminal.print("\n" + text.printable)
    case .crisis(_, let text): Terminal.print("\n" + text.printable.inked(.magenta))
    case .revision(let differences, let told):
      for text in told { Terminal.print("  \(text.printable)") }
      for difference in differences { note("± \(difference)") }
      if differences.isEmpty { note("nothing has changed") }
    case .paywall(let copy, _):
      let texts = [copy.line, copy.header, copy.body, copy.priceLine, "[ \(copy.button) ]"]
      for text in texts.compactMap({ $0 }) {
        Terminal.print("  \(text.printable)")
      }
      note("/trial or /subscribe stand for buying it")
    case .failed(let text, let detail): note("\(text) (\(detail))")
    }
  }

  private func note(_ text: String) { Terminal.print(text.printable.inked(.dim)) }
}
