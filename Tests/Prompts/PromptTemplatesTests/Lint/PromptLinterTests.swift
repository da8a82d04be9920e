import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("The linter finds valid but probably unintended templates")
struct PromptLinterTests {
  private static let sections = """
    ---
    coachkit.inputs:
      day: {cache: volatile, trust: trusted}
    coachkit.sections:
      - {name: rules, cache: stable}
      - {name: now, cache: volatile}
    ---

    """

  private static let phase =
    "---\ninput: {schema: {\"phase(enum)\": [welcome, insight], n: integer}}\n---\n"

  private static let rulesThenNow =
    "{{role \"system\"}}{{section \"rules\"}}Be kind.{{section \"now\"}}"

  private func rules(_ prompt: String, partials: [String: String] = [:], labels: String? = nil)
    throws
    -> [String]
  {
    var files = [
      "P/p.v1.prompt": prompt, "P/_p.prompt": "{{! coachkit.topic forbids lists}}No lists.",
    ]
    for (name, text) in partials { files["P/_\(name).prompt"] = text }
    files["P/labels.yaml"] = labels
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    #expect(library.diagnostics.isEmpty, "\(library.diagnostics)")
    return PromptLinter().findings(in: library).map(\.code)
  }

  @Test(
    "each rule, with a prompt that violates it and one that does not",
    arguments: [
      (
        "breakpoint-in-volatile",
        "---\ncoachkit.sections:\n  - {name: now, cache: volatile, breakpoint: b}\n---\n{{section \"now\"}}x",
        sections + "{{section \"rules\"}}x"
      ),
      (
        "cache-minimum",
        "---\ncoachkit.sections:\n  - {name: a, cache: stable, breakpoint: b}\n---\n{{section \"a\"}}short",
        "---\ncoachkit.sections:\n  - {name: a, cache: stable}\n---\n{{section \"a\"}}short"
      ),
      (
        "contract-unmentioned",
        "---\ncoachkit.contract:\n  tags:\n    DONE: {form: signal, payload: {mood: string}}\n---\nSay [DONE] and how the person's moody day was.",
        "---\ncoachkit.contract:\n  tags:\n    DONE: {form: signal, payload: {mood: string}}\n---\nSay [DONE] with `mood`."
      ),
      (
        "contract-unmentioned",
        "---\noutput:\n  schema:\n    items(array):\n      verdict: string\n---\nGive items.",
        "---\noutput:\n  schema:\n    items(array):\n      verdict: string\n---\nGive items, each with a verdict."
      ),
      (
        "contract-unmentioned",
        "---\noutput:\n  schema:\n    verdict: string\n---\nReply with:\n{\"verdict\": \"...\"}",
        "---\noutput:\n  schema:\n    verdict: string\n---\nThe `verdict` is yes or no:\n{\"verdict\": \"...\"}"
      ),
      (
        "volatile-before-history",
        sections + rulesThenNow + "It is {{day}}.{{history}}",
        sections + rulesThenNow + "{{history}}{{role \"system\"}}It is {{day}}."
      ),
      (
        "contradictory-lines",
        "- Ask two questions about work.\n- Never ask two questions about work.",
        "- Ask one question about work.\n- Never ask two questions about work."
      ),
      (
        "conflicting-lengths", "- At most 150 words, please.\n- At most 80 words in total.",
        "- At most 150 words, please.\n- At most 2 questions in total."
      ),
      (
        "conflicting-topics", "{{! coachkit.topic allows lists}}a{{> p}}",
        "{{! coachkit.topic allows lists}}a"
      ),
      (
        "duplicate-lines", "- Use the person's own words.\nx\n- use the person's own words",
        "- Use the person's own words.\n- Use the coach's own words."
      ),
      (
        "example-fields",
        "---\noutput:\n  schema:\n    verdict: string\n    reason: string\n---\nA verdict and a reason:\n{\"verdict\": \"...\", \"reasons\": \"...\"}",
        "---\noutput:\n  schema:\n    verdict: string\n    reason: string\n---\nA verdict and a reason:\n{\"verdict\": \"...\", \"reason\": \"...\"}"
      ),
      (
        "impossible-comparison", phase + "{{#ifEquals phase \"insigth\"}}x{{/ifEquals}}{{n}}",
        phase + "{{#ifEquals phase \"insight\"}}x{{/ifEquals}}{{n}}"
      ),
      (
        "unknown-parameter", "---\nconfig: {temprature: 0.7}\n---\nx",
        "---\nconfig: {temperature: 0.7, extra: {top_k: 4}}\n---\nx"
      ),
      ("long-prompt", String(repeating: "Say less than this here. ", count: 900), "Say less."),
      ("portable-tags", "a\n{{~#if 1}}\nx\n{{/if}}\n", "a\n{{#if 1}}\nx\n{{/if}}\n"),
      ("portable-tags", "a ~{{1~}}\n{{#if 1}}\nx\n{{/if}}\n", "{{1}}\n{{#if 1}}\nx\n{{/if}}\n"),
      (
        "portable-tags", "{{#if 1}}a{{else with 2}}b{{/if}}",
        "{{#if 1}}a{{else if 2}}b{{/if}}"
      ),
      ("stray-blanks", "a\tb", "a b"), ("stray-blanks", "a \nb", "a\nb"),
      (
        "text-after-history", "{{role \"system\"}}x{{history}} And now?",
        "{{role \"system\"}}x{{history}}{{role \"user\"}}And now?"
      ),
      (
        "undeclared-input",
        "---\ninput: {schema: {day: string}}\ncoachkit.sections:\n  - {name: now, cache: volatile}\n---\n{{section \"now\"}}{{day}}",
        sections + "{{section \"now\"}}{{day}}"
      ),
      (
        "unwrapped-text",
        "---\ncoachkit.inputs:\n  a: {cache: personal, trust: untrusted}\n---\n<p>x</p>{{#each a}}{{this}}{{/each}}",
        "---\ncoachkit.inputs:\n  a: {cache: personal, trust: untrusted}\n---\n<p>{{#each a}}{{this}}{{/each}}</p>"
      ),
      (
        "unused-input", "---\ninput: {schema: {a: string, b: string}}\n---\n{{a}}",
        "---\ninput: {schema: {a: string, b: string}}\n---\n{{a}}{{#if b}}x{{/if}}"
      ),
    ])
  func rule(name: String, bad: String, good: String) throws {
    #expect(try rules(bad).contains("lint.\(name)"))
    #expect(try !rules(good).contains("lint.\(name)"))
    // A prompt can silence the rule.
    let silenced =
      bad.hasPrefix("---")
      ? "---\ncoachkit.ignore: [\(name)]\n" + bad.dropFirst(4)
      : "---\ncoachkit.ignore: [\(name)]\n---\n" + bad
    #expect(try !rules(silenced).contains("lint.\(name)"))
  }

