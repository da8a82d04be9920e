import Documents
@testable import PromptTemplates
import SourceFiles
import Testing
import TestKit

/// A word is a token, so budgets can be checked by eye.
private struct WordCounter: TokenCounter {
  let method = "words"

  func count(_ bytes: ArraySlice<UInt8>) -> Int {
    String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }.count
  }
}

@Suite("A token budget removes data, never the template's text")
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

  @Test("a section stays within its maximum by whole sentences, with a mark")
  func maximum() throws {
    let rendered = try render(nil)
    #expect(
      rendered.text(of: rendered.sections[3]) == "First sentence stands. Second sentence stands! …")
    #expect(
      rendered.trims.map(\.description)
        == ["note: 1 of 3 sentences left out, to keep 'note' within 8 tokens"])
  }

  @Test("the lowest priority is trimmed first, from its chosen end, together with headings")
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
      try expect(render(budget).segments, equals: rendered.segments)
    }
  }

  @Test("shared sections and minimums are kept; a budget below them reports the largest section")
  func tooSmall() throws {
    let error = #expect(throws: SourceError.self) { try render(5) }
    #expect(error?.diagnostics.first?.code == "prompt.budget")
    #expect(error?.diagnostics.first?.message.contains("and the budget is 5") ?? false)
    #expect(error?.diagnostics.first?.hint?.contains("raise the budget") ?? false)
  }

  @Test("the provenance of remaining items is that of the complete list")
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

@Suite("Limits of trimming")
struct PromptTrimmerLimitTests {
  private func render(_ prompt: String, _ values: JSONObject, _ budget: Int?) throws
    -> RenderedPrompt
  {
    let prompt = try library(prompt).prompt(PromptReference(name: "p"))
    return try prompt.render(
      prompt.bind(PromptInputs(values)), within: TokenBudget(budget, counter: WordCounter()))
  }

  @Test("the result of a helper is trimmed through its input")
  func helpers() throws {
    let prompt = """
      ---
      coachkit.inputs:
        list: {cache: personal, trust: untrusted}
      coachkit.sections:
        - {name: me, cache: personal}
      ---
      {{section "me"}}Start {{json list}} {{#each list}}{{this}} {{/each}}
      """
    let rendered = try render(prompt, ["list": ["one", "two", "three"]], 4)
    #expect(rendered.text.hasPrefix("Start [\"one\""))
    #expect(rendered.trims.map(\.removed) == [1])
  }

