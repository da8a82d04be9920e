import CoachDomains
@testable import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Inputs that a version requires and somebody lacks")
struct RequiredInputsTests {
  private func findings(
    _ schemas: [String: String], examples: JSONObject? = nil, people: [Person] = []
  ) throws -> [Diagnostic] {
    var files: [String: String] = [:]
    for (version, schema) in schemas {
      files["P/note.\(version).prompt"] = """
        ---
        input:
          schema:
        \(schema.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        ---
        {{role "system"}}A note.

        """
    }
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    let required = RequiredInputs(
      people: people, domains: try Workspace.domains(),
      examples: examples.map { ["note": $0] } ?? [:])
    return required.findings(in: library)
  }

  @Test("of a person with everything there is progress on goals and the use of domains")
  func completePerson() {
    let inputs = OfferedInputs(
      AssemblyRequest(prompt: PromptReference(name: "coaching"), person: .complete))
    for name in ["goal_progress", "domains_used", "patterns", "memories", "open_question"] {
      #expect(inputs.value(of: name) != nil, "\(name)")
    }
  }

  @Test("the project's own prompts, with the example people")
  func shipped() throws {
    let library = try Workspace.library()
    let people = try Workspace.people.map { try Workspace.person($0) }
    var examples: [String: JSONObject] = [:]
    for name in Set(library.templates.map(\.name)) {
      examples[name] = try ExamplePrompts.values(name)
    }
    let domains = try Workspace.domains()
    expectEmpty(
      RequiredInputs(people: people, domains: domains, examples: examples).findings(in: library))
    // Neither the examples nor the domains are needed: tasks' inputs are no false alarms.
    expectEmpty(RequiredInputs(people: [], domains: []).findings(in: library))
  }

  @Test("a member that only some people have, with who lacks it and how to repair it")
  func member() throws {
    var person = Person.complete
    person.id = "ada"
    person.patterns.styleNotes = []
    let found = try findings(
      [
        "v1": """
        language: string
        patterns?:
          themes(array): {text: string}
          style_notes(array): string
        """
      ], people: [person])
    // An empty list that is required is given.
    expectEmpty(found)
    let named = try findings(
      [
        "v1": """
        language: string
        person?:
          name: string
          goals(array): string
        """
      ], people: [try Workspace.person("kenji")])
    expectEmpty(named)
    person.name = nil
    let lacking = try findings(
      [
        "v1": """
        language: string
        person?:
          name: string
          goals(array): string
        """
      ], people: [person])
    expect(lacking.map(\.code), equals: ["prompt.required-input"])
    expect(
      lacking.first?.message,
      equals: "note@v1 requires 'person.name', which is missing for ada")
    expect(lacking.first?.hint ?? "", contains: "write 'name?' in input.schema")
    expect(lacking.first?.location?.file, equals: "P/note.v1.prompt")
  }

  @Test("an input that a new person lacks, unless its callers give it")
  func whole() throws {
    let schema = "language: string\ndiscovery: {vision: string}"
    let found = try findings(["v1": schema])
    expect(
      found.map(\.message),
      equals: ["note@v1 requires 'discovery', which is missing for a new person"])
    expect(found.first?.hint ?? "", contains: "example inputs of 'note'")
    expectEmpty(try findings(["v1": schema], examples: ["discovery": ["vision": "a shop"]]))
    expectEmpty(try findings(["v1": "language: string\ndiscovery?: {vision: string}"]))
  }

  @Test("what no version lacks is the caller's, and what a new version begins to require is not")
  func callers() throws {
    expectEmpty(try findings(["v1": "topic: string"]))
    expectEmpty(try findings(["v1": "topic: string", "v2": "topic: string\nlanguage: string"]))
    // A version that dropped an input does not make the earlier one wrong.
    expectEmpty(try findings(["v1": "topic: string", "v2": "language: string"]))
    let found = try findings(["v1": "topic: string", "v2": "topic: string\nmood: string"])
    expect(
      found.map(\.message),
      equals: [
        "note@v2 requires 'mood', which the engine does not offer and no earlier version takes"
      ])
    expectEmpty(
      try findings(
        ["v1": "topic: string", "v2": "topic: string\nmood: string"], examples: ["mood": "calm"]))
  }

  @Test("everybody has what the engine always offers, and a default counts")
  func offered() throws {
    expectEmpty(
      try findings([
        "v1": """
        language: string
        message_number: integer
        phase: string
        sessions: integer
        opening: boolean
        domain: {name: string}
        domains(array): {id: string}
        today: string
        age_group: string
        """
      ]))
    expect(
      try findings(["v1": "unclear: boolean"]).map(\.message),
      equals: ["note@v1 requires 'unclear', which is missing for everybody"])
    expect(
      try findings(["v1": "hours_here: integer"]).map(\.message),
      equals: ["note@v1 requires 'hours_here', which is missing for everybody"])
  }

  @Test("only the versions that are asked for, and none that is broken anyway")
  func chosen() throws {
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem([
        "P/a.v1.prompt": "---\ninput: {schema: {discovery: {vision: string}}}\n---\nHello.\n",
        "P/b.v1.prompt": "---\ninput: {schema: {discovery: {vision: string}}}\n---\n{{nope}}\n",
      ]))
    let required = RequiredInputs(people: [], domains: [])
    expect(required.findings(in: library).count, equals: 1)
    expectEmpty(required.findings(in: library, of: ["b@v1"]))
    expect(required.findings(in: library, of: ["a@v1"]).count, equals: 1)
  }
}
