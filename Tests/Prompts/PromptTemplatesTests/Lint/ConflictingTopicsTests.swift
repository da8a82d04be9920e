import CoachModel
import PromptTemplates
import SourceFiles
import TestKit
import Testing

@Suite("A topic that one part allows and another forbids is found")
struct ConflictingTopicsTests {
  private static let sections = """
    coachkit.sections:
      - {name: task, cache: stable}
      - {name: note, cache: volatile}

    """
  private static let inputs = """
    input: {schema: {"phase(enum)": [start, end], calm?: boolean}}
    coachkit.inputs: {phase: {cache: volatile, trust: trusted}, calm: {cache: volatile, trust: trusted}}

    """
  private static let front = "---\n" + inputs + sections + "---\n"

  private func findings(_ prompt: String, partials: [String: String] = [:]) throws -> [Diagnostic] {
    var files = ["P/p.v1.prompt": prompt]
    for (name, text) in partials { files["P/_\(name).prompt"] = text }
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    expectEmpty(library.diagnostics)
    return PromptLinter().findings(in: library).filter { $0.code == "lint.conflicting-topics" }
  }

  private static let tone = "{{! coachkit.topic forbids lists, advice }}\nNo lists, no advice."

  @Test(
    "declarations that contradict each other",
    arguments: [
      "{{section \"task\"}}{{! coachkit.topic allows lists }}List each number.\n{{> tone}}",
      "{{section \"task\"}}List each number.{{! coachkit.topic allows lists }}\n\n{{> tone}}",
      "{{section \"task\"}}{{!-- coachkit.topic: allows: lists --}}List each number.\n{{> tone}}",
      "{{section \"task\"}}{{! coachkit.topic allows price, advice }}You may advise.\n{{> tone}}",
      "{{section \"task\"}}{{> tone}}\n{{section \"note\"}}{{! coachkit.topic allows lists }}A list.",
      "{{section \"task\"}}{{> tone}}\n{{section \"note\"}}{{#if calm}}{{! coachkit.topic allows lists }}A list.{{/if}}",
      "{{section \"task\"}}{{! coachkit.topic forbids price }}x\n{{section \"note\"}}{{! coachkit.topic allows price }}x",
      "{{section \"task\"}}{{> listing}}\n{{> tone}}",
      "{{section \"task\"}}{{> outer}}",
      "{{section \"note\"}}{{#ifEquals phase \"end\"}}{{> tone}}{{/ifEquals}}{{#if calm}}{{> listing}}{{/if}}",
      "{{section \"task\"}}{{> tone}}{{> listing}}{{section \"note\"}}{{! coachkit.topic decides length }}x",
      "{{section \"task\"}}{{> tone}}{{> listing}}A list of lines.",
      "{{section \"task\"}}{{> tone}}{{> listing}}Give lists that they can follow.",
    ])
  func conflicts(body: String) throws {
    let found = try findings(
      Self.front + body,
      partials: [
        "tone": Self.tone, "listing": "{{! coachkit.topic allows lists }}One line for each.",
        "outer": "{{> tone}}\n{{> listing}}",
      ])
    expect(found.count, equals: 1)
  }

  @Test(
    "declarations that go together",
    arguments: [
      "{{section \"task\"}}{{> tone}}",
      "{{section \"task\"}}{{! coachkit.topic forbids lists }}No lists.\n{{> tone}}",
      "{{section \"task\"}}{{! coachkit.topic allows price }}The price.\n{{> tone}}",
      "{{section \"task\"}}{{! a note on coachkit.topic allows lists }}List.\n{{> tone}}",
      // No rendering has both.
      "{{section \"note\"}}{{#if calm}}{{> tone}}{{else}}{{> listing}}{{/if}}",
      "{{section \"note\"}}{{#ifEquals phase \"start\"}}{{> tone}}{{/ifEquals}}{{#ifEquals phase \"end\"}}{{> listing}}{{/ifEquals}}",
      "{{section \"note\"}}{{#unlessEquals phase \"start\"}}{{> tone}}{{/unlessEquals}}{{#unlessEquals phase \"end\"}}{{> listing}}{{/unlessEquals}}",
      // Something says which counts.
      "{{section \"task\"}}{{! coachkit.topic decides lists }}{{! coachkit.topic allows lists }}A list.\n{{> tone}}",
      "{{section \"task\"}}{{> tone}}\nFor lists, the task counts.\n{{section \"note\"}}{{! coachkit.topic allows lists }}x",
      "{{section \"task\"}}{{> tone}}\n{{> deciding}}",
      "{{section \"task\"}}{{> tone}}{{> listing}}What the task says of lists overrides the tone.",
    ])
  func noConflict(body: String) throws {
    expectEmpty(
      try findings(
        Self.front + body,
        partials: [
          "tone": Self.tone, "listing": "{{! coachkit.topic allows lists }}One line for each.",
          "deciding":
            "{{! coachkit.topic allows lists }}{{! coachkit.topic decides lists }}One line for each.",
        ]))
  }

  @Test("the front matter declares topics of sections and partials, and which of them counts")
  func frontMatter() throws {
    func prompt(_ topics: String) -> String {
      "---\n" + Self.inputs + Self.sections + "coachkit.topics:\n  lists: {\(topics)}\n---\n"
        + "{{section \"task\"}}List each number.\n\n{{> tone}}"
    }
    let partials = ["tone": "No lists."]
    expect(
      try findings(prompt("allows: task, forbids: tone"), partials: partials).count, equals: 1)
    expect(
      try findings(prompt("allows: [task], forbids: [tone]"), partials: partials).count, equals: 1)
    for deciding in ["task", "tone"] {
      expectEmpty(
        try findings(
          prompt("allows: task, forbids: tone, decides: \(deciding)"), partials: partials))
    }
    expectEmpty(try findings(prompt("forbids: [task, tone]"), partials: partials))
    let unknown = try findings(prompt("allows: task, forbids: tome"), partials: partials)
    expect(unknown.map(\.hint), equals: ["did you mean 'tone'?"])
    #expect(unknown.first?.location?.line == 8)
  }

