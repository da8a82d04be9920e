import CoachEngine
package import CoachModel
package import LanguageModels
package import PromptEvals
import PromptTemplates
package import SourceFiles

/// A small evaluation of a task: two versions of a prompt that notes what a person said, and cases with expectations.
package struct TaskBench {
  private static let head = """
    ---
    config: {temperature: 0.3}
    input:
      schema:
        talk(array, what was said):
          speaker: string, person or coach
          text: string, the words
        language?: string
    output:
      format: json
      schema:
        notes(array, the notes):
          evidence: string, the words
          text: string, the note
    coachkit.contract:
      rules:
        - {quote: "notes[].evidence", from: "talk[speaker=person].text"}

    """
  private static let body = """
    {{role "user"}}
    {{#each talk}}{{speaker}}: {{text}}
    {{/each}}
    """
  private static let prompts = [
    "P/note.v1.prompt": head + "---\n{{role \"system\"}}one\n" + body,
    "P/note.v2.prompt": head + "    - {items: notes, maximum: 2}\n---\n{{role \"system\"}}two\n"
      + body,
    "P/talk.v1.prompt": "{{role \"system\"}}talk\n{{history}}",
  ]

  /// What the cases of ``cases(_:)`` say.
  package static let cases = """
    - id: boat
      cluster: ada
      tags: [short]
      inputs:
        talk:
          - {speaker: coach, text: What would you like?}
          - {speaker: person, text: I want the boat in the water by June.}
      target: Notes the boat, and nothing of the coach.
      expect:
        - {items: notes, minimum: 1, maximum: 2}
        - {some: "notes[].text", pattern: boat, because: it is what she wants}
    - id: weather
      cluster: ben
      inputs:
        talk: [{speaker: person, text: Rain again.}]
      expect:
        - {items: notes, maximum: 0}
    - id: open
      inputs:
        talk: [{speaker: person, text: I should call my brother.}]
    """

  package var suite: EvalSuite
  package var files: InMemoryFileSystem
  package var models: [ModelReference: any LanguageModel]
  package var people: @Sendable (String) throws -> Person = { Person(id: $0) }

  package init(
    _ more: String = "", graders: String = "[contract, expected]", cases: String = Self.cases,
    model: any LanguageModel
  ) throws {
    files = InMemoryFileSystem(Self.prompts.merging(["E/cases.yaml": cases]) { $1 })
    suite = try Self.suite(more, graders: graders, files: files)
    models = [EvalBench.reference: model]
  }

  package static func suite(
    _ more: String = "", graders: String = "[contract, expected]", cases: String = "cases.yaml",
    files: some FileSystem = InMemoryFileSystem([:])
  ) throws -> EvalSuite {
    try EvalSuite(
      SourceFile(
        path: "E/s.yaml",
        text: """
          name: s
          cases: \(cases)
          model: test:rule
          variants:
            - {id: a, prompt: note@v1}
            - {id: b, prompt: note@v2}
          graders: \(graders)
          \(more)
          """), files: files)
  }

  /// Notes what was said word for word, once under `one` and three times under `two`; of rain nothing.
  package static func notes(_ request: ModelRequest) -> ScriptedModel.Turn {
    let said = request.messages.last?.text.split(separator: "person: ").last ?? ""
    let words = said.split(separator: "\n").first.map(String.init) ?? ""
    guard !words.contains("Rain") else { return .reply(["{\"notes\": []}"]) }
    let note = "{\"evidence\": \"\(words)\", \"text\": \"\(words)\"}"
    let count = request.messages[0].text.contains("two") ? 3 : 1
    return .reply(["{\"notes\": [\(Array(repeating: note, count: count).joined(separator: ", "))]}"]
    )
  }

  package func plan() throws -> EvalPlan {
    try EvalPlan(
      EvalContent(
        suite: suite, library: try PromptLibrary(folder: "P", files: files),
        subjects: try EvalSubjects.read(suite, files: files), person: people, models: models))
  }

  /// Runs the suite, and returns the report.
  package func report(into recorder: MemoryRecorder = MemoryRecorder()) async throws -> EvalReport {
    let plan = try plan()
    let run = plan.run(id: "r1", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await EvalRunner(plan, into: recorder, control: RunControl(), concurrency: 2).run(run)
    return try EvalReport(recorder.run("r1") ?? run, from: recorder)
  }
}
