import CoachAccess
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

  /// A record whose discovery is complete, in a session that nobody closed.
  private func openRecord() throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let session = discoverySession
    record.note(
      session.messages, discovery: session.discovery, in: session.conversation, kind: session.kind)
    return record
  }

  private var discoverySession: Session {
    let day = CalendarDay(number: 20_783)
    let discovery = DiscoveryProfile(
      coachingDomains: ["life"], currentChallenges: ["a secret sorrow"], emotionalBaseline: "low",
      communicationStyle: "short", keyThemes: ["time"],
      strengthsIdentified: ["patience with bread"],
      values: ["quiet mornings"], vision: "a bakery of her own", ahaInsight: "she waits well")
    return Session(
      conversation: "c", kind: .discovery, language: "en",
      messages: [
        SessionMessage(
          id: "m", role: .user,
          text: "quiet mornings, patience with bread, a bakery of my own, she waits well, time",
          time: day.unixTime)
      ], discovery: discovery)
  }

  private func record(isConfirmed: Bool) throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let day = CalendarDay(number: 20_783)
    let outcome = try #require(record.closing(discoverySession, end: .app, zone: .utc))
    record.apply(outcome, on: day)
    if isConfirmed {
      for item in record.profile.items
      where item.text.contains("bakery") || item.text.contains("quiet") {
        _ = record.confirm(item.id, at: day.unixTime, on: day)
      }
    }
    return record
  }

  private static let personalReply =
    #"{"header": "Your coach understands your life", "body": "Time keeps coming up. We could start there.", "cta": "Go on"}"#

  @Test("a paywall has what the person agreed to, the fixed button, the price line and its version")
  func paywall() async throws {
    let scene = try TurnScene(small: [Self.personalReply], strong: [])
    scene.service.configuration.prices = AccessPrices(
      byLanguage: ["en": AccessPrices.Words(period: "$9.99 a month")])
    let result = await scene.service.paywall(
      for: try record(isConfirmed: true), presentation: .returning)
    expect(result.copy.line, equals: "Your coach is still here. Pick up where you left off.")
    expect(result.copy.header, equals: "Your coach understands your life")
    expect(result.copy.isPersonal, equals: true)
    expect(result.copy.button, equals: "Continue my coaching journey")
    expect(result.copy.priceLine, equals: "$9.99 a month")
    expect(result.call?.purpose, equals: "paywall@v4")
    expect(
      result.impression, equals: PaywallImpression(version: "v4", presentation: .returning))
    let asked = scene.small.text(ofRequest: 0)
    expect(asked, contains: "a bakery of her own")
    #expect(!asked.contains("patience with bread") && !asked.contains("secret sorrow"))
    #expect(!asked.contains("9.99") && !asked.contains("`cta`"))
  }

  @Test("right after discovery a paywall has what it found, before the person decided what is kept")
  func firstPaywall() async throws {
    let scene = try TurnScene(small: [Self.personalReply, Self.personalReply], strong: [])
    let found = try record(isConfirmed: false)
    let result = await scene.service.paywall(for: found, presentation: .first)
    expect(result.copy.line, equals: "Your coach gets you. Ready for more?")
    expect(result.copy.header, equals: "Your coach understands your life")
    expect(result.impression.version, equals: "v4")
    let asked = scene.small.text(ofRequest: 0)
    for part in ["The domain: Life", "- time", "What they came to see: she waits well"] {
      expect(asked, contains: part)
    }
    #expect(!asked.contains("secret sorrow"))
    // Nothing of it is kept.
    expect(found.profile.usable, equals: [])
    // The same while the session goes on that the caller forgot to close.
    let forgotten = try openRecord()
    let early = await scene.service.paywall(for: forgotten, presentation: .first)
    expect(early.copy.isPersonal, equals: true)
    #expect(forgotten.sessions.count == 0)
  }

  @Test("who declined to be remembered, or had a crisis, gets the fixed texts")
  func declinedPaywall() async throws {
    let scene = try TurnScene(small: [String](), strong: [])
    var declined = try record(isConfirmed: false)
    let day = CalendarDay(number: 20_783)
    declined.offers.record(.remember, .declined, sessions: 1, on: day)
    var inCrisis = try record(isConfirmed: false)
    inCrisis.crises.note(["self_harm"], on: day)
    var confirmed = try record(isConfirmed: true)
    confirmed.crises.note(["self_harm"], on: day)
    for record in [declined, inCrisis, confirmed] {
      let result = await scene.service.paywall(for: record, presentation: .first)
      expect(result.copy.isPersonal, equals: false)
      expect(result.impression, equals: PaywallImpression(version: "fixed", presentation: .first))
    }
    #expect(scene.small.requests.isEmpty)
  }

  @Test("a person without a record has a paywall, too; a model words the button where it may")
  func paywallOfAPerson() async throws {
    let scene = try TurnScene(small: [Self.personalReply], strong: [])
    scene.service.configuration.paywall.modelWritesButton = true
    var person = Person(id: "noor", language: "es")
    let fixed = await scene.service.paywall(for: person, presentation: .first)
    expect(fixed.copy.isPersonal, equals: false)
    expect(fixed.copy.priceLine, equals: nil)
    #expect(fixed.copy.line != "Your coach gets you. Ready for more?")
    person.discovery = try Workspace.person("amara").discovery
    let result = await scene.service.paywall(for: person, presentation: .first)
    expect(result.copy.button, equals: "Go on")
    expect(scene.small.text(ofRequest: 0), contains: "- `cta`: the words on the button")
    expect(scene.small.text(ofRequest: 0), contains: "Write in this language: es")
  }

  @Test("a reply without words for the button keeps its header and body, with the fixed button")
  func withoutButton() async throws {
    let reply = Self.personalReply.replacing(#", "cta": "Go on""#, with: "")
    let scene = try TurnScene(small: [reply], strong: [])
    scene.service.configuration.paywall.modelWritesButton = true
    let result = await scene.service.paywall(
      for: try record(isConfirmed: true), presentation: .first)
    expect(result.problem, equals: nil)
    expect(result.copy.header, equals: "Your coach understands your life")
    expect(result.copy.button, equals: "Continue my coaching journey")
    expect(result.impression.version, equals: "v4")
  }

  @Test("an earlier version of the prompt still works, and its button is not taken")
  func rolledBackPaywall() async throws {
    let scene = try TurnScene(small: [Self.personalReply], strong: [])
    scene.service.configuration.prompts.paywall.version = "v3"
    let result = await scene.service.paywall(
      for: try record(isConfirmed: true), presentation: .first)
    expect(result.problem, equals: nil)
    expect(result.copy.button, equals: "Continue my coaching journey")
    expect(result.impression.version, equals: "v3")
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
    expect(bad.cause, equals: "paywall@v4: invalid_reply")
    // The fixed texts stand in for a version, which a comparison has to know.
    expect(
      bad.impression,
      equals: PaywallImpression(version: "fixed", presentation: .lapsed, assigned: "v4"))
    expect(none.impression.assigned, equals: nil)
  }
}