  @Test(
    "a declared part is compared in all its branches, and the first text that can meet is named")
  func branches() throws {
    func prompt(_ body: String) -> String {
      "---\n" + Self.inputs + Self.sections.replacing("stable", with: "volatile")
        + "coachkit.topics:\n  lists: {allows: note, forbids: task}\n---\n" + body
    }
    let found = try findings(
      prompt(
        """
        {{section "task"}}{{#if calm}}
        Be calm.
        {{else}}
        No lists.
        {{/if}}
        {{section "note"}}{{#unless calm}}
        A list.
        {{/unless}}
        """))
    #expect(found.map { $0.location?.line } == [13], "\(found)")
    expectEmpty(
      try findings(
        prompt(
          """
          {{section "task"}}{{#if calm}}
          No lists.
          {{/if}}
          {{section "note"}}{{#unless calm}}
          A list.
          {{/unless}}
          """)))
  }

  @Test("a part that the front matter lets allow and forbid one topic is an error")
  func bothStances() throws {
    let text =
      "---\n" + Self.sections + "coachkit.topics: {lists: {allows: task, forbids: [note, task]}}\n"
      + "---\n{{section \"task\"}}x{{section \"note\"}}y"
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(["P/p.v1.prompt": text]))
    expect(
      library.diagnostics.map(\.message), equals: ["'task' both allows and forbids 'lists'"])
    #expect(library.diagnostics.first?.location?.line == 5)
  }

  @Test("a finding names both places and how to repair it")
  func places() throws {
    let found = try findings(
      Self.front + "{{section \"task\"}}a\n{{! coachkit.topic allows lists }}\nList.\n{{> tone}}",
      partials: ["tone": "Be warm.\n{{! coachkit.topic forbids lists }}\nNo lists."])
    #expect(found.first?.location == FileLocation(file: "P/_tone.prompt", line: 2, column: 1))
    expect(
      found.first?.message,
      equals: "this forbids 'lists', P/p.v1.prompt:9:1 allows it, and nothing says which counts")
    #expect(found.first?.hint?.contains("coachkit.topics: {lists: {decides: …}}") ?? false)
  }

  @Test(
    "a comment about topics that cannot be read is an error",
    arguments: [
      ("{{! coachkit.topic }}", "this does not say how the text treats the topic"),
      ("{{! coachkit.topic permits lists }}", "this does not say how the text treats the topic"),
      ("{{! coachkit.topic forbids }}", "this names no topic"),
      ("{{! coachkit.topics forbids lists }}", "there is no comment 'coachkit.topics'"),
      (
        "{{! coachkit.topic forbids Lists }}",
        "'Lists' is not a topic's name: lower-case letters, digits and underscores"
      ),
    ])
  func unreadable(comment: String, message: String) throws {
    let library = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/p.v1.prompt": "x\n  \(comment)"]))
    expect(library.diagnostics.map(\.message), equals: [message])
    #expect(
      library.diagnostics.first?.location
        == FileLocation(file: "P/p.v1.prompt", line: 2, column: 3))
  }

  @Test("a comment about topics renders as nothing")
  func rendering() throws {
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem(["P/p.v1.prompt": "a\n{{! coachkit.topic forbids lists }}\nb"]))
    let prompt = try library.prompt(PromptReference(name: "p", version: "v1"))
    expect(try prompt.render().messages.map(\.text), equals: ["a\nb"])
  }

  /// The four contradictions of a version that people got, declared in its front matter.
  @Test("the tone of everyday conversations against the rules of the crisis reply")
  func crisisReply() throws {
    let folder = "\(ProjectFolder.path)/Prompts"
    let disk = DiskFileSystem()
    func read(_ name: String) throws -> String {
      String(decoding: try disk.read("\(folder)/\(name).prompt").bytes, as: UTF8.self)
    }
    let text = try read("safety-reply.v2")
    let topics = """
      coachkit.topics:
        retraction: {allows: tone.v3, forbids: task}
        lists: {allows: task, forbids: tone.v3}
        insight: {allows: tone.v3, forbids: task}
      coachkit.sections:
      """
    let partials = try ["tone.v3", "conversation"].map { name in
      ("P/_\(name).prompt", try read("_\(name)"))
    }
    func found(_ text: String) throws -> [String] {
      let files = Dictionary(partials + [("P/safety-reply.v2.prompt", text)]) { $1 }
      let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
      expectEmpty(library.diagnostics)
      return PromptLinter().findings(in: library).map(\.code).filter {
        $0.hasPrefix("lint.conflicting")
      }
    }
    let declared = text.replacing("coachkit.sections:", with: topics)
    expect(
      try found(declared),
      equals: ["lint.conflicting-lengths"]
        + Array(repeating: "lint.conflicting-topics", count: 3))
    let decided = declared.replacing("task}\n", with: "task, decides: task}\n")
      .replacing("forbids: tone.v3}", with: "forbids: tone.v3, decides: task}")
      .replacing("coachkit.topics:\n", with: "coachkit.topics:\n  length: {decides: task}\n")
    expectEmpty(try found(decided))
  }
}
