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

  private static let rulesThenNow =
    "{{role \"system\"}}{{section \"rules\"}}Be kind.{{section \"now\"}}"

  private func rules(_ prompt: String, partials: [String: String] = [:], labels: String? = nil)
    throws
    -> [String]
  {
    var files = ["P/p.v1.prompt": prompt]
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
        "contradictory-lines", "- At most 150 words, please.\n- At most 80 words in total.",
        "- At most 150 words, please.\n- At most 2 questions in total."
      ),
      (
        "duplicate-lines", "- Use the person's own words.\nx\n- use the person's own words",
        "- Use the person's own words.\n- Use the coach's own words."
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
