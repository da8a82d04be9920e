import CoachModel
import Documents
import Journeys
import SourceFiles
import TestKit
import Testing

/// What apps store of a journey, and where it takes them.
@Suite("Facts of the shipped journeys")
struct JourneyFactsTests {
  private let moment = JourneyMoment(
    now: 1_795_219_200, today: CalendarDay(unixTime: 1_795_219_200), id: "id")

  private func journey(_ name: String) throws -> Journey {
    try Journey(DiskFileSystem().read("\(ProjectFolder.path)/Journeys/\(name).yaml"))
  }

  private func phase(_ name: String, _ facts: JSONObject) throws -> String {
    let state = JourneyState(journey: name, facts: facts, updatedAt: 1)
    return try journey(name).position(of: state, at: moment).phase.name
  }

  @Test("an app is led to the welcome, the sign-in, the onboarding or the coach by what is known")
  func routing() throws {
    try expect(phase("trainer", [:]), equals: "welcome")
    try expect(phase("trainer", ["has_started_onboarding": true]), equals: "auth")
    var facts: JSONObject = ["has_started_onboarding": true, "signed_in": true]
    try expect(phase("trainer", facts), equals: "intake")
    facts["intake"] = ["goals": ["walk"]]
    facts["assessment_skipped"] = true
    facts["goal_contract"] = ["goal": "I walk."]
    facts["program"] = ["weeks": 6]
    for fact in ["goal_contract_approved", "program_approved", "program_activated"] {
      try #expect(phase("trainer", facts) != "complete")
      facts[fact] = true
    }
    try expect(phase("trainer", facts), equals: "complete")
  }

  @Test(
    "the trainer's state has the phase, its sessions and documents, what was skipped, and a time")
  func trainer() throws {
    var state = JourneyState(journey: "trainer", updatedAt: 0)
    let trainer = try journey("trainer")
    func go(_ event: JourneyEvent) throws {
      state = try trainer.state(after: event, in: state, at: moment)
    }
    func task(_ value: JSONValue) throws {
      let call = try #require(trainer.pendingTask(in: state, at: moment))
      state = try trainer.state(after: call, value: value, in: state, at: moment)
    }
    try go(.action("begin"))
    try go(.action("sign_in"))
    try go(.tags(["INTAKE_PROGRESS": ["goals": "complete"]]))
    try go(.tags(["INTAKE_COMPLETE": ["goals": ["walk"]]]))
    try go(.action("skip"))
    try task(["goal": "I walk."])
    try go(.action("approve"))
    try task(["weeks": 6])
    let facts = state.json["facts"]?.object
    for name in [
      "has_started_onboarding", "intake_progress", "assessment_skipped",
      "assessment_skipped_at", "goal_contract_id", "goal_contract_approved", "program_id",
    ] {
      #expect(facts?[name] != nil, "\(name)")
    }
    expect(facts?["assessment_skipped_at"], equals: .number(moment.now))
    expect(state.json["current_phase"], equals: "program_review")
    #expect(abs(state.updatedAt - moment.now) < 1)
    // The session of a conversation is noted when it begins.
    expect(trainer.phase("intake")?.conversation?.session, equals: "intake_session_id")
  }

  @Test("the journal's state has its five facts by the names that apps store")
  func journal() throws {
    var state = JourneyState(journey: "journal", updatedAt: 0)
    let journal = try journey("journal")
    func go(_ event: JourneyEvent) throws {
      state = try journal.state(after: event, in: state, at: moment)
    }
    try go(.form(["first_name": "Ada", "last_name": "Lovelace"]))
    try go(.form(["user_personalization_text": "I like tea."]))
    let call = try #require(journal.pendingTask(in: state, at: moment))
    state = try journal.state(
      after: call, value: ["concern": "none", "themes": [["title": "Tea"]]], in: state, at: moment)
    // Interrupted here, the journey goes on without asking a model again.
    let reread = try JourneyState(json: state.json)
    expect(journal.position(of: reread, at: moment).phase.name, equals: "themes")
    #expect(journal.pendingTask(in: reread, at: moment) == nil)
    state = reread
    try go(.form(["selected_themes": ["Tea"]]))
    expect(
      state.facts.keys.filter { $0 != "suggested_themes" }.sorted(),
      equals: [
        "first_name", "last_name", "onboarding_completed", "selected_themes",
        "user_personalization_text",
      ])
    expect(journal.position(of: state, at: moment).isComplete, equals: true)
  }

  @Test("interrupted after any step, the journal goes on at the first step without an answer")
  func interrupted() throws {
    let name: JSONObject = ["first_name": "Ada", "last_name": "Lovelace"]
    var facts: JSONObject = [:]
    try expect(phase("journal", facts), equals: "profile")
    facts = name
    try expect(phase("journal", facts), equals: "personalization")
    facts["user_personalization_text"] = "I like tea."
    try expect(phase("journal", facts), equals: "themes")
    facts["suggested_themes"] = [["title": "Tea"]]
    facts["selected_themes"] = []
    try expect(phase("journal", facts), equals: "themes")
    facts["selected_themes"] = ["Tea"]
    try expect(phase("journal", facts), equals: "complete")
  }
}
