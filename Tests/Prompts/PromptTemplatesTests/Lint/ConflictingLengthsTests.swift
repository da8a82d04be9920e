import PromptTemplates
import SourceFiles
import TestKit
import Testing

@Suite("Two lengths that apply to one reply are found, unless something says which counts")
struct ConflictingLengthsTests {
  private static let phases =
    "---\ninput: {schema: {\"phase(enum)\": [welcome, insight, close], brief?: boolean}}\n---\n"

  private func findings(_ prompt: String, partial: String = "x") throws -> [Diagnostic] {
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem(["P/p.v1.prompt": prompt, "P/_p.prompt": partial]))
    expectEmpty(library.diagnostics)
    return PromptLinter().findings(in: library).filter { $0.code == "lint.conflicting-lengths" }
  }

  @Test(
    "lengths of which a reply keeps only one",
    arguments: [
      "Write 35 to 80 words.\n{{#ifEquals phase \"welcome\"}}\nTwo or three sentences.\n{{/ifEquals}}",
      "Write 35 to 80 words.\n{{#ifEquals phase \"insight\"}}\nUp to 110 words.\n{{/ifEquals}}",
      "60 to 120 words, not counting the links.\n# How you sound\nIf they write little, write less, 20 to 40 words.",
      "At most 120 words.\n\nAt most 80 words in total.",
      "Write 20 words.\n{{#if brief}}{{else}}\nWrite 90 words.\n{{/if}}",
      "{{#if brief}}\nAt most 40 words.\n{{/if}}\n{{#ifEquals phase \"insight\"}}\nAt least 90 words.\n{{/ifEquals}}",
      "Keep your reply to 40 words.\nReply in 60 to 80 words.",
      "Keep it under 60 words.\n{{#if brief}}\nStay under 90 words.\n{{/if}}",
      "A message has two parts, in 20 to 50 words: a look back and a question.\n{{#ifEquals phase \"close\"}}\nWrite two to six sentences.\n{{/ifEquals}}",
      "If they are angry, write at most 30 words.\n# Goals\nWhen they ask for an overview, write 60–90 words.",
      "At most 200 characters.\n{{#if brief}}Write 90 to 120 words.{{/if}}",
      "35 to 80 words: what you understood, and one question.\n# Length\n- If they write a few words, write 20 to 40 and ask less.",
      "Answer in 3 sentences.\nAnswer in 6 sentences.",
      "Limit your reply to 40 words.\nWrite 100 to 150 words.",
      "Never write more than 40 words.\nWrite 60 to 80 words.",
      "Use at most two sentences.\nUse at least five sentences.",
      "Write exactly 20 words.\nWrite exactly 200 words.",
      "Write twenty-five words.\nWrite 90 words.",
      "- At most 2 questions\n- At most 1 questions",
      "Under 40 words.\nAt least 40 words.",
      "At most 40 words.\nMore than 40 words.",
      "One or two paragraphs.\n{{#unless brief}}\nThree paragraphs.\n{{/unless}}",
    ])
  func conflicts(text: String) throws {
    let found = try findings(Self.phases + "{{phase}} {{brief}}\n" + text)
    expect(found.count, equals: 1)
  }

  @Test(
    "lengths that go together, and lengths of parts",
    arguments: [
      // No rendering has both.
      "{{#if brief}}\nAt most 40 words.\n{{else}}\nAt least 90 words.\n{{/if}}",
      "{{#ifEquals phase \"insight\"}}\nUp to 110 words.\n{{/ifEquals}}\n{{#ifEquals phase \"close\"}}\nTwo or three sentences.\n{{/ifEquals}}",
      "{{#unlessEquals phase \"insight\"}}\nAt most 40 words.\n{{/unlessEquals}}\n{{#ifEquals phase \"insight\"}}\nAt least 60 words.\n{{/ifEquals}}",
      // One sentence sets both.
      "Two or three sentences, at most 50 words in all, and nothing else.",
      // The special case is narrower, so that it keeps the general length, too.
      "At most 120 words.\n# How you sound\nIf they write a few words, write 20 to 40 words.",
      "At most 120 words.\n{{#if brief}}\nTwo or three sentences, the last one a question.\n{{/if}}",
      "Write at least 20 words.\nWrite at most 80 words.",
      // An exception under the heading of its rule.
      "Three to five sentences.\nIf there is little to say, write one sentence.",
      "Write 35 to 80 words.\n# Short messages\nIf they write a few words, write 10 to 20 words instead.",
      // Lengths of parts, fields, steps, examples, and of what others write.
      "At most 120 words.\nOne sentence on what you noticed, two sentences about the plan.",
      "At most 120 words.\n- `title`: 200 words.\n- `body`: at most 240 words. Ten sentences.",
      "60 to 120 words, in this order:\n1. Warm words. Keep the warm words to one sentence.\n2. Two sentences of help.",
      "At most 20 words.\nThey write 200 words. Most people write 300 words.",
      "At most 20 words.\nNot: \"Write 300 words.\"",
      "At most 90 words.\nSay in one sentence that you are an AI.",
      "Everyday words, sentences mostly under 16 words.\nWrite 35 to 80 words.",
      "Over 12 to 15 messages from you, they should feel understood.\nWrite 20 words.\nTitle: three words.",
      "Write 35 to 80 words.\nTheir messages are 5 words long.",
      "Write 35 to 80 words.\n## Title\nAt most 6 words.",
      "Write 35 to 80 words.\nKeep each sentence short: 8 to 15 words.",
      // Code, quotations and examples.
      "Write 35 to 80 words.\n```\nWrite 300 words.\n```",
      "Write 35 to 80 words.\n> Write 300 words.",
      "Write 35 to 80 words.\n<example>\nWrite 300 words.\n</example>",
      // Other messages.
      "# Every message between your first and your close\n35 to 80 words.\n# The end\nTo close, write 90 to 110 words.",
      "After the opening, a message has 40 to 90 words.\nYour first message: two or three sentences.",
    ])
  func noConflict(text: String) throws {
    expectEmpty(try findings(Self.phases + "{{phase}} {{brief}}\n" + text))
  }

  @Test(
    "what says which length counts",
    arguments: [
      "Where the app's note gives a length, that one counts.",
      "If the note sets another length, follow it.",
      "A length in the app's note counts instead.",
      "If \"The note\" below changes the order or the length, follow that.",
      "For the length, follow the app's note.",
      "The length in the note comes first.",
      "The shortest length wins.",
      "{{! coachkit.topic decides length }}",
    ])
  func precedence(sentence: String) throws {
    func prompt(_ sentence: String) -> String {
      """
      ---
      input: {schema: {"phase(enum)": [welcome, insight]}}
      coachkit.sections:
        - {name: rules, cache: volatile}
        - {name: turn, cache: volatile}
      ---
      {{role "system"}}{{section "rules"~}}
      Write 35 to 80 words.
      \(sentence)
      {{history}}
      {{role "system"}}{{section "turn"~}}
      {{#ifEquals phase "insight"}}
      Up to 110 words.
      {{/ifEquals}}
      """
    }
    expectEmpty(try findings(prompt(sentence)))
    // A sentence that another branch renders, or that is about something else, decides nothing.
    for other in [
      "Where the app's note gives a tone, that one counts.", "The length matters.",
      "{{#ifEquals phase \"welcome\"}}The length in the note comes first.{{/ifEquals}}",
      "{{! coachkit.topic decides lists }}",
      // Sentences with such a word that are about people, or say only that lengths matter.
      "People follow your length.", "The length counts.", "If they write a length, follow it.",
      "What they tell counts more than the length of their message.",
    ] {
      expect(try findings(prompt(other)).count, equals: 1)
    }
  }

  @Test("the front matter says which section's or partial's length counts")
  func declared() throws {
    let text = """
      ---
      coachkit.sections: [{name: rules, cache: stable}]
      coachkit.topics: {length: {decides: NAME}}
      ---
      {{section "rules"}}Write 35 to 80 words.
      {{> p}}
      """
    let partial = "# Tone\nUp to 110 words."
    for name in ["rules", "p"] {
      expectEmpty(try findings(text.replacing("NAME", with: name), partial: partial))
    }
    // A part does not decide between two texts of its own.
    let both = text.replacing("80 words.", with: "80 words.\nAt most 20 words.")
    expect(try findings(both.replacing("NAME", with: "rules")).count, equals: 1)
  }

  @Test("a finding names both places, the branch, and how to repair it")
  func places() throws {
    let found = try findings(
      Self.phases
        + "{{phase}}{{#if brief}}{{> p}}{{/if}}\nBe kind. Write 35 to 80 words.",
      partial: "Be brief. At most 20 words.")
    expect(found.count, equals: 1)
    let finding = try #require(found.first)
    #expect(finding.location == FileLocation(file: "P/_p.prompt", line: 1, column: 11))
    expect(
      finding.message,
      equals:
        "this sets at most 20 words when 'brief' is set, P/p.v1.prompt:5:16 sets 35 to 80 words for"
        + " the same reply, and nothing says which counts")
    #expect(finding.hint?.contains("say in the prompt which length counts") ?? false)
  }

  @Test("a partial is read with the conditions and the values with which it is included")
  func partials() throws {
    let partial = "{{#if short}}At most 20 words.{{else}}At most 90 words.{{/if}}"
    let rule = "{{phase}}\n{{#unless brief}}\nAt least 40 words.\n{{/unless}}\n"
    // Where 'short' is 'brief', the two never meet; where it is another value, they do.
    expectEmpty(try findings(Self.phases + rule + "{{> p short=brief}}", partial: partial))
    expect(
      try findings(
        Self.phases.replacing("brief?", with: "calm?: boolean, brief?") + rule
          + "{{> p short=calm}}", partial: partial
      ).count, equals: 1)
  }

  /// Two versions that people got, with what they say of length.
  @Test("the lengths of shipped versions that contradict each other, each once")
  func shipped() throws {
    var settings = LintSettings()
    settings.checksSuperseded = true
    let library = try PromptLibrary(folder: "\(ProjectFolder.path)/Prompts")
    let found = PromptLinter(settings: settings).findings(in: library)
      .filter { $0.code == "lint.conflicting-lengths" }
    func pairs(_ file: String) -> [String] {
      found.filter { $0.location?.file.hasSuffix(file) ?? false || $0.message.contains(file) }
        .map { "\($0.location?.line ?? 0): \($0.message.prefix { $0 != "," })" }.sorted()
    }
    expect(
      pairs("/discovery.v3.prompt"),
      equals: [
        "107: this sets at most 110 words when 'opening' is not set and 'phase' is \"insight\"",
        "8: this sets 20 to 40 words", "8: this sets 20 to 40 words",
        "98: this sets 2 to 3 sentences when 'opening' is not set and 'phase' is \"welcome\"",
      ])
    expect(pairs("/safety-reply.v2.prompt"), equals: ["8: this sets 20 to 40 words"])
    // Versions without a contradiction have no finding.
    for file in ["/coaching.v5.prompt", "/conversation-summary.v3.prompt", "/nudge.v4.prompt"] {
      expectEmpty(pairs(file))
    }
  }
}