  private func findings(_ files: [String: String]) throws -> [Diagnostic] {
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    #expect(library.diagnostics.isEmpty, "\(library.diagnostics)")
    return PromptLinter().findings(in: library)
  }

  @Test(
    "comparisons that are never true, each at its value and with what was meant",
    arguments: [
      ("{{#ifEquals phase \"insigth\"}}x{{/ifEquals}}", "did you mean 'insight'?"),
      ("{{#unlessEquals phase \"Insight\"}}x{{/unlessEquals}}", "did you mean 'insight'?"),
      ("{{#if n}}{{else ifEquals phase \"dawn\"}}x{{/if}}", "known: insight, welcome"),
      ("{{#ifEquals \"insigth\" phase}}x{{/ifEquals}}", "did you mean 'insight'?"),
      ("{{#ifEquals n \"9\"}}x{{/ifEquals}}", "by its schema, it must be integer"),
      ("{{#ifEquals n true}}x{{/ifEquals}}", "by its schema, it must be integer"),
      ("{{#with phase}}{{#ifEquals this \"x\"}}x{{/ifEquals}}{{/with}}", "known: insight, welcome"),
      ("{{> p given=phase}}", "did you mean 'insight'?"),
    ])
  func comparisons(text: String, hint: String) throws {
    let found = try findings([
      "P/p.v1.prompt": Self.phase + "{{phase}} {{n}}\n" + text,
      "P/_p.prompt": "{{#ifEquals given \"insigth\"}}x{{/ifEquals}}",
    ]).filter { $0.code == "lint.impossible-comparison" }
    expect(found.count, equals: 1)
    #expect(found.first?.hint?.hasPrefix(hint) ?? false, "\(found)")
    #expect(found.first?.location.map { $0.column > 5 } ?? false)
  }

  @Test("comparisons that can be true, or that nothing is known of")
  func possibleComparisons() throws {
    for text in [
      "{{#ifEquals n 9}}x{{/ifEquals}}", "{{#ifEquals phase n}}x{{/ifEquals}}",
      "{{#ifEquals phase null}}x{{/ifEquals}}", "{{#ifEquals @state.phase \"x\"}}x{{/ifEquals}}",
    ] {
      let found = try findings(["P/p.v1.prompt": Self.phase + "{{phase}} {{n}}\n" + text])
      #expect(!found.contains { $0.code == "lint.impossible-comparison" }, "\(found)")
    }
  }

  @Test("a partial may compare with a value that another prompt has")
  func sharedComparison() throws {
    let other = Self.phase.replacing("welcome, insight", with: "start, end")
    let partial =
      "{{#ifEquals phase \"end\"}}x{{/ifEquals}}{{#ifEquals phase \"edn\"}}x{{/ifEquals}}"
    let found = try findings([
      "P/a.v1.prompt": Self.phase + "{{phase}} {{n}}{{> shared}}",
      "P/b.v1.prompt": other + "{{phase}} {{n}}{{> shared}}", "P/_shared.prompt": partial,
    ]).filter { $0.code == "lint.impossible-comparison" }
    #expect(found.allSatisfy { $0.message.contains("\"edn\"") } && !found.isEmpty, "\(found)")
  }

