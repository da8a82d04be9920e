import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import Documents
import Journeys
import LanguageModels
import PromptTemplates
import ReplyContracts
import SourceFiles
import Testing
import TestKit

/// The shipped journeys from the first words to the end, with scripted models and the project's own prompts.
@Suite("Journeys with models")
struct JourneyRunnerTests {
  private let person: Person = {
    var person = Person(id: "noor")
    person.region = "US"
    return person
  }()

  private func moment(_ id: String = "id", day: Int = 0) -> JourneyMoment {
    let now = 1_795_219_200 + Double(day) * 86_400
    return JourneyMoment(now: now, today: CalendarDay(unixTime: now), id: id)
  }

  private static let library = Result {
    try JourneyLibrary(
      folder: "\(ProjectFolder.path)/Journeys", prompts: try Workspace.library())
  }

  /// A runner with replies for tasks, in their order, and for conversations.
  private func runner(
    _ name: String, tasks: [String] = [], replies: [String] = []
  ) throws -> (JourneyRunner, TurnScene) {
    let scene = try TurnScene(small: tasks, strong: replies)
    // No time passes between two messages.
    scene.service.configuration.access = try AccessPolicy(rateWindows: [])
    let journey = try Self.library.get().journey(name)
    return (JourneyRunner(journey, service: scene.service), scene)
  }

  private func phase(_ state: JourneyState, _ runner: JourneyRunner) -> String {
    runner.journey.position(of: state, at: moment()).phase.name
  }

