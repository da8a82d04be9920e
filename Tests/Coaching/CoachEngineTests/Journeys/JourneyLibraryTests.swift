import CoachEngine
import Journeys
import PromptTemplates
import SourceFiles
import TestKit
import Testing

/// Files of journeys that cannot be used.
@Suite("Journeys of a folder")
struct JourneyLibraryTests {
  @Test(
    "a journey that refers to what does not exist is found before anybody begins it",
    arguments: [
      ("runs: {task: nothing, set: {a: $value}}", "no task 'nothing'"),
      ("runs: {task: coaching, set: {a: $value}}", "a conversation"),
      ("runs: {task: journal-themes, set: {a: $value}}", "nothing gives the input 'user_text'"),
      (
        "runs: {task: journal-themes, inputs: {user_txt: x}, set: {a: $value}}",
        "no input 'user_txt'"
      ),
      (
        "converses: {prompt: trainer-intake}\n    tags: {INTAKE_DONE: {a: $payload}}",
        "no tag 'INTAKE_DONE'"
      ),
      ("converses: {prompt: nobody, session: a}", "no prompt 'nobody'"),
      ("actions: {go: {copy: product.nothing, set: {a: {x: 1}}}}", "no text 'product.nothing'"),
    ])
  func references(phase: String, words: String) throws {
    let prompts = try Workspace.library()
    let files = InMemoryFileSystem([
      "j/t.yaml": """
      journey: t
      description: d
      facts: {a: object}
      phases:
        - phase: one
          until: a
          \(phase.replacing("\n    ", with: "\n    "))
        - phase: two
      """
    ])
    let library = try JourneyLibrary(folder: "j", prompts: prompts, files: files)
    for read in [{ _ = try library.journey("t") }, library.requireValid] {
      let error = #expect(throws: SourceError.self) { try read() }
      expect(error?.description ?? "", contains: words)
    }
  }

  @Test("a broken journey leaves the others usable")
  func brokenNeighbour() throws {
    let journey = "journey: t\ndescription: d\nfacts: {a: text}\nphases: [{phase: one}]\n"
    let files = InMemoryFileSystem(["j/t.yaml": journey, "j/u.yaml": "journey: u\nphase: one\n"])
    let library = try JourneyLibrary(
      folder: "j", prompts: try Workspace.library(), files: files)
    expect(library.journeys.map(\.name), equals: ["t"])
    expect(library.diagnostics.isEmpty, equals: false)
    #expect(throws: SourceError.self) { try library.journey("u") }
    let unknown = #expect(throws: SourceError.self) { try library.journey("v") }
    expect(unknown?.diagnostics.map(\.code) ?? [], equals: ["journey.unknown"])
  }
}