  @Test("a shared input is never trimmed, even if it is repeated elsewhere")
  func shared() throws {
    let prompt = """
      ---
      coachkit.inputs:
        about: {cache: shared, trust: trusted}
        items: {cache: shared, trust: trusted}
        mine: {cache: personal, trust: untrusted}
      coachkit.sections:
        - {name: all, cache: shared, breakpoint: all}
        - {name: me, cache: personal}
      ---
      {{section "all"}}{{about}} {{items.length}} {{section "me"}}{{about}} {{#each items}}{{this}} {{/each}}{{#each mine}}{{this}} {{/each}}
      """
    let values: JSONObject = [
      "about": "First thing. Second thing.", "items": ["a", "b"], "mine": ["x", "y", "z"],
    ]
    let whole = try render(prompt, values, nil)
    let small = try render(prompt, values, 12)
    #expect(
      whole.prefixDigest(through: whole.sections[0])
        == small.prefixDigest(through: small.sections[0]))
    #expect(small.trims.map(\.input) == ["mine"])
    #expect(throws: SourceError.self) { try render(prompt, values, 10) }
  }

  @Test("two passes report one trim with the original count")
  func accounts() throws {
    let prompt = """
      ---
      coachkit.inputs:
        note: {cache: volatile, trust: untrusted}
      coachkit.sections:
        - {name: now, cache: volatile, maximum: 9}
      ---
      {{section "now"}}{{note}}
      """
    let note = "First thing stands. Second thing stands. Third thing stands. Fourth thing stands."
    let rendered = try render(prompt, ["note": .string(note)], 4)
    #expect(rendered.text == "First thing stands. …")
    #expect(rendered.trims.map(\.removed) == [2, 1])
    #expect(rendered.trims.map(\.total) == [4, 4])
  }

  @Test("an impossible maximum is reported, and a prompt without sections is rejected")
  func unmet() throws {
    let prompt = """
      ---
      coachkit.inputs:
        note: {cache: volatile, trust: untrusted}
      coachkit.sections:
        - {name: now, cache: volatile, maximum: 2}
      ---
      {{section "now"}}{{note}}
      """
    let rendered = try render(prompt, ["note": "one single sentence"], nil)
    #expect(rendered.text == "one single sentence")
    #expect(rendered.trims.map(\.unit) == [.nothing])
    #expect(throws: SourceError.self) { try render("three plain words", [:], 2) }
    try expectEmpty(render("three plain words", [:], 3).trims)
  }

  @Test(
    "a long text without sentences is cut between words, in a member as well as on its own",
    arguments: ["word ", "été ", "今日は晴れ", "a\u{301}", "x"])
  func withoutSentences(piece: String) throws {
    let prompt = """
      ---
      coachkit.sections:
        - {name: now, cache: volatile}
      ---
      {{section "now"}}{{person.note}} {{essay}}
      """
    let text = String(repeating: piece, count: 3_000 / piece.utf8.count)
    let prepared = try library(prompt).prompt(PromptReference(name: "p"))
    for (note, essay) in [(text, ""), ("", text)] {
      let values: JSONObject = ["person": ["note": .string(note)], "essay": .string(essay)]
      let data = try prepared.bind(PromptInputs(values, untrusted: ["person", "essay"]))
      let whole = TokenEstimator().count(try prepared.render(data).text)
      let rendered = try prepared.render(data, within: TokenBudget(whole / 3))
      #expect(TokenEstimator().count(rendered.text) <= whole / 3)
      #expect(rendered.text.contains("\(piece)") && rendered.text.contains(" …"))
      #expect(rendered.trims.map(\.unit) == [.parts])
    }
  }

  @Test("a section keeps its minimum even if another shares its list")
  func sharedList() throws {
    let prompt = """
      ---
      coachkit.inputs:
        items: {cache: personal, trust: untrusted}
      coachkit.sections:
        - {name: p, cache: personal, priority: 1}
        - {name: q, cache: personal, priority: 5, minimum: 4}
      ---
      {{section "p"}}{{#each items}}{{this}} {{/each}}
      {{section "q"}}{{#each items}}{{this}} {{/each}}
      """
    let items: JSONObject = ["items": ["a", "b", "c", "d", "e", "f"]]
    try expect(render(prompt, items, 8).trims.map(\.removed), equals: [2])
    #expect(throws: SourceError.self) { try render(prompt, items, 6) }
  }

  @Test("the template's text for an empty list may be longer than its last item")
  func longElse() throws {
    let prompt = """
      ---
      coachkit.inputs:
        items: {cache: personal, trust: untrusted}
      coachkit.sections:
        - {name: me, cache: personal}
      ---
      {{section "me"}}{{#each items}}{{this}} {{else}}nothing at all is known about them so far{{/each}}
      """
    let rendered = try render(prompt, ["items": ["one", "two", "three"]], 2)
    #expect(rendered.text == "one two ")
    try expect(render(prompt, ["items": ["one", "two", "three"]], 1).text, equals: "one ")
  }

  @Test("a long text is trimmed quickly", arguments: ["Ja! ", "!\u{2003}", "Word\n", "。"])
  func longText(piece: String) throws {
    let prompt = """
      ---
      coachkit.inputs:
        note: {cache: volatile, trust: untrusted}
      coachkit.sections:
        - {name: now, cache: volatile, maximum: 40}
      ---
      {{section "now"}}{{note}}
      """
    let text = String(repeating: piece, count: 20_000)
    #expect(try !render(prompt, ["note": .string(text)], nil).trims.isEmpty || piece != "Ja! ")
  }
}
