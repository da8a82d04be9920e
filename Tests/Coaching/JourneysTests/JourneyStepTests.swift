import CoachModel
import Documents
import Journeys
import SourceFiles
import Testing
import TestKit

/// The shipped journeys, stepped without any model.
@Suite("Steps of the shipped journeys")
struct JourneyStepTests {
  private func journey(_ name: String) throws -> Journey {
    try Journey(DiskFileSystem().read("\(ProjectFolder.path)/Journeys/\(name).yaml"))
  }

  private func moment(day: Int = 0, _ id: String = "id") -> JourneyMoment {
    let now = 1_795_219_200 + Double(day) * 86_400
    return JourneyMoment(now: now, today: CalendarDay(unixTime: now), id: id)
  }

  /// A walk through a journey, which notes every state on the way.
  private struct Walk {
    var journey: Journey
    var states: [JourneyState]
    var moment: JourneyMoment
    var sources: JSONObject = [:]

    var state: JourneyState { states[states.count - 1] }
    var position: JourneyPosition { journey.position(of: state, with: sources, at: moment) }
    var phase: String { position.phase.name }

    init(_ journey: Journey, at moment: JourneyMoment) {
      self.journey = journey
      self.moment = moment
      states = [JourneyState(journey: journey.name, updatedAt: 0)]
    }

    mutating func go(_ event: JourneyEvent) throws {
      states.append(try journey.state(after: event, in: state, with: sources, at: moment))
    }

    mutating func task(_ value: JSONValue) throws {
      let call = try #require(journey.pendingTask(in: state, with: sources, at: moment))
      states.append(
        try journey.state(after: call, value: value, in: state, with: sources, at: moment))
    }
  }

  private let intake: JSONValue = ["goals": ["walk"], "experience": "none"]
  private let contract: JSONValue = ["goal": "I walk."]
  private let program: JSONValue = ["weeks": 6]

  // MARK: Trainer

  private func trainer(skipping: Bool = false) throws -> Walk {
    var walk = Walk(try journey("trainer"), at: moment())
    try walk.go(.action("begin"))
    try walk.go(.action("sign_in"))
    try walk.go(
      .tags(["INTAKE_PROGRESS": ["goals": "complete", "schedule": "partial", "equipment": "open"]]))
    try walk.go(.tags(["INTAKE_COMPLETE": intake]))
    if skipping {
      try walk.go(.action("skip"))
    } else {
      try walk.go(.action("start"))
      try walk.go(.tags(["ASSESSMENT_COMPLETE": ["strength": "fine"]]))
    }
    try walk.task(contract)
    try walk.go(.action("approve"))
    try walk.task(program)
    try walk.go(.action("approve"))
    try walk.go(.action("activate"))
    return walk
  }

