import CoachEngine
import Journeys
import SourceFiles
import TestKit
import Testing

@Suite("The texts of journeys")
struct JourneyCopyTests {
  private static let trainer = Result {
    try JourneyLibrary(folder: "\(ProjectFolder.path)/Journeys", prompts: try Workspace.library())
      .journey("trainer")
  }

  @Test("every button of the trainer has its words, and every transition its line")
  func trainer() throws {
    let journey = try Self.trainer.get()
    let actions = journey.phases.flatMap(\.actions) + journey.reminders.flatMap(\.actions)
    #expect(actions.count == 12 && actions.filter { $0.copy == nil }.isEmpty)
    #expect(journey.phase("auth")?.copy == ["trainer.sign_in"])
    #expect(journey.phase("intake")?.copy == ["trainer.intake"])
    #expect(
      journey.phase("assessment_prompt")?.copy == ["trainer.assessment", "trainer.assessment_time"])
    for name in ["goal_review", "program_review"] {
      #expect(journey.phase(name)?.copy == ["trainer.draft"])
    }
    #expect(journey.reminders.map(\.copy) == [["trainer.reminder"]])
    #expect(
      journey.reminders.first?.actions.map(\.copy) == [
        "trainer.reminder_now", "trainer.reminder_snooze", "trainer.reminder_dismiss",
      ])
  }

  @Test(
    "a phase, a reminder or a confirmation that names no text is found",
    arguments: [
      ("copy: trainer.intak\n    actions: {go: {set: {a: x}}}", ""),
      ("copy: [trainer.intake, trainer.intak]\n    actions: {go: {set: {a: x}}}", ""),
      ("actions: {go: {confirms: trainer.intak, set: {a: x}}}", ""),
      (
        "actions: {go: {set: {a: x}}}",
        "reminders: {r: {when: a, from: t, days: 1, copy: trainer.intak, actions: {go: {set: {a: y}}}}}"
      ),
    ])
  func unknown(phase: String, reminder: String) throws {
    let files = InMemoryFileSystem([
      "j/t.yaml": """
      journey: t
      description: d
      facts: {a: text, t: time}
      phases:
        - phase: one
          until: a
          \(phase.replacing("\n    ", with: "\n    "))
        - phase: two
      \(reminder)
      """
    ])
    let library = try JourneyLibrary(
      folder: "j", prompts: try Workspace.library(), files: files)
    let problem = try #require(library.diagnostics.first)
    #expect(library.diagnostics.count == 1 && problem.code == "journey.copy")
    #expect(problem.hint == "did you mean 'trainer.intake'?")
  }
}
