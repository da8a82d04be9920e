import CoachEngine
import CoachModel
import CoachSignals
import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

/// One person, one engine, and every version that was ever released.
@Suite("Every version of every prompt renders for everybody")
struct EveryVersionTests {
  /// A person with everything, and with some of it blank.
  private static func people(_ language: String) -> [Person] {
    var person = Person.complete
    person.language = language
    var sparse = person
    sparse.discovery?.vision = ""
    sparse.discovery?.keyThemes = []
    sparse.discovery?.communicationStyle = " "
    sparse.patterns.growth = []
    sparse.patterns.styleNotes = ["", "Short questions."]
    sparse.profile.other["empty"] = []
    var first = person
    first.sessions = 1
    return [person, sparse, first, Person(id: "new", language: language)]
  }

  private static func request(_ reference: String, _ person: Person) throws -> AssemblyRequest {
    var request = try ExamplePrompts.request(
      reference, person: person,
      history: [
        Message(.assistant, "Hello?"), Message(.user, "The orders again."),
        Message(.assistant, "You carry it all.", tags: ["PATTERN"]), Message(.user, "Yes."),
      ])
    request.persona = Persona(
      name: "Tom", domain: "work", tone: "calm", methodology: "small steps",
      personality: "a baker")
    return request
  }

  private static func declares(_ path: String..., in schema: JSONValue?) -> Bool {
    var place = schema
    for name in path { place = place?["properties"]?[name] }
    return place != nil
  }

  @Test(
    "a person with everything, with blanks, and with nothing, in three languages",
    arguments: try ExamplePrompts.references(), ["en", "es", "de"])
  func renders(reference: String, language: String) throws {
    let library = try Workspace.library()
    let prompt = try library.prompt(#require(PromptReference(reference)))
    let schema = prompt.template.frontMatter.inputSchema?.source
    for person in Self.people(language) {
      let rendered = try PromptAssembler(library: library).assemble(
        Self.request(reference, person))
      #expect(!rendered.messages.isEmpty)
      guard person == Self.people(language).first else { continue }
      // What a version declares arrives, and only what it does not is left out.
      for path in [["patterns", "style_notes"], ["patterns", "growth"], ["person", "goals"]]
      where Self.declares(path[0], in: schema) {
        let isDeclared = Self.declares(path[0], path[1], in: schema)
        expect(
          rendered.inputs[path[0]]?[path[1]] != nil, equals: isDeclared,
          "\(reference): \(path)")
        let isLeftOut = rendered.leftOutInputs.contains { $0.path == "\(path[0]).\(path[1])" }
        expect(isLeftOut, equals: !isDeclared, "\(reference): \(path)")
      }
      expect(rendered.leftOutInputs.filter { $0.giver == .caller }, equals: [])
    }
  }

  @Test("every version of a nudge takes every occasion", arguments: ["v1", "v2", "v3"])
  func nudges(version: String) throws {
    let occasions: [JSONObject] = [
      [
        "kind": "event",
        "event": ["text": "xylophone lesson", "date": "2026-06-26", "place": "Leeds"],
      ],
      ["kind": "pattern", "pattern": "waits to be asked"],
      ["kind": "re_engagement", "days_away": 4],
    ]
    for occasion in occasions {
      let request = AssemblyRequest(
        prompt: PromptReference(name: "nudge", version: version), person: .complete,
        today: "2026-06-25"
      ).offering(occasion)
      let rendered = try PromptAssembler(library: Workspace.library()).assemble(request)
      let isEvent = occasion["event"] != nil
      expect(rendered.leftOutInputs.contains { $0.path == "event.place" }, equals: isEvent)
      expect(rendered.text.contains("xylophone"), equals: isEvent)
    }
  }

  // MARK: What callers give

  private func assemble(_ reference: String, _ values: JSONObject) throws -> RenderedPrompt {
    var request = try Self.request(reference, .complete)
    for (name, value) in values { request.values[name] = value }
    return try PromptAssembler(library: Workspace.library()).assemble(request)
  }

  @Test("one request serves both sides of a comparison of two versions")
  func comparison() throws {
    let values: JSONObject = ["concern": ["no sleep for days"]]
    let newer = try assemble("coaching@v6", values)
    #expect(newer.text.contains("no sleep for days"))
    expect(newer.leftOutInputs.filter { $0.giver == .caller }, equals: [])
    let older = try assemble("coaching@v3", values)
    expect(
      older.leftOutInputs.filter { $0.giver == .caller },
      equals: [LeftOutInput("concern", giver: .caller)])
    #expect(!older.text.contains("no sleep for days"))
  }

  @Test("a misspelt input is an error with a suggestion, and so is a mistyped one")
  func mistakes() throws {
    let misspelt = #expect(throws: SourceError.self) {
      try assemble("coaching@v6", ["concrn": ["x"]])
    }
    expect(misspelt?.diagnostics.first?.code, equals: "prompt.unknown-input")
    expect(misspelt?.diagnostics.first?.hint, equals: "did you mean 'concern'?")
    let mistyped = #expect(throws: SourceError.self) {
      try assemble("coaching@v6", ["concern": "x"])
    }
    expect(mistyped?.diagnostics.first?.code, equals: "prompt.input")
    let nested = #expect(throws: SourceError.self) {
      try assemble("coaching@v3", ["patterns": ["themes": [], "growth": [], "styl_notes": []]])
    }
    expect(nested?.diagnostics.first?.message ?? "", contains: "patterns.styl_notes")
  }

  @Test("a caller's member that only another version declares is left out, too")
  func nested() throws {
    let patterns: JSONValue = [
      "themes": [["text": "waits", "count": 3, "domains": []]], "growth": [],
      "style_notes": ["Ask plainly."],
    ]
    expect(try assemble("coaching@v5", ["patterns": patterns]).text, contains: "Ask plainly.")
    let older = try assemble("coaching@v2", ["patterns": patterns])
    expect(older.text, contains: "waits")
    expect(
      older.leftOutInputs.filter { $0.giver == .caller }.map(\.path),
      equals: ["patterns.style_notes"])
  }

  @Test("the explanation and its JSON name what was left out")
  func explanation() throws {
    let explanation = PromptExplanation(try assemble("monthly-reflection@v3", [:]))
    #expect(
      explanation.leftOutInputs.contains(LeftOutInput("patterns.style_notes", giver: .engine)))
    let json = explanation.json()["left_out_inputs"]?.array ?? []
    #expect(
      json.contains(["path": "patterns.style_notes", "given_by": "engine", "reason": "member"]))
  }

  @Test("a product's own version without the newest inputs of a task still works")
  func ownPrompt() throws {
    let text = """
      ---
      input:
        schema:
          kind: string
          person?:
            name?: string
      ---
      {{role "system"}}A {{kind}} for {{#if person.name}}{{person.name}}{{else}}them{{/if}}.

      """
    let library = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/nudge.v1.prompt": text]))
    let task = PromptTask.nudge(
      .reEngagement(daysAway: 4), for: .complete, on: CalendarDay(number: 20_000))
    let rendered = try PromptAssembler(library: library).assemble(task.request)
    expect(rendered.text, contains: "A re_engagement for Noor.")
    #expect(rendered.leftOutInputs.contains(LeftOutInput("days_away", giver: .engine)))
  }
}
