import Conversations
import SourceFiles
import Testing

@testable import PromptTemplates

/// A word is a token: budgets that can be checked by eye.
private struct WordCounter: TokenCounter {
  let method = "words"

  func count(_ bytes: ArraySlice<UInt8>) -> Int {
    String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }.count
  }
}

@Suite("A budget leaves out data, never text")
struct PromptTrimmerTests {
  private static let prompt = """
    ---
    coachkit.inputs:
      rules: {cache: shared, trust: trusted}
      facts: {cache: personal, trust: untrusted}
      memories: {cache: volatile, trust: untrusted}
      note: {cache: volatile, trust: untrusted}
    coachkit.sections:
      - {name: rules, cache: shared, breakpoint: rules}
      - {name: person, cache: personal, priority: 2, minimum: 3}
      - {name: memories, cache: volatile, priority: 1, keep: last}
      - {name: note, cache: volatile, priority: 3, maximum: 8}
    ---
    {{section "rules"}}Be kind. {{#each rules}}{{this}} {{/each}}
    {{section "person"}}{{#if facts~}}
    Facts: {{#each facts}}{{this}}{{#unless @last}}, {{/unless}}{{/each}}.
    {{/if}}{{section "memories"}}{{#if memories~}}
    Before:
    {{#each memories}}
    - {{text}}
    {{/each}}
    {{/if}}{{section "note"}}{{note}}
    """

  private static let values: JSONObject = [
    "rules": ["listen", "wait"], "facts": ["one", "two", "three", "four"],
    "memories": [["text": "the sea"], ["text": "a walk"], ["text": "the letter"]],
    "note": "First sentence stands. Second sentence stands! Third, and the last.",
  ]

  private func render(_ budget: Int?, _ values: JSONObject = values) throws -> RenderedPrompt {
    let prompt = try library(Self.prompt).prompt(PromptReference(name: "p"))
    return try prompt.render(
      prompt.bind(PromptInputs(values)), within: TokenBudget(budget, counter: WordCounter()))
  }

  @Test("a section keeps within its maximum, by whole sentences, with a mark")
  func maximum() throws {
    let rendered = try render(nil)
    #expect(
      rendered.text(of: rendered.sections[3]) == "First sentence stands. Second sentence stands! …")
    #expect(
      rendered.trims.map(\.description)
        == ["note: 1 of 3 sentences left out, to keep 'note' within 8 tokens"])
  }

  @Test("the lowest priority loses first, its last items or its first, and headings go with them")
  func order() throws {
    let whole = try render(nil)
    #expect(whole.text.contains("the sea"))
    let some = try render(22)
    #expect(!some.text.contains("the sea") && some.text.contains("the letter"))
    #expect(some.text.contains("four"))
    let none = try render(18)
    #expect(!none.text.contains("Before:"))
    let less = try render(15)
    #expect(less.text.contains("Facts: one, two, three."))
    #expect(less.trims.map(\.input) == ["note", "memories", "facts"])
    #expect(less.trims.last?.removed == 1 && less.trims.last?.total == 4)
    for budget in 11...40 {
      let rendered = try render(budget)
      #expect(WordCounter().count(rendered.text) <= budget)
      #expect(rendered.text.hasPrefix("Be kind. listen wait "))
      #expect(try render(budget).segments == rendered.segments)
    }
  }

  @Test("what others share and the minimum stay; a budget below them says what is too large")
  func tooSmall() throws {
    let error = #expect(throws: SourceError.self) { try render(5) }
    #expect(error?.diagnostics.first?.code == "prompt.budget")
    #expect(error?.diagnostics.first?.message.contains("and the budget is 5") ?? false)
    #expect(error?.diagnostics.first?.hint?.contains("raise the budget") ?? false)
  }

  @Test("provenance of what stays is that of the whole list")
  func provenance() throws {
    let rendered = try render(22)
    let inputs = rendered.segments.compactMap(\.input)
    #expect(inputs.contains("memories[2].text") && !inputs.contains("memories[0].text"))
  }

  @Test(
    "a text is cut between sentences only",
    arguments: [
      ("One thing. Three four.", ["One thing."]),
      ("Really?! Yes, really. Fine.", ["Really?!", "Really?! Yes, really."]),
      ("Dr. Meyer came at 3.5 p.m. and left.", []),
      ("He said \"enough.\" Then silence.", ["He said \"enough.\""]),
      ("今日は晴れ。明日は雨。", ["今日は晴れ。"]),
      ("a line broken\nfor its width", []), ("- one\n- two", ["- one"]),
      ("She asked \"why would you?\" and left. Then silence.", []),
      ("Yesterday I met Prof. Smith.", []),
      ("Я живу на ул. Ленина. Да.", ["Я живу на ул. Ленина."]),
      ("No end", []), ("", []), ("Trailing blanks here.  \n ", []),
    ] as [(String, [String])])
  func sentences(text: String, starts: [String]) {
    let bytes = Array(text.utf8)
    let bounds = SentenceBounds.inner(of: bytes[...])
    #expect(bounds.map { String(decoding: bytes[..<$0], as: UTF8.self) } == starts)
  }
}
