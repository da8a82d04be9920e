import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Reading the front matter")
struct FrontMatterTests {
  @Test("other products' namespaces and dotprompt's own keys are ignored")
  func foreign() throws {
    let prompt =
      "---\nmodel: m\nother.key: 1\noutput: {format: json}\nconfig: {temperature: 1}\n---\nx"
    let library = try library(prompt)
    #expect(library.diagnostics.isEmpty)
    #expect(library.templates.first?.frontMatter.config == ["temperature": 1])
  }

  @Test("a licence above the front matter, or no front matter")
  func layouts() throws {
    try expect(render("# licence\n---\nmodel: m\n---\nx").text, equals: "x")
    try expect(render("--- no fence\nx").text, equals: "--- no fence\nx")
    try expect(render("").text, equals: "")
    try expect(render("\u{FEFF}---\nmodel: m\n---\nx").text, equals: "x")
    try expect(render("- one\n- two").text, equals: "- one\n- two")
    try expect(render("---\n---\n----\nx").text, equals: "----\nx")
  }

  @Test(
    "a line that is almost a fence is no part of the prompt",
    arguments: [
      "----", "--", " ---", "---\u{A0}", "\u{2014}", "\u{2013}-", "-----------", "--\u{200B}-",
      "\u{2212}--",
    ])
  func almostFence(line: String) throws {
    let library = try library("# licence\n\(line)\nmodel: m\n---\nx")
    let problem = try #require(library.diagnostics.first)
    #expect(problem.code == "prompt.fence" && problem.location?.line == 2)
  }
}

@Suite("Sections define what can be cached")
struct SectionTests {
  private static let prompt = """
    ---
    coachkit.sections:
      - {name: rules, cache: stable, breakpoint: rules}
      - {name: person, cache: personal}
      - {name: day, cache: volatile}
    ---
    {{role "system"}}{{section "rules"~}}
    Be kind.
    {{section "day"~}}
    It is {{day}}.
    """

  @Test("sections contain their text, and a skipped one is empty")
  func texts() throws {
    let rendered = try render(Self.prompt, ["day": "Monday"])
    #expect(
      rendered.sections.map { rendered.text(of: $0) } == [
        "Be kind.\n", "", "It is Monday.",
      ])
  }

  @Test("the prefix digest changes with the prefix only")
  func prefixes() throws {
    let monday = try render(Self.prompt, ["day": "Monday"])
    let friday = try render(Self.prompt, ["day": "Friday"])
    #expect(
      monday.prefixDigest(through: monday.sections[0])
        == friday.prefixDigest(through: friday.sections[0]))
    #expect(
      monday.prefixDigest(through: monday.sections[2])
        != friday.prefixDigest(through: friday.sections[2]))
    #expect(monday.templateDigest == friday.templateDigest)
  }

  @Test("text outside the sections and sections out of order are rejected")
  func strays() {
    for (body, code) in [
      ("stray {{section \"rules\"}}x", "template.outside-section"),
      ("{{#if a}}{{section \"rules\"}}{{/if}}x", "template.outside-section"),
      ("{{a}}{{section \"rules\"}}x", "template.outside-section"),
      ("{{section \"day\"}}x{{section \"rules\"}}y", "template.section-order"),
    ] {
      let head = Self.prompt.split(separator: "{{role").first ?? ""
      let error = #expect(throws: SourceError.self) { try render(String(head) + body) }
      #expect(error?.diagnostics.first?.code == code)
    }
  }
}