  @Test(
    "examples of what the schema of the reply does not have",
    arguments: [
      ("[DONE]\n{\"mood\": \"...\", \"aha\": \"...\"}", "'aha'", "did you mean 'aha_insight'?"),
      ("Write [DONE] {\"moood\": \"low\"}", "'moood'", "did you mean 'mood'?"),
      (
        "[DONE]\n{\n  \"mood\": \"low\",\n  \"people\": [{\"nmae\": \"x\"}]\n}", "'nmae'",
        "did you mean 'name'?"
      ),
      ("{\"mood\": \"low\", \"colour\": \"...\"}", "'colour'", "known: "),
      ("[DONE]\n{\"mood\": \"lwo\"}", "\"lwo\"", "did you mean 'low'?"),
    ])
  func examples(text: String, what: String, hint: String) throws {
    let found = try findings(["P/p.v1.prompt": Self.done + text]).filter {
      $0.code == "lint.example-fields"
    }
    expect(found.count, equals: 1)
    #expect(found.first?.message.contains(what) ?? false, "\(found)")
    #expect(found.first?.hint?.hasPrefix(hint) ?? false, "\(found)")
  }

  @Test(
    "examples that fit, and JSON that is no example of the reply",
    arguments: [
      "[DONE]\n{\"mood\": \"...\", \"aha_insight\": \"{a}\", \"people\": [{\"name\": \"\\\"\"}]}",
      "[OTHER]\n{\"aha\": 1}", "{\"speaker\": \"person\", \"mood\": \"low\"}", "{\"mood\": \"low",
      "{ mood } and {}", "{\"mood\": \"low|high\"}",
    ])
  func noExamples(text: String) throws {
    let found = try findings(["P/p.v1.prompt": Self.done + text])
    #expect(!found.contains { $0.code == "lint.example-fields" }, "\(found)")
  }

  private static let done = """
    ---
    input:
      schema:
        said(array):
          speaker: string
          mood: string
    coachkit.contract:
      tags:
        DONE:
          form: signal
          payload:
            mood(enum): [low, high]
            aha_insight?: string
            people?(array):
              name: string
        OTHER: {form: signal}
    ---
    {{json said}}

    """

  @Test(
    "parameters that are not sent",
    arguments: [
      ("temprature: 0.7", "did you mean 'temperature'?"),
      ("max_tokens: 90", "did you mean 'maxOutputTokens'?"),
      ("top_p: 0.9", "did you mean 'topP'?"), ("topK: 4", "what only the provider knows"),
      ("temperature: warm", "it is a number from 0 to 2"),
      ("temperature: \"0.7\"", "it is a number from 0 to 2"),
      ("maxOutputTokens: 0", "it is a whole number above 0"),
      ("topP: 2", "it is a number from 0 to 1"),
      ("serviceTier: 1", "it is a text"),
    ])
  func parameters(config: String, hint: String) throws {
    let found = try findings(["P/p.v1.prompt": "---\nconfig:\n  \(config)\n---\nx"])
    #expect(found.map(\.code) == ["lint.unknown-parameter"], "\(found)")
    #expect(found.first?.hint?.hasPrefix(hint) ?? false, "\(found)")
    expect(found.first?.location?.line ?? 0, equals: 3)
  }

  @Test("a finding quotes a part of a long line, each of many inputs once")
  func longLine() throws {
    let inputs = (0..<500).map { "{{x\($0)}} {{x\($0)}}" }.joined(separator: " ")
    let prompt = "---\ncoachkit.inputs:\n  a: {cache: stable, trust: trusted}\n---\n" + inputs
    let library = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/p.v1.prompt": prompt]))
    let found = PromptLinter().findings(in: library).filter { $0.code == "lint.unwrapped-text" }
    #expect(found.count == 500)
    #expect(found.allSatisfy { ($0.excerpt?.text.count ?? 0) <= 160 })
  }

  @Test("a version that people get must be locked")
  func release() throws {
    #expect(try rules("x", labels: "p: {production: v1}").contains("lint.unlocked-release"))
    try expectEmpty(rules("x"))
  }

  @Test("a problem in a partial is reported once, in the partial; an unknown rule is reported")
  func places() throws {
    let files = InMemoryFileSystem([
      "P/a.v1.prompt": "{{> x}}", "P/b.v1.prompt": "{{> x}}", "P/_x.prompt": "one\ntwo\t",
      "P/c.v1.prompt": "---\ncoachkit.ignore: [stray-blnks]\n---\nx",
    ])
    let library = try PromptLibrary(folder: "P", files: files)
    let findings = PromptLinter().findings(in: library)
    #expect(findings.count == 2)
    #expect(findings[0].location == FileLocation(file: "P/_x.prompt", line: 2, column: 4))
    #expect(findings[1].hint == "did you mean 'stray-blanks'?")
    #expect(Set(PromptLinter.catalogue.map(\.name)).count == PromptLinter.catalogue.count)
  }
}
