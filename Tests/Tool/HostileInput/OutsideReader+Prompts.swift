import CoachModel
import Documents
import PromptTemplates
import SourceFiles

extension OutsideReader {
  /// Readers of prompts, and of the values they are given.
  static let prompts: [OutsideReader] = [
    OutsideReader(
      "template",
      shapes: [
        Shape("text", "word "), Shape("lines", "line\n"), Shape("values", "{{x}} "),
        Shape("conditions", "{{#if x}}a{{else}}b{{/if}}"), Shape("open conditions", "{{#if x}}"),
        Shape("open tags", "{{"), Shape("comments", "{{!-- a --}}"), Shape("escapes", "\\{{x}}"),
        Shape("loops", "{{#each list}}{{this}}{{/each}}"), Shape("braces", "{"),
        Shape("closers", "}}"),
        Shape("roles", "{{role \"user\"}}a"), Shape("sections", "{{#section \"s%\"}}a{{/section}}"),
        Shape("front matter", head: "---\n", "a%: 1\n", tail: "---\n"),
        Shape("long expression", head: "{{x ", "a=1 ", tail: "}}"), Shape("blank lines", "\n"),
      ],
      words: [
        "{{", "}}", "{{{", "}}}", "{{#if x}}", "{{/if}}", "{{else}}", "{{#each list}}", "{{/each}}",
        "{{x}}",
        "{{>p}}", "{{role \"user\"}}", "{{history}}", "{{!--", "--}}", "~", "\\", "---\n",
        "input:\n", "  schema:\n",
        "    x: string\n", "\n", " ", "a", "\"", "(", ")", "=", "@index", "../", ".",
      ]
    ) { bytes in
      guard
        let library = try? PromptLibrary(
          folder: "P", files: InMemoryFileSystem(["P/p.v1.prompt": bytes.text]))
      else { return }
      _ = library.diagnostics.prefix(100).map(\.description)
      _ = try? library.render(
        PromptReference(name: "p"), with: PromptInputs(["x": "a", "list": ["b", "c"]]))
    },
    OutsideReader(
      "values",
      shapes: [
        Shape("words", "word "), Shape("lines", "\n"), Shape("markup", "<a"),
        Shape("brackets", "["),
        Shape("tags", "[DONE]"), Shape("headings", "\n# a"), Shape("rules", "\n---"),
        Shape("soft hyphens", "\u{AD}"), Shape("bars", "<|"),
        Shape("tags with soft hyphens", "[\u{AD}D\u{AD}ONE"),
        Shape("fullwidth", "＜ａ"), Shape("closers", "</person>"), Shape("blanks", " "),
        Shape("bold", "*"),
      ],
      words: [
        "<", "</", ">", "<|", "|>", "[", "]", "DONE", "INST", "person", "#", " ", "\n", "---",
        "===",
        "\u{AD}", "\u{200B}", "＜", "а", "im_start", "a",
      ]
    ) { bytes in
      _ = try? Self.library?.render(
        PromptReference(name: "p"),
        with: PromptInputs(
          ["x": .string(bytes.text)], untrusted: ["x"],
          history: [Message(.user, bytes.text), Message(.assistant, "Yes?")]))
    },
    OutsideReader(
      "tokens",
      shapes: [
        Shape("words", "word "), Shape("letters", "a"), Shape("digits", "1"), Shape("han", "漢"),
        Shape("emoji", "👩🏽‍💻"), Shape("blanks", " "), Shape("lines", "\n"), Shape("bytes", "\u{FFFD}"),
      ],
      words: ["a", " ", "\n", "漢", "👩🏽‍💻", "1", "'s", "!", "é"]
    ) { bytes in _ = TokenEstimator().count(bytes[...]) },
    OutsideReader(
      "trimming",
      shapes: [
        Shape("words", "word "), Shape("lines", "line\n"), Shape("letters", "a"), Shape("han", "漢"),
      ],
      words: ["a", " ", "\n", "漢", ". "]
    ) { bytes in
      guard let prompt = try? Self.trimmed?.prompt(PromptReference(name: "p")) else { return }
      let inputs = PromptInputs(["note": .string(bytes.text), "facts": [.string(bytes.text)]])
      _ = try? prompt.render(prompt.bind(inputs), within: TokenBudget(500))
    },
    OutsideReader(
      "difference",
      shapes: [
        Shape("new lines", "line % of many\n"), Shape("equal lines", "line\n"),
        Shape("two lines", "a\nb\n"), Shape("words", "word% "), Shape("equal words", "word "),
        Shape("numbers", "%\n"), Shape("blank lines", "\n"),
      ],
      words: ["a", "b", "word ", "\n", "line ", ". ", "é"]
    ) { bytes in
      // The second half in place of the first, and the whole with a first line that is new.
      let half = bytes.count / 2
      _ = TextDifference(from: bytes[..<half].text, to: bytes[half...].text)
      _ = TextDifference(from: bytes.text, to: "new\n" + bytes.text + "x")
    },
  ]

  private static let trimmed = try? PromptLibrary(
    folder: "P",
    files: InMemoryFileSystem([
      "P/p.v1.prompt": """
      ---
      coachkit.inputs:
        facts: {cache: personal, trust: untrusted}
        note: {cache: volatile, trust: untrusted}
      coachkit.sections:
        - {name: person, cache: personal, priority: 2}
        - {name: note, cache: volatile, priority: 3, maximum: 80}
      ---
      {{section "person"}}{{#each facts}}{{this}}{{/each}}
      {{section "note"}}{{note}}
      """
    ]))

  private static let library = try? PromptLibrary(
    folder: "P",
    files: InMemoryFileSystem([
      "P/p.v1.prompt": """
      ---
      coachkit.contract:
        tags:
          DONE: {form: signal}
      ---
      {{role "system"}}<person>{{x}}</person>
      {{history}}
      """
    ]))
}
