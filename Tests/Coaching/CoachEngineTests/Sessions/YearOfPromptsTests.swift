import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import LanguageModels
import PersonSimulation
import PromptTemplates
import TestKit
import Testing

/// The prompts of simulated years: every eighth session, turn by turn, through the whole service.
@Suite("Prompts over a simulated year")
struct YearOfPromptsTests {
  /// A message of a session with the record as it was then.
  private struct Moment {
    var record: PersonRecord
    var message: SessionMessage
    var domain: String
    var conversation: String
    var proposed: Set<String>
    var removed: Set<String>
    var dismissed: [String]
    var today: CalendarDay
  }

  private static let interval = 8

  @Test(
    "stay in their budget, name only what was confirmed, and keep their prefix in a session",
    arguments: TestCases.seeds(4, atMost: 50))
  func prompts(seed: UInt64) async throws {
    let person = try SimulatedPerson(Int(seed))
    let sessions = try moments(of: person)
    #expect(sessions.count > 3)
    for session in sessions { try await check(session, language: person.language.code) }
  }

  private func moments(of person: SimulatedPerson) throws -> [[Moment]] {
    var sessions: [[Moment]] = []
    var number = 0
    var year = SimulatedYear(person)
    year.run { moment, year in
      switch moment {
      case .opening:
        number += 1
        if number.isMultiple(of: Self.interval) { sessions.append([]) }
      case .message(let message, let domain, let conversation):
        guard number.isMultiple(of: Self.interval), !sessions.isEmpty else { return }
        let dismissed = year.dismissedThemes.flatMap { person.themes[$0].theme.wordings }
        sessions[sessions.count - 1].append(
          Moment(
            record: year.record, message: message, domain: domain, conversation: conversation,
            proposed: year.proposedTexts, removed: year.removedTexts, dismissed: dismissed,
            today: person.zone.day(at: message.time)))
      default: break
      }
    }
    return sessions
  }

  private func check(_ session: [Moment], language: String) async throws {
    let scene = try TurnScene(strong: session.map { _ in "I see. What else?" })
    scene.time.value = session.first?.message.time ?? 0
    try scene.subscribe()
    var prefixes: Set<String> = []
    for (number, moment) in session.enumerated() {
      var request = TurnRequest(
        id: moment.message.id, record: moment.record, access: scene.access,
        conversation: scene.conversation, message: moment.message.text, today: moment.today)
      request.conversation.id = moment.conversation
      request.domain = moment.domain
      request.conversation.sessionStart = 0
      let played = try await scene.play(request)
      try #require(played.failure == nil, "\(played.failure?.detail ?? "")")
      // Chance puts words together that the crisis screen answers with a prompt of its own.
      guard played.outcome?.route == .coaching else { continue }
      let prompt = scene.strong.requests[number]
      let system = prompt.messages[0].parts.compactMap(\.text).joined()
      prefixes.insert(system)
      let volatile = prompt.messages.last?.parts.compactMap(\.text).joined() ?? ""
      check(system, volatile, moment)
    }
    expect(prefixes.count, equals: 1, "the prefix changed within a session")
  }

  private func check(_ system: String, _ volatile: String, _ moment: Moment) {
    let usable = Set(moment.record.profile.usable.map(\.text))
    for text in moment.proposed.union(moment.removed).subtracting(usable) {
      #expect(!system.contains(text) && !volatile.contains(text), "\(text)")
    }
    let patterns = system.split(separator: "<patterns>").dropFirst().first.map(String.init) ?? ""
    for text in moment.dismissed { #expect(!patterns.contains(text), "\(text)") }
    let counter = TokenEstimator()
    let budget = ContextBudget()
    // The prompt itself has about 3,300 tokens.
    #expect(counter.count(system) <= 3_300 + budget.profile)
    #expect(counter.count(volatile) <= 400 + budget.memories)
  }
}
