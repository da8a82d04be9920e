import CoachEngine
import CoachModel
import CoachSignals
import Documents
import Journeys
import PromptTemplates
import Testing
import TestKit

/// Every prompt is called by something: a turn, a task with a type, or a journey.
@Suite("Callers of prompts")
struct PromptCallerTests {
  /// The prompts of turns and of the end of sessions.
  private static var configured: [String] {
    Mirror(reflecting: TurnConfiguration.Prompts()).children.compactMap {
      ($0.value as? PromptReference)?.name
    }
  }

  /// The prompts of tasks with types.
  private static var typed: [String] {
    let person = Person(id: "p")
    let today = CalendarDay(number: 20_000)
    return [
      PromptTask.conversationTitle(of: [], for: person).request,
      PromptTask.conversationSummary(of: [], for: person).request,
      PromptTask.trainerWelcome(for: person).request,
      PromptTask.contextSuggestions(from: [], for: person).request,
      PromptTask.sessionNotes(on: [], for: person).request,
      PromptTask.nudge(.reEngagement(daysAway: 3), for: person, on: today).request,
      PromptTask.discoveryProfile(from: [], for: person, domains: []).request,
      PromptTask.domainChoice(for: "", after: [], among: []).request,
      PromptTask.journalThemes(from: "", for: person).request,
      PromptTask.revision(of: [:], kind: "program", wish: "", for: person).request,
    ].map(\.prompt.name)
  }

  /// The prompts of checks that ask a model beside their rules.
  private static let checks: [String] = {
    let route = ModelRoute(NotingModel([], name: "m"))
    var names = [CrisisSecondOpinion(route).prompt.name]
    if let library = try? Workspace.library() {
      names.append(PersonaReader(route, prompts: library).prompt.name)
    }
    return names
  }()

  @Test("every prompt has a caller")
  func callers() throws {
    let library = try Workspace.library()
    let journeys = try JourneyLibrary(folder: "\(ProjectFolder.path)/Journeys", prompts: library)
    let called = Set(
      Self.configured + Self.typed + Self.checks + journeys.journeys.flatMap(\.promptNames))
    let names = Set(library.templates.map(\.name))
    expect(names.subtracting(called), equals: [])
    expect(called.subtracting(names), equals: [])
  }
}