  @Test(
    "a conversation that began as discovery stays one after a purchase through the journey",
    arguments: ["kind", "record", "assignment", "none"])
  func kindAfterPurchase(known: String) async throws {
    let (runner, scene) = try runner("coach", replies: ["Good to see you again."])
    try scene.subscribe()
    let moment = moment()
    var conversation = TurnRequest.Conversation(id: "c")
    if known == "kind" { conversation.kind = .discovery }
    if known == "assignment" {
      conversation.assignments = [
        PromptAssignment(
          reference: PromptReference(name: "discovery", version: "v5"), person: person.id,
          experiment: "")
      ]
    }
    var request = try #require(
      runner.request(
        id: "r", message: "Hello again.", conversation: conversation,
        in: JourneyState(journey: "coach", updatedAt: 0), for: person, access: scene.access,
        with: JourneyRunner.sources(scene.access, at: scene.time.value), at: moment))
    if known == "record" {
      var record = PersonRecord(person, salt: "s", on: moment.today)
      record.note(
        [SessionMessage(id: "m", role: .user, text: "Hello.", time: moment.now)], in: "c",
        kind: .discovery)
      request.record = record
    }
    let outcome = try #require(try await scene.play(request).outcome)
    #expect(outcome.route == .coaching)
    #expect(outcome.updates.kind == (known == "none" ? .coaching : .discovery))
  }

  // MARK: Trainer

  private static let intake = #"""
    {"goals": ["carry the cello"], "schedule": {"days": ["monday", "thursday"], "days_per_week": 2, "minutes_per_session": 20}, "equipment": [], "injuries": [], "preferences": [], "experience": "none"}
    """#
  private static let assessment = #"""
    {"strength": "14 times", "endurance": "fine", "mobility": "not assessed", "limitations": [], "notes": "none", "confidence": "low"}
    """#
  private static let contract = #"""
    {"why": "The lift is broken.", "weekly_commitment": "Two days.", "goal": "I carry my cello.", "measure": "Four floors.", "first_step": "Monday.", "support": "", "obstacles": [], "review_date": "2026-12-20"}
    """#
  private static let program = #"""
    {"schedule": [{"day": "monday", "session_type": "mixed", "exercises": [{"name": "Walk", "minutes": 4, "effort": 2}, {"name": "Stand up", "sets": 3, "reps": 8, "effort": 4}], "minutes": 10}], "weeks": 6, "progression": [{"week": 3, "change": "a set"}], "deload": "Week 4.", "stop_rules": ["pain", "fever", "dizziness"], "easier_version": "Ten minutes."}
    """#
  private static let edit = #"""
    {"wishes": [{"request": "thursday instead", "outcome": "done", "says": "Thursday it is.", "edits": [{"path": "schedule[0].day", "action": "set", "value": "thursday"}]}]}
    """#

  @Test("the trainer's journey, with every state stored and read again between two steps")
  func trainer() async throws {
    let (runner, scene) = try runner(
      "trainer",
      tasks: [
        "Welcome. I will ask a few things, then draft a plan.", Self.contract, Self.program,
        Self.edit,
      ],
      replies: [
        "What would you like?\n\n[INTAKE_PROGRESS]\n{\"goals\": \"open\", \"schedule\": \"open\", \"equipment\": \"open\", \"injuries\": \"open\", \"preferences\": \"open\"}",
        "Good.\n\n[INTAKE_COMPLETE]\n\(Self.intake)", "How are you?",
        "That is enough.\n\n[ASSESSMENT_COMPLETE]\n\(Self.assessment)",
      ])
    let path = Path(JourneyState(journey: "trainer", updatedAt: 0), runner)
    let welcome = await runner.advance(path.state, for: person, at: moment())
    expect(
      welcome.outputs, equals: [.text("Welcome. I will ask a few things, then draft a plan.")])
    try path.store(welcome)
    for action in ["begin", "sign_in"] {
      try path.store(
        try await runner.perform(.action(action), on: path.state, for: person, at: moment()))
    }
    try await converse(runner, path, [nil, "carry my cello upstairs again"])
    try path.store(
      try await runner.perform(.action("start"), on: path.state, for: person, at: moment("a1")))
    try await converse(runner, path, [nil, "14 times"])
    #expect(path.phases.last == "goal_review")
    try path.store(
      try await runner.perform(.action("approve"), on: path.state, for: person, at: moment("p1")))
    #expect(path.phases.last == "program_review" && path.state.facts["program_id"] == "p1")
    let edited = try await runner.perform(
      .action("edit", text: "thursday instead"), on: path.state, for: person, at: moment())
    try path.store(edited)
    guard case .revision(let differences, let told)? = edited.outputs.first else {
      Issue.record("the edit shows nothing")
      return
    }
    expect(differences.map(\.description), equals: ["schedule › monday › day: monday → thursday"])
    expect(told, equals: ["Thursday it is."])
    for action in ["approve", "activate"] {
      try path.store(
        try await runner.perform(.action(action), on: path.state, for: person, at: moment()))
    }
    #expect(runner.journey.position(of: path.state, at: moment()).isComplete)
    expect(
      path.phases,
      equals: [
        "welcome", "auth", "intake", "intake", "assessment_prompt", "assessment", "assessment",
        "goal_review", "program_review", "program_review", "program_review", "complete",
      ])
    // The prompts had what they need.
    expect(scene.strong.text(ofRequest: 3), contains: "carry the cello")
    expect(scene.small.text(ofRequest: 2), contains: "I carry my cello.")
  }

  @Test("an action is confirmed in the person's language, before what comes next")
  func confirmed() async throws {
    let (runner, _) = try runner("trainer")
    var state = JourneyState(journey: "trainer", updatedAt: 0)
    state.facts["has_started_onboarding"] = true
    var person = person
    person.language = "es"
    let step = try await runner.perform(.action("sign_in"), on: state, for: person, at: moment())
    expect(
      step.outputs,
      equals: [.text("Gracias, tu progreso está guardado. Puedes volver a él cuando quieras.")])
    #expect(phase(step.state, runner) == "intake")
  }

  /// What is stored between two steps.
  private final class Path {
    var state: JourneyState
    var phases: [String] = []
    private let runner: JourneyRunner

    init(_ state: JourneyState, _ runner: JourneyRunner) {
      self.state = state
      self.runner = runner
    }

    func phase(at moment: JourneyMoment) -> String {
      runner.journey.position(of: state, at: moment).phase.name
    }

    /// Stores a step. What is interrupted here goes on from what was stored.
    func store(_ step: JourneyStep) throws {
      #expect(!step.hasFailed)
      state = try JourneyState(json: step.state.json)
      phases.append(phase(at: JourneyMoment(now: 0, today: CalendarDay(number: 0), id: "")))
    }
  }

  /// Says something in the conversation of the current phase, message by message.
  private func converse(
    _ runner: JourneyRunner, _ path: Path, _ messages: [String?]
  ) async throws {
    var said: [Message] = []
    for (number, message) in messages.enumerated() {
      let moment = moment("\(path.phase(at: moment()))-\(number)")
      path.state = try runner.journey.beginningConversation(in: path.state, at: moment)
      let request = try #require(
        runner.request(
          id: moment.id, message: message,
          conversation: TurnRequest.Conversation(id: moment.id, messages: said), in: path.state,
          for: person,
          access: AccessRecord(updatedAt: 0), at: moment))
      let outcome = try #require(await runner.service.outcome(of: request))
      #expect(outcome.failure == nil, "\(outcome.failure?.detail ?? "")")
      expect(outcome.route.rawValue, equals: request.conversation.kind?.rawValue ?? "")
      if let message { said.append(Message(.user, message)) }
      let step = try await runner.take(
        outcome, after: said, on: path.state, for: person, at: moment)
      said.append(Message(.assistant, outcome.message?.text ?? ""))
      try path.store(step)
    }
  }

  @Test("an intake that does not come to its signal is read from the conversation at its ceiling")
  func ceiling() async throws {
    let replies = (1...16).map { "Question \($0)?" }
    let (runner, scene) = try runner("trainer", tasks: [Self.intake], replies: replies)
    let path = Path(
      JourneyState(
        journey: "trainer", facts: ["has_started_onboarding": true, "signed_in": true],
        updatedAt: 0), runner)
    try await converse(runner, path, [nil] + (1...15).map { "answer \($0)" })
    #expect(path.phases.count == 16)
    try #require(path.phases.last == "assessment_prompt")
    expect(path.state.facts["intake"]?["goals"], equals: ["carry the cello"])
    expect(scene.small.text(ofRequest: 0), contains: "answer 15")
  }

  @Test("a task that fails can be repeated, and the state stays where it was")
  func failure() async throws {
    let (runner, _) = try runner("trainer", tasks: ["no", "no JSON", Self.contract])
    let state = JourneyState(
      journey: "trainer",
      facts: [
        "has_started_onboarding": true, "signed_in": true, "assessment_skipped": true,
        "intake": try JSONValue(parsing: Self.intake),
      ], updatedAt: 3)
    let failed = await runner.advance(state, for: person, at: moment())
    #expect(failed.hasFailed && failed.state == state)
    #expect(failed.calls.count == 1)
    expect(failed.causes.count, equals: 1)
    #expect(failed.causes.first?.hasPrefix("trainer-goal-contract@v3: ") == true)
    #expect(failed.causes.first?.contains("no JSON") == false)
    let again = await runner.advance(failed.state, for: person, at: moment())
    #expect(!again.hasFailed && phase(again.state, runner) == "goal_review")
  }

  // MARK: Journal

  private static func themes(_ concern: String) -> String {
    let titles = ["Tea", "Cups", "Rain", "Stairs", "Sunday", "Light"]
    let themes = titles.map {
      #"{"reason": "A suggestion.", "title": "\#($0)", "question": "What?"}"#
    }
    return #"{"concern": "\#(concern)", "themes": [\#(themes.joined(separator: ","))]}"#
  }

  private func journal(_ text: String, tasks: [String], replies: [String] = []) async throws
    -> JourneyStep
  {
    let (runner, _) = try runner("journal", tasks: tasks, replies: replies)
    var state = JourneyState(journey: "journal", updatedAt: 0)
    state = try await runner.perform(
      .form(["first_name": "Ada", "last_name": "Lovelace"]), on: state, for: person, at: moment()
    ).state
    return try await runner.perform(
      .form(["user_personalization_text": .string(text)]), on: state, for: person, at: moment())
  }

  @Test("the journal's journey: a name, a text, six themes, a choice")
  func journal() async throws {
    let step = try await journal("I like tea.", tasks: [Self.themes("none")])
    expect(step.outputs, equals: [])
    let (runner, _) = try runner("journal")
    let position = runner.journey.position(of: step.state, at: moment())
    expect(position.fields.first?.choices?.count, equals: 6)
    let end = try await runner.perform(
      .form(["selected_themes": ["Tea", "Light"]]), on: step.state, for: person, at: moment())
    #expect(
      phase(end.state, runner) == "complete" && end.state.facts["onboarding_completed"] == true)
  }

  @Test(
    "a text that signals a crisis, or in which the task sees a concern, is answered with help first"
  )
  func crisis() async throws {
    let flagged = try await journal(
      "I want to kill myself tonight.", tasks: [Self.themes("possible")],
      replies: ["Help is there."])
    guard case .crisis(let notice, let text)? = flagged.outputs.first else {
      Issue.record("no help")
      return
    }
    #expect(!notice.resources.isEmpty)
    for resource in notice.resources { expect(text, contains: resource.contact) }
    let seen = try await journal(
      "The evenings are long.", tasks: [Self.themes("possible")], replies: ["Help is there."])
    let first = seen.outputs.first
    guard case .crisis? = first else {
      Issue.record("no help: \(String(describing: first))")
      return
    }
    // Help is offered once, whoever saw the sign.
    let offers = flagged.outputs.count { if case .crisis = $0 { true } else { false } }
    #expect(offers == 1)
    // The journey goes on, and nothing of the sign is stored.
    #expect(seen.state.facts["concern"] == nil)
    #expect(seen.state.facts["suggested_themes"]?.array?.count == 6)
  }

  @Test("a task that fails after the answer to a crisis does not name help a second time")
  func failureAfterCrisis() async throws {
    let step = try await journal(
      "I want to kill myself tonight.", tasks: ["no JSON", "none"], replies: ["Help is there."])
    guard case .crisis? = step.outputs.first, case .failed(let text, _)? = step.outputs.last else {
      Issue.record("other outputs: \(step.outputs.count)")
      return
    }
    expect(text, equals: MessageCatalog.builtIn.text(.failureUnknown, in: "en"))
  }

  @Test("a task that fails names the line that fits the person's age and the country of their law")
  func failureOfMinor() async throws {
    let (runner, _) = try runner("journal", tasks: ["no JSON", "none"])
    var minor = Person(id: "ada")
    minor.jurisdiction = "DE"
    minor.ageGroup = .minor
    let state = JourneyState(
      journey: "journal", facts: ["first_name": "Ada", "last_name": "Lovelace"], updatedAt: 0)
    let step = try await runner.perform(
      .form(["user_personalization_text": "I like tea."]), on: state, for: minor, at: moment())
    guard case .failed(let text, _)? = step.outputs.last else {
      Issue.record("it did not fail")
      return
    }
    expect(text, contains: "Nummer gegen Kummer")
  }

  @Test("what the person did is handed over before a model is asked about it")
  func handedOver() async throws {
    var (runner, _) = try runner("journal", tasks: ["no JSON", "none"])
    let states = Observed<[JourneyState]>([])
    runner.onChange = { state in states.update { $0.append(state) } }
    let state = JourneyState(
      journey: "journal", facts: ["first_name": "Ada", "last_name": "Lovelace"], updatedAt: 0)
    let step = try await runner.perform(
      .form(["user_personalization_text": "I like tea."]), on: state, for: person, at: moment())
    #expect(step.hasFailed)
    #expect(states.current.map { $0.facts["user_personalization_text"] } == ["I like tea."])
  }

  @Test("a reading of a conversation that failed is repeated from its messages")
  func repeatedReading() async throws {
    let (runner, _) = try runner("trainer", tasks: ["no", "no JSON", Self.intake])
    let state = JourneyState(
      journey: "trainer", facts: ["has_started_onboarding": true, "signed_in": true], updatedAt: 3)
    let messages = (0..<16).flatMap {
      [Message(.assistant, "What about \($0)?"), Message(.user, "It is fine.")]
    }
    let failed = await runner.advance(state, for: person, after: messages, at: moment())
    #expect(failed.hasFailed && phase(failed.state, runner) == "intake")
    let again = await runner.advance(failed.state, for: person, after: messages, at: moment())
    #expect(!again.hasFailed && phase(again.state, runner) == "assessment_prompt")
  }

  @Test("a message in distress is no wish for an edit")
  func distressedEdit() async throws {
    let (runner, scene) = try runner("trainer", replies: ["Help is there."])
    let state = JourneyState(
      journey: "trainer",
      facts: [
        "has_started_onboarding": true, "signed_in": true, "assessment_skipped": true,
        "intake": try JSONValue(parsing: Self.intake), "goal_contract": ["goal": "I walk."],
      ], updatedAt: 3)
    let step = try await runner.perform(
      .action("edit", text: "I want to kill myself tonight."), on: state, for: person, at: moment())
    expect(step.state, equals: state)
    expect(scene.small.requests.count, equals: 0)
    guard case .crisis? = step.outputs.first else {
      Issue.record("no help")
      return
    }
  }

  // MARK: Coach

  @Test("the coach's journey follows the access record, and its conversations are the coach's")
  func coach() async throws {
    let (runner, _) = try runner("coach", tasks: ["Hello."], replies: ["Welcome back."])
    let state = JourneyState(journey: "coach", updatedAt: 0)
    var access = AccessRecord(updatedAt: 0)
    let now = moment().now
    func sources() -> JSONObject { JourneyRunner.sources(access, at: now) }
    func phase() -> String {
      runner.journey.position(of: state, with: sources(), at: moment()).phase.name
    }
    #expect(phase() == "discovery")
    let request = runner.request(
      id: "r", message: nil, conversation: TurnRequest.Conversation(id: "c"), in: state,
      for: person,
      access: access, with: sources(),
      at: moment())
    let asked = try #require(request)
    let outcome = try #require(await runner.service.outcome(of: asked))
    expect(outcome.route, equals: .discovery)
    access = try access.after(.discoveryCompleted, at: now)
    #expect(phase() == "paywall_shown")
    let record = PersonRecord(person, salt: "s", on: moment().today)
    let first = await runner.paywall(state, for: record, access: access, at: moment())
    expect(first?.copy.line, equals: "Your coach gets you. Ready for more?")
    access = try access.after(.paywallShown(), at: now)
    let again = await runner.paywall(state, for: record, access: access, at: moment())
    expect(again?.copy.line, equals: "Your coach is still here. Pick up where you left off.")
    access = try access.after(.trialStarted, at: now - 1)
    #expect(phase() == "trial_active")
    access = try access.after(.trialCancelled, at: now)
    #expect(phase() == "trial_active")
    access.trial?.startedAt -= 3 * 86_400
    #expect(phase() == "trial_expired")
    let expired = await runner.paywall(state, for: record, access: access, at: moment())
    expect(expired?.copy.line, equals: "Ready to come back?")
    let period = try #require(BillingPeriod(start: now, end: now + 86_400))
    access = try access.after(.subscribed(period), at: now)
    #expect(phase() == "subscribed")
    access = try access.after(.subscriptionEnded(period), at: now)
    #expect(phase() == "lapsed")
    let lapsed = await runner.paywall(state, for: record, access: access, at: moment())
    expect(lapsed?.copy.line, equals: "Ready to come back?")
  }

  @Test("after a trial the coach asks whether to come back")
  func afterTrial() async throws {
    let (runner, _) = try runner("coach")
    let now = moment().now
    var access = try AccessRecord(updatedAt: 0).after(.discoveryCompleted, at: now - 20 * 86_400)
    access = try access.after(.trialStarted, at: now - 10 * 86_400)
    let record = PersonRecord(person, salt: "s", on: moment().today)
    let paywall = await runner.paywall(
      JourneyState(journey: "coach", updatedAt: 0), for: record, access: access, at: moment())
    expect(paywall?.copy.line, equals: "Ready to come back?")
    expect(paywall?.copy.button, equals: "Continue my coaching journey")
  }

  // MARK: A fourth

  @Test("a fourth journey is a file")
  func fourth() async throws {
    let files = InMemoryFileSystem([
      "journeys/haiku.yaml": """
      journey: haiku
      description: A word becomes a haiku, which is kept or not.
      facts: {word: text, haiku: text, kept: flag}
      phases:
        - phase: word
          until: word
          form: {word: {required: true, maximum: 20}}
        - phase: writing
          until: haiku
          runs: {task: haiku, inputs: {word: $word}, set: {haiku: $value.text}}
        - phase: keeping
          until: kept
          document: haiku
          actions: {keep: {set: {kept: true}}}
        - phase: done
      """,
      "p/haiku.v1.prompt": """
      ---
      input: {schema: {word: string}}
      coachkit.contract: {rules: [{lines: text, minimum: 3, maximum: 3}]}
      ---
      {{role "system"}}Write a haiku.
      {{role "user"}}{{word}}
      """,
    ])
    let prompts = try PromptLibrary(folder: "p", files: files)
    let journey = try JourneyLibrary(folder: "journeys", prompts: prompts, files: files).journey(
      "haiku")
    let model = ModelRoute(ScriptedModel([.reply(["rain\non the\nroof"])]))
    let service = ChatService(
      prompts: { prompts }, domains: { DomainSet([], routing: KnownDomainRouting()) },
      models: ModelRoutes(discovery: model, coaching: model))
    let runner = JourneyRunner(journey, service: service)
    let step = try await runner.perform(
      .form(["word": "rain"]), on: JourneyState(journey: "haiku", updatedAt: 0), for: person,
      at: moment())
    expect(step.outputs, equals: [.text("rain\non the\nroof")])
    let end = try await runner.perform(.action("keep"), on: step.state, for: person, at: moment())
    #expect(runner.journey.position(of: end.state, at: moment()).isComplete)
  }
}

extension ChatService {
  /// Runs a turn and returns its outcome.
  func outcome(of request: TurnRequest) async -> TurnOutcome? {
    for await event in reply(to: request) {
      if case .done(let outcome) = event { return outcome }
    }
    return nil
  }
}
