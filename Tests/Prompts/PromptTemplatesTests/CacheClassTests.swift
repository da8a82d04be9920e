import CoachModel
import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Volatile data is rejected in shared sections")
struct CacheClassTests {
  private static let head = """
    ---
    coachkit.inputs:
      x: {cache: shared, trust: trusted}
      p: {cache: personal, trust: untrusted}
    coachkit.sections:
      - {name: core, cache: stable}
      - {name: all, cache: shared}
      - {name: me, cache: personal}
      - {name: now, cache: volatile}
    ---

    """

  @Test(
    "values, conditions, helpers, variables and the conversation",
    arguments: [
      ("{{section \"core\"}}{{p}}", true), ("{{section \"core\"}}{{#if p}}a{{/if}}", true),
      ("{{section \"all\"}}{{x}}{{json p}}", true), ("{{section \"all\"}}{{x}}", false),
      ("{{section \"core\"}}{{#each p}}a{{/each}}", true), ("{{section \"core\"}}{{@state}}", true),
      ("{{section \"core\"}}{{#if @state}}a{{/if}}", true),
      ("{{section \"now\"}}{{@state}}", false),
      ("{{section \"core\"}}{{history}}", true), ("{{section \"now\"}}{{history}}", false),
      ("{{section \"all\"}}{{#if x}}{{section \"me\"}}b{{/if}}{{p}}", true),
      (
        "{{section \"all\"}}{{#if x}}{{section \"me\"}}b{{else}}{{section \"me\"}}c{{/if}}{{p}}",
        false
      ),
      ("{{section \"me\"}}{{#each p}}{{@index}}{{this}}{{/each}}", false),
      ("{{section \"core\"}}{{> part a=p}}", true), ("{{section \"me\"}}{{> part a=p}}", false),
      ("{{section \"me\"}}{{#each p}}{{section \"now\"}}a{{/each}}", true),
    ])
  func classes(body: String, isRefused: Bool) throws {
    let found = try library(Self.head + body, partials: ["part": "{{a}}"]).diagnostics
    #expect(found.isEmpty != isRefused, "\(body): \(found.map(\.message))")
  }

  @Test("the prefix digest includes roles, media and the conversation")
  func digests() throws {
    func digest(_ body: String, _ history: [Message] = []) throws -> ContentDigest {
      let rendered = try render(Self.head + body, history: history)
      return rendered.prefixDigest(through: rendered.sections[3])
    }
    let plain = try digest("{{section \"core\"}}a{{section \"now\"}}b")
    #expect(try digest("{{section \"core\"}}a{{role \"system\"}}{{section \"now\"}}b") != plain)
    #expect(
      try digest("{{section \"core\"}}a{{media url=\"u\"}}{{section \"now\"}}b")
        != digest("{{section \"core\"}}a{{media url=\"v\"}}{{section \"now\"}}b"))
    let talk = "{{section \"now\"}}{{history}}"
    #expect(try digest(talk, [Message(.user, "a")]) != digest(talk, [Message(.user, "b")]))
  }
}

@Suite("Names in a template")
struct OpenSchemaTests {
  @Test("a name that an open schema does not define must have a value")
  func open() throws {
    let prompt =
      "---\ninput:\n  schema:\n    domain: any\n    note?: string\n---\n{{domain.name}}|{{note}}"
    try expect(render(prompt, ["domain": ["name": "Work"]]).text, equals: "Work|")
    let error = #expect(throws: SourceError.self) { try render(prompt, ["domain": ["nmae": "x"]]) }
    #expect(error?.diagnostics.first?.code == "template.missing-value")
  }

  @Test("optional members of optional members are empty if absent")
  func optional() throws {
    let prompt = """
      ---
      input:
        schema:
          person?:
            name?: string
            pets?(array):
              name?: string
      ---
      {{person.name}}|{{#each person.pets}}{{name}},{{/each}}|{{#with person}}{{name}}{{/with}}
      """
    try expect(render(prompt).text, equals: "||")
    try expect(
      render(prompt, ["person": ["pets": [[:], ["name": "Rex"]]]]).text, equals: "|,Rex,|")
  }

  @Test("a role cannot depend on a value")
  func roles() throws {
    let found = try library("{{role x}}hello").diagnostics.first
    #expect(found?.code == "template.role")
  }
}
