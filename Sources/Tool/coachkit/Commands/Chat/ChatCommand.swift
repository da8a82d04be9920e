import ArgumentParser
import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import LanguageModels
import PromptTemplates
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct ChatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Talk with the coach, or with one prompt, in the terminal.",
    discussion: """
      Without a prompt, the chat goes through the whole product: the coach speaks first; discovery ends with a \
      profile; and the conversation stops at the paywall until you type /trial or /subscribe. It then continues \
      with --model instead of --discovery-model. /help lists the other commands. --state keeps the person in a file \
      between runs; 'coachkit person' shows what the file contains.

      A session ends with /end, after half an hour of silence, or on another day. The model then takes notes and \
      proposes profile entries, which are used only after you have confirmed them. --no-notes closes sessions \
      without a model.

      With a prompt, that prompt is used for every message, regardless of purchases, and nothing is counted.

      An empty line or Ctrl-D ends the conversation. Tags appear as events, not as text. With --json, every event \
      is a line of JSON.

      Examples:
        coachkit chat --state me.json --model local
        coachkit chat --state me.json --discovery-model anthropic:claude-haiku-4-5 --model anthropic:claude-opus-5-5
        coachkit chat discovery --model local
        coachkit chat coaching --person ines --domain career
        coachkit chat --jurisdiction US-NY --age-group minor
        echo "I feel stuck" | coachkit chat discovery --model local --json
      """)

  @Argument(
    help:
      "A prompt, as name, name@version or name@label; a name alone means the newest version that is no pre-release."
  )
  var prompt: String?

  @Option(help: ArgumentHelp("Keep the person in this file between runs.", valueName: "file"))
  var state: String?

  @OptionGroup var data: PromptDataOptions

  @Option(
    help: ArgumentHelp(
      "Where the person is under the law (ISO 3166), such as US-NY; its duties are read from --duties, or from Duties.",
      valueName: "place"))
  var jurisdiction: String?

  @Option(
    help: ArgumentHelp(
      "Whether the person is of age: \(AgeGroup.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "group"))
  var ageGroup: AgeGroup?

  @Flag(help: "Print one event per line, as JSON.")
  var json = false

  @Flag(
    inversion: .prefixedNo,
    help: "Print words at a steady pace; by default only on a terminal.")
  var pace: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Ask the model for notes, a title and proposals when a session is over.")
  var notes = true

  @OptionGroup var time: TimeZoneOption
  @OptionGroup var options: TurnOptions
  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    if let jurisdiction, Person.jurisdictionCode(jurisdiction) == nil {
      throw ValidationError(
        "'\(jurisdiction)' is not the code of a country or of a part of one: write DE or US-CA.")
    }
  }

  func run() async throws {
    let library = try workspace.promptLibrary()
    let asked = try data.values(in: workspace)
    let lock = try lockState()
    defer { lock?.release() }
    var chat = try startingState()
    let zone = try time.rules(of: chat.record.timeZone)
    if let name = time.timeZone { chat.record.timeZone = name }
    if let jurisdiction { chat.record.jurisdiction = jurisdiction }
    if let ageGroup { chat.record.ageGroup = ageGroup }
    // A file that cannot be written must be noticed before a reply is paid for.
    if let state { try chat.write(to: state) }
    let usage = InMemoryUsageStore()
    var (service, calls) = try await options.service(from: library, in: workspace, usage: usage)
    defer { calls.reportBudget() }
    if chat.record.jurisdiction != nil, options.duties == nil {
      try service.take(dutiesIn: "Duties")
    }
    // Testers type faster than a person writes.
    service.configuration.access = try AccessPolicy(rateWindows: [])
    try pin(&service, from: library, asked: asked, chat: chat)
    if !notes { service.configuration.closesWithTasks = false }
    let screen: any ChatScreen = json ? JSONChatScreen() : TerminalChatScreen()
    var session = ChatSession(
      service: service, asked: asked, usage: usage, screen: screen, zone: zone,
      sessions: ChatSessions(service: service, zone: zone, screen: screen) { try save($0) })
    screen.begin(calls.model.identity, isPinned: prompt != nil)
    var failure = try await resume(&chat, in: &session)
    while let line = screen.readMessage() {
      if prompt == nil, let action = read(line, on: screen) {
        failure = try await perform(action, on: &chat, in: &session) ?? failure
      } else {
        failure = try await say(line, to: &chat, in: &session)
      }
    }
    screen.end()
    if let failure {
      // The last turn failed.
      if json || Terminal.isInteractive { throw ExitCode(1) }
      throw CommandError(
        "the coach could not answer: \(failure.detail)",
        hint: failure.code == .tooLong ? "send a shorter message" : "try again")
    }
  }

  // MARK: Beginning

  /// Locks the state's file: a second chat would overwrite what this one stores.
  private func lockState() throws -> RunLock? {
    guard let state else { return nil }
    return try ChatState.lock(state, hint: "end that one, or name another file with --state")
  }

  /// Returns the state of the file, or a new one. A broken prompt or person is detected before the model is
  /// called.
  private func startingState() throws -> ChatState {
    let today = CalendarDay(unixTime: CallClock.system.unixTime())
    let salt = UUID().uuidString
    let kept = try state.flatMap {
      try ChatState.read($0, files: DiskFileSystem(), salt: salt, on: today)
    }
    guard let state, let kept else {
      return ChatState(try workspace.person(data.person), salt: salt, on: today)
    }
    guard data.person == nil else {
      throw CommandError(
        "\(state) already contains a person",
        hint: "leave out --person, or name another file with --state")
    }
    return kept
  }

  private func pin(
    _ service: inout ChatService, from library: PromptLibrary, asked: PromptDataOptions.Values,
    chat: ChatState
  ) throws {
    guard let prompt else { return }
    let reference = try PromptReference(argument: prompt)
    service.configuration.prompts.pinned = reference
    _ = try PromptAssembler(library: library).assemble(
      AssemblyRequest(
        prompt: reference,
        person: chat.record.person(on: CalendarDay(unixTime: now(chat)), domain: nil),
        domain: asked.domain ?? service.domains().domains.first,
        domains: service.domains().domains,
        persona: asked.persona, history: chat.conversation.messages, opening: true,
        today: asked.today?.description, values: asked.inputs))
  }

  /// Continues the conversation: the coach starts it, or its last message is shown again.
  private func resume(
    _ chat: inout ChatState, in session: inout ChatSession
  ) async throws -> TurnFailure? {
    try seed(session.usage, with: chat)
    if prompt == nil { try await session.sessions.closeOverdue(&chat, at: now(chat)) }
    session.sessions.showProposals(chat)
    guard let last = chat.conversation.messages.last else {
      return try await say(nil, to: &chat, in: &session)
    }
    session.screen.recall(last.text, unanswered: chat.unanswered)
    return nil
  }

  /// Restores the usage counts of earlier runs.
  private func seed(_ usage: InMemoryUsageStore, with chat: ChatState) throws {
    try usage.updateLedger(of: chat.record.id) { ledger in
      for (key, count) in chat.used { ledger.setUsage(count, in: key) }
    }
  }

  // MARK: Going on

  private func read(_ line: String, on screen: any ChatScreen) -> ChatAction? {
    do {
      return try ChatAction(line)
    } catch let error as CommandError {
      screen.note("\(error.message); \(error.hint)")
      return .help
    } catch {
      return nil
    }
  }

  private func perform(
    _ action: ChatAction, on chat: inout ChatState, in session: inout ChatSession
  ) async throws -> TurnFailure? {
    switch action {
    case .again:
      guard let message = chat.unanswered else {
        return skip("every message was answered", session)
      }
      return try await say(message, to: &chat, in: &session)
    case .end:
      let isClosed = try await session.sessions.closeCurrent(&chat, at: now(chat))
      if !isClosed { return skip("there is no session to end: write something first", session) }
      session.screen.awaitMessage()
      return nil
    case .learned:
      let today = session.zone.day(at: now(chat))
      session.screen.note(LearnedText(chat.record, on: today).text)
      session.sessions.showProposals(chat)
      session.screen.awaitMessage()
      return nil
    case .decide(let decision):
      session.screen.note(session.sessions.decide(decision, in: &chat, at: now(chat)))
      try save(chat)
      if case .answer = decision {
        try session.sessions.offer(&chat, on: session.zone.day(at: now(chat)))
      }
      session.screen.awaitMessage()
      return nil
    case .forget:
      chat.forgetConversation()
      try save(chat)
      return skip("the conversation is forgotten, with all that was learned from it", session)
    default: return try await change(action, on: &chat, in: &session)
    }
  }

  /// Tells the person something instead of doing anything.
  private func skip(_ text: String, _ session: ChatSession) -> TurnFailure? {
    session.screen.note(text)
    session.screen.awaitMessage()
    return nil
  }

  /// Changes what the person has bought, or the clock.
  private func change(
    _ action: ChatAction, on chat: inout ChatState, in session: inout ChatSession
  ) async throws -> TurnFailure? {
    let before = chat.access.stage(at: now(chat))
    do {
      session.screen.note(try chat.perform(action, at: now(chat)))
    } catch let error as CommandError {
      session.screen.note("\(error.message); \(error.hint)")
    }
    try save(chat)
    // After a purchase the coach greets the person in the same conversation.
    let after = chat.access.stage(at: now(chat))
    let isActive = [AccessStage.trialActive, .subscribed]
    guard !isActive.contains(before), isActive.contains(after) else {
      session.screen.awaitMessage()
      return nil
    }
    return try await say(nil, to: &chat, in: &session)
  }

  /// Returns the simulated time of the chat in seconds since 1970.
  private func now(_ chat: ChatState) -> Double {
    CallClock.system.unixTime() + Double(chat.clockOffset)
  }

  /// Runs one turn, and returns its failure if there is one.
  private func say(
    _ message: String?, to chat: inout ChatState, in session: inout ChatSession
  ) async throws -> TurnFailure? {
    let (asked, screen) = (session.asked, session.screen)
    if prompt == nil { try await session.sessions.closeOverdue(&chat, at: now(chat)) }
    if let message {
      // If the program dies before the answer is stored, the message can be sent again.
      chat.unanswered = message
      try save(chat)
    }
    var service = session.service
    let offset = Double(chat.clockOffset)
    service.clock = CallClock(
      now: { ContinuousClock.now }, unixTime: { CallClock.system.unixTime() + offset })
    let request = TurnRequest(
      id: UUID().uuidString, record: chat.record, access: chat.access,
      conversation: chat.conversation, message: message, persona: asked.persona,
      domain: asked.domain?.id, inputs: asked.inputs,
      today: asked.today ?? session.zone.day(at: now(chat)))
    screen.beginReply()
    var outcome: TurnOutcome?
    func take(_ event: TurnEvent) {
      // The end is shown once it is stored.
      if case .done(let done) = event { outcome = done } else { screen.show(event) }
    }
    if pace ?? (!json && Terminal.isInteractive) {
      for await event in service.reply(to: request).paced() { take(event) }
    } else {
      for await event in service.reply(to: request) { take(event) }
    }
    guard let outcome else { return nil }
    chat.take(outcome, of: request, at: now(chat))
    try save(chat)
    screen.show(.done(outcome))
    if outcome.isDiscoveryComplete {
      _ = try await session.sessions.closeCurrent(&chat, at: now(chat))
    }
    screen.awaitMessage()
    return outcome.failure
  }

  private func save(_ chat: ChatState) throws {
    if let state { try chat.write(to: state) }
  }
}

/// What the turns of a conversation share.
private struct ChatSession {
  let service: ChatService
  /// The values of the options that go into the prompt.
  let asked: PromptDataOptions.Values
  let usage: InMemoryUsageStore
  let screen: any ChatScreen
  let zone: TimeZoneRules
  var sessions: ChatSessions
}