  @Test("the trainer's phases come in their order")
  func trainerOrder() throws {
    let walk = try trainer()
    let phases = walk.states.map { walk.journey.position(of: $0, at: walk.moment).phase.name }
    #expect(
      phases == [
        "welcome", "auth", "intake", "intake", "assessment_prompt", "assessment", "goal_draft",
        "goal_review", "program_draft", "program_review", "program_review", "complete",
      ])
    #expect(walk.position.isComplete && walk.position.reminders.isEmpty)
    #expect(walk.state.facts["assessment_session_id"] == "id")
    #expect(walk.state.currentPhase == "complete")
  }

  @Test("the intake shows its progress by topics, and cannot be skipped")
  func intakeProgress() throws {
    var walk = Walk(try journey("trainer"), at: moment())
    try walk.go(.action("begin"))
    try walk.go(.action("sign_in"))
    #expect(walk.position.progress == nil)
    try walk.go(.tags(["INTAKE_PROGRESS": ["goals": "complete", "schedule": "partial"]]))
    #expect(walk.position.progress == 0.75)
    #expect(walk.position.topics.map(\.state) == ["complete", "partial"])
    for action in ["skip", "start", "approve", "assessment.now"] {
      let error = #expect(throws: JourneyError.self) { try walk.go(.action(action)) }
      #expect(error?.code == .noAction)
    }
  }

  @Test("the assessment can be skipped before it starts, and not any more afterwards")
  func skipping() throws {
    var walk = Walk(try journey("trainer"), at: moment())
    try walk.go(.facts(["has_started_onboarding": true, "signed_in": true, "intake": intake]))
    #expect(walk.phase == "assessment_prompt")
    var skipped = walk
    try skipped.go(.action("skip"))
    #expect(
      skipped.phase == "goal_draft"
        && skipped.state.facts["assessment_skipped_at"] == .number(walk.moment.now))
    try walk.go(.action("start"))
    #expect(walk.phase == "assessment")
    #expect(throws: JourneyError.self) { try walk.go(.action("skip")) }
  }

  @Test("a skipped assessment comes back after seven days: now, in three days, or never")
  func reminder() throws {
    let walk = try trainer(skipping: true)
    func due(_ state: JourneyState, day: Int) -> [String] {
      walk.journey.position(of: state, at: moment(day: day)).reminders.map(\.name)
    }
    #expect(due(walk.state, day: 6) == [] && due(walk.state, day: 7) == ["assessment"])
    func after(_ action: String) throws -> JourneyState {
      try walk.journey.state(
        after: .action("assessment.\(action)"), in: walk.state, at: moment(day: 8, "new"))
    }
    let snoozed = try after("snooze")
    #expect(due(snoozed, day: 10) == [] && due(snoozed, day: 11) == ["assessment"])
    #expect(due(try after("dismiss"), day: 400) == [])
    let now = try after("now")
    let position = walk.journey.position(of: now, at: moment(day: 8))
    #expect(position.phase.name == "assessment" && position.reminders.isEmpty)
    #expect(now.facts["assessment_session_id"] == "new")
    // Finishing it cancels the reminder, and what was approved stays.
    let done = try walk.journey.state(
      after: .tags(["ASSESSMENT_COMPLETE": ["strength": "fine"]]), in: now, at: moment(day: 8))
    #expect(walk.journey.position(of: done, at: moment(day: 30)).isComplete)
    #expect(due(done, day: 30) == [])
    // Before it is due there is nothing to answer.
    #expect(throws: JourneyError.self) {
      try walk.journey.state(
        after: .action("assessment.snooze"), in: walk.state, at: moment(day: 2))
    }
  }

  @Test("approving and activating a program are two steps")
  func activation() throws {
    let walk = try trainer()
    let review = walk.states[walk.states.count - 3]
    #expect(
      walk.journey.position(of: review, at: walk.moment).actions.map(\.name) == ["approve", "edit"])
    #expect(throws: JourneyError.self) {
      try walk.journey.state(after: .action("activate"), in: review, at: walk.moment)
    }
    let approved = walk.states[walk.states.count - 2]
    #expect(
      walk.journey.position(of: approved, at: walk.moment).actions.map(\.name) == ["activate"])
  }

  @Test("an edit runs a task over the document, with the person's words")
  func edit() throws {
    var walk = Walk(try journey("trainer"), at: moment())
    try walk.go(
      .facts([
        "has_started_onboarding": true, "signed_in": true, "intake": intake,
        "assessment_skipped": true,
        "goal_contract": contract,
      ]))
    #expect(walk.phase == "goal_review" && walk.position.document == contract)
    let event = JourneyEvent.action("edit", text: "make it five kilometres")
    let call = try #require(try walk.journey.task(for: event, in: walk.state, at: walk.moment))
    #expect(call.task.prompt == "trainer-edit" && call.inputs["document"] == contract)
    #expect(
      call.inputs["request"] == "make it five kilometres" && call.inputs["kind"] == "goal_contract")
    let edited = try walk.journey.state(
      after: call, value: ["document": ["goal": "I walk five."], "wishes": []], in: walk.state,
      at: walk.moment)
    #expect(edited.facts["goal_contract"] == ["goal": "I walk five."])
    #expect(throws: JourneyError.self) {
      try walk.journey.task(for: .action("edit", text: " "), in: walk.state, at: walk.moment)
    }
  }

  // MARK: Journal

  @Test("the journal asks for a name, a text and themes; empty counts as missing")
  func journal() throws {
    var walk = Walk(try journey("journal"), at: moment())
    #expect(walk.phase == "profile")
    for values in [
      [:], ["first_name": "  "], ["last_name": "Lovelace"], ["first_name": "Ada"],
      ["first_name": "Ada", "last_name": " "],
    ] as [JSONObject] {
      let error = #expect(throws: JourneyError.self) { try walk.go(.form(values)) }
      #expect(error?.code == .invalidField)
    }
    #expect(throws: JourneyError.self) { try walk.go(.form(["age": 3])) }
    try walk.go(.form(["first_name": "Ada", "last_name": "Lovelace"]))
    #expect(walk.phase == "personalization" && walk.state.facts["last_name"] == "Lovelace")
    try walk.go(.form(["user_personalization_text": "I like tea."]))
    #expect(walk.phase == "themes" && walk.position.needsTask)
    try walk.task(["concern": "none", "themes": [["title": "Tea"], ["title": "Cups"]]])
    #expect(!walk.position.needsTask && walk.position.fields.first?.choices == ["Tea", "Cups"])
    for chosen in [["Coffee"], ["Tea", "Tea"], []] as [JSONValue] {
      #expect(throws: JourneyError.self) { try walk.go(.form(["selected_themes": chosen])) }
    }
    try walk.go(.form(["selected_themes": ["Cups"]]))
    #expect(walk.position.isComplete && walk.state.facts["onboarding_completed"] == true)
  }

  @Test("first and last name from signing in skip the profile, and one of them does not")
  func signedIn() throws {
    for (facts, phase) in [
      (["first_name": "Ada", "last_name": "Lovelace"], "personalization"),
      (["first_name": "Ada"], "profile"), (["last_name": "Lovelace"], "profile"),
      (["first_name": "Ada", "last_name": ""], "profile"),
      (["first_name": " ", "last_name": "Lovelace"], "profile"),
    ] as [(JSONObject, String)] {
      var walk = Walk(try journey("journal"), at: moment())
      try walk.go(.facts(facts))
      #expect(walk.phase == phase, "\(facts)")
    }
  }

  @Test("a state from before the last name was required resumes at the name, or stays complete")
  func oldNames() throws {
    let journey = try journey("journal")
    var facts: JSONObject = [
      "first_name": "Ada", "user_personalization_text": "I like tea.",
      "suggested_themes": [["title": "Tea"]],
    ]
    let begun = JourneyState(journey: "journal", facts: facts, updatedAt: 1)
    #expect(journey.position(of: begun, at: moment()).phase.name == "profile")
    let named = try journey.state(
      after: .form(["first_name": "Ada", "last_name": "Lovelace"]), in: begun, at: moment())
    #expect(journey.position(of: named, at: moment()).phase.name == "themes")
    facts["selected_themes"] = ["Tea"]
    facts["onboarding_completed"] = true
    let ended = JourneyState(journey: "journal", facts: facts, updatedAt: 1)
    #expect(journey.position(of: ended, at: moment()).isComplete)
  }

  // MARK: Coach

  @Test("the coach's phases are the stages of the access record, and nothing is stored")
  func coach() throws {
    var walk = Walk(try journey("coach"), at: moment())
    for stage in [
      "discovery", "paywall_shown", "trial_active", "trial_expired", "subscribed", "lapsed",
      "subscribed",
    ] {
      walk.sources = ["access": ["stage": .string(stage)]]
      #expect(walk.phase == stage)
    }
    #expect(throws: JourneyError.self) { try walk.go(.facts(["access": ["stage": "subscribed"]])) }
    #expect(walk.state.facts == [:])
    #expect(walk.position.phase.conversation?.speaker == .kind("coaching"))
  }

  // MARK: Interruptions

  @Test("interrupted anywhere, a journey goes on from its facts, whichever of two states was saved")
  func resumed() throws {
    for walk in [try trainer(), try trainer(skipping: true)] {
      for (number, state) in walk.states.enumerated() {
        let reread = try JourneyState(json: state.json)
        #expect(reread == state)
        let there = walk.journey.position(of: reread, at: walk.moment)
        #expect(there.phase.name == walk.journey.position(of: state, at: walk.moment).phase.name)
        // The other device stopped one step earlier: the newer state wins, in any order.
        guard number > 0 else { continue }
        let older = walk.states[number - 1]
        let newer = walk.journey.newer(of: older, state, at: walk.moment)
        #expect(newer == state && walk.journey.newer(of: state, older, at: walk.moment) == state)
      }
      #expect(zip(walk.states, walk.states.dropFirst()).allSatisfy { $0.updatedAt < $1.updatedAt })
    }
  }

  @Test("a fact of another type than declared counts as missing")
  func damaged() throws {
    let trainer = try journey("trainer")
    let facts: JSONObject = ["has_started_onboarding": "yes", "signed_in": "no", "intake": "lost"]
    let state = JourneyState(journey: "trainer", facts: facts, updatedAt: 1)
    #expect(trainer.position(of: state, at: moment()).phase.name == "welcome")
    // Themes of which none can be chosen are asked for again.
    let journal = try self.journey("journal")
    let useless = JourneyState(
      journey: "journal",
      facts: [
        "first_name": "A", "last_name": "B", "user_personalization_text": "b",
        "suggested_themes": ["a"],
      ],
      updatedAt: 1)
    #expect(journal.position(of: useless, at: moment()).needsTask)
  }

  @Test("what a phase sets when it is entered is set once")
  func entered() throws {
    let noting = try Journey(
      SourceFile(
        path: "j.yaml",
        text: """
          journey: j
          description: A phase that notes when it was entered.
          facts: {a: flag, at: time, note: text, done: flag}
          phases:
            - {phase: one, until: a, actions: {go: {set: {a: true}}}}
            - {phase: two, until: done, enters: {at: $now}, actions: {note: {takes: text, set: {note: $text}}, end: {set: {done: true}}}}
            - {phase: three}
          """))
    func moment(_ now: Double) -> JourneyMoment {
      JourneyMoment(now: now, today: CalendarDay(number: 20_000), id: "i")
    }
    var state = JourneyState(journey: "j", updatedAt: 0)
    state = try noting.state(after: .action("go"), in: state, at: moment(10))
    #expect(state.facts["at"] == 10 && state.currentPhase == "two")
    state = try noting.state(after: .action("note", text: "x"), in: state, at: moment(20))
    #expect(state.facts["at"] == 10 && state.facts["note"] == "x")
  }

  @Test("of two states with one time, the one in the later phase wins")
  func ties() throws {
    let journey = try journey("journal")
    let first = JourneyState(
      journey: "journal", facts: ["first_name": "Ada", "last_name": "Lovelace"], updatedAt: 5)
    let second = JourneyState(journey: "journal", updatedAt: 5)
    #expect(journey.newer(of: first, second, at: moment()) == first)
    #expect(journey.newer(of: second, first, at: moment()) == first)
  }

  @Test(
    "an event that changes nothing leaves the state as it was; a stored position is not believed")
  func unchanged() throws {
    let journey = try journey("journal")
    var state = JourneyState(journey: "journal", facts: ["first_name": "Ada"], updatedAt: 5)
    #expect(
      try journey.state(after: .facts(["first_name": "Ada"]), in: state, at: moment()) == state)
    #expect(try journey.state(after: .tags(["NOTHING": true]), in: state, at: moment()) == state)
    state = try JourneyState(
      json: [
        "v": 1, "journey": "journal", "current_phase": "complete", "facts": [:], "updated_at": 5,
      ])
    #expect(journey.position(of: state, at: moment()).phase.name == "profile")
    #expect(throws: JourneyError.self) {
      try journey.state(after: .facts(["first_name": 3]), in: state, at: moment())
    }
    #expect(throws: JourneyError.self) {
      try self.journey("trainer").state(after: .action("begin"), in: state, at: moment())
    }
  }

  @Test("random events never break a journey, and never move it back without a fact that changed")
  func random() throws {
    var numbers = SplitMix(seed: 11)
    let trainer = try journey("trainer")
    let events: [JourneyEvent] =
      [
        "begin", "sign_in", "skip", "start", "approve", "activate", "assessment.now",
        "assessment.snooze",
      ]
      .map { .action($0) } + [
        .tags(["INTAKE_COMPLETE": intake]), .tags(["ASSESSMENT_COMPLETE": intake]),
        .facts(["goal_contract": contract]), .facts(["program": program]), .form(["a": 1]),
      ]
    for _ in 0..<200 {
      var state = JourneyState(journey: "trainer", updatedAt: 0)
      for day in 0..<30 {
        let before = trainer.position(of: state, at: moment(day: day)).index
        let event = events[numbers.below(events.count)]
        guard let next = try? trainer.state(after: event, in: state, at: moment(day: day)) else {
          continue
        }
        let after = trainer.position(of: next, at: moment(day: day)).index
        // Doing the assessment after all is the one way back.
        #expect(after >= before || event == .action("assessment.now"))
        state = next
      }
    }
  }
}
