import CoachEngine
import CoachModel
import CoachSignals
import Documents
import LanguageModels
import PromptTemplates
import ReplyContracts
import Testing
import TestKit

@Suite("Typed tasks")
struct KnownTaskTests {
  private func runner(_ replies: String...) throws -> (TaskRunner, NotingModel) {
    let library = try Workspace.library()
    let model = NotingModel(replies.map { .reply([$0]) }, name: "small")
    return (TaskRunner(prompts: { library }, route: ModelRoute(model)), model)
  }

  private let conversation = [
    Message(.user, "I sent the rota yesterday, with the two gaps in it."),
    Message(.assistant, "What was it like when it was gone?"),
  ]

  @Test("titles and summaries are texts")
  func conversations() async throws {
    let (runner, model) = try runner("Here is the title:\nTwo gaps in the rota", "Sent the rota.")
    let person = Person(id: "p")
    let title = try await runner.run(.conversationTitle(of: conversation, for: person))
    expect(title.value, equals: "Two gaps in the rota")
    let summary = try await runner.run(.conversationSummary(of: conversation, for: person))
    expect(summary.value, equals: "Sent the rota.")
    expect(model.text(ofRequest: 1), contains: "the two gaps in it")
  }

  @Test("an edit brings the document, every difference, and what was said")
  func revision() async throws {
    let (runner, _) = try runner(
      #"""
      {"wishes": [{"request": "make it two weeks longer", "outcome": "done", "says": "Ten weeks now.",
        "edits": [{"path": "weeks", "action": "set", "value": 10}]},
       {"request": "and no stop rules", "outcome": "declined", "says": "They keep you safe.", "edits": []}]}
      """#)
    let document: JSONValue = ["weeks": 8, "stop_rules": ["pain"]]
    let result = try await runner.run(
      .revision(
        of: document, kind: "program", wish: "make it two weeks longer and no stop rules",
        for: Person(id: "p")))
    expect(result.value.document, equals: ["weeks": 10, "stop_rules": ["pain"]])
    expect(result.value.differences.map(\.description), equals: ["weeks: 8 → 10"])
    expect(result.value.changes, equals: ["Ten weeks now."])
    expect(result.value.declined, equals: ["They keep you safe."])
  }

  @Test("whatever is not plainly harmless in a journal is a concern")
  func journal() async throws {
    let themes = (1...6).map {
      #"{"reason": "A suggestion.", "title": "Title \#($0)", "question": "What?"}"#
    }
    .joined(separator: ",")
    let (runner, _) = try runner(
      #"{"concern": "none", "themes": [\#(themes)]}"#,
      #"{"concern": "possible", "themes": [\#(themes)]}"#)
    let calm = try await runner.run(.journalThemes(from: "I like tea.", for: Person(id: "p")))
    expect(calm.value.isConcerning, equals: false)
    expect(calm.value.themes.count, equals: 6)
    let grave = try await runner.run(.journalThemes(from: "I like tea.", for: Person(id: "p")))
    expect(grave.value.isConcerning, equals: true)
  }

  // MARK: Paywall

  private func record(isConfirmed: Bool) throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let day = CalendarDay(number: 20_783)
    let discovery = DiscoveryProfile(
      coachingDomains: ["life"], currentChallenges: ["a secret sorrow"], emotionalBaseline: "low",
      communicationStyle: "short", keyThemes: ["time"],
      strengthsIdentified: ["patience with bread"],
      values: ["quiet mornings"], vision: "a bakery of her own", ahaInsight: "she waits well")
    let session = Session(
      conversation: "c", kind: .discovery, language: "en",
      messages: [
        SessionMessage(
          id: "m", role: .user,
          text: "quiet mornings, patience with bread, a bakery of my own, she waits well, time",
          time: day.unixTime)
      ], discovery: discovery)
    let outcome = try #require(record.closing(session, end: .app, zone: .utc))
    record.apply(outcome, on: day)
    if isConfirmed {
      for item in record.profile.items
      where item.text.contains("bakery") || item.text.contains("quiet") {
        _ = record.confirm(item.id, at: day.unixTime, on: day)
      }
    }
    return record
  }

  @Test("a paywall is personal with what the person agreed to, and with nothing else")
  func paywall() async throws {
    let reply =
      #"{"header": "A bakery of your own", "body": "You like quiet mornings. We could start there.", "cta": "Go on"}"#
    let scene = try TurnScene(small: [reply], strong: [])
    let result = await scene.service.paywall(
      for: try record(isConfirmed: true), presentation: .first)
    expect(result.copy.line, equals: "Your coach gets you. Ready for more?")
    expect(result.copy.header, equals: "A bakery of your own")
    expect(result.copy.isPersonal, equals: true)
    expect(result.call?.purpose, equals: "paywall@v3")
    let asked = scene.small.text(ofRequest: 0)
    expect(asked, contains: "a bakery of her own")
    #expect(!asked.contains("patience with bread") && !asked.contains("secret sorrow"))
  }

  @Test("without consent no model is asked; after two unusable replies the fixed texts stand")
  func fixedPaywall() async throws {
    let scene = try TurnScene(
      small: [#"{"header": "Now!", "body": "b", "cta": "c"}"#, "{}"], strong: [])
    let none = await scene.service.paywall(
      for: try record(isConfirmed: false), presentation: .returning)
    expect(none.copy.line, equals: "Your coach is still here. Pick up where you left off.")
    expect(none.copy.button, equals: "Continue my coaching journey")
    expect(none.copy.isPersonal, equals: false)
    expect(scene.small.requests.count, equals: 0)
    let bad = await scene.service.paywall(for: try record(isConfirmed: true), presentation: .lapsed)
    expect(bad.copy.line, equals: "Ready to come back?")
    expect(bad.copy.isPersonal, equals: false)
    expect(scene.small.requests.count, equals: 2)
    #expect(bad.problem != nil)
  }
}
