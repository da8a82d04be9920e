import CoachModel
import Documents
@testable import EvalGraders
import EvalTestKit
import SourceFiles
import Testing
import TestKit

/// The presets that this library includes.
@Suite("Presets of graders")
struct GraderPresetsTests {
  private static let names = [
    "forbidden.clinical", "forbidden.ai", "forbidden.paywall", "forbidden.phase",
    "forbidden.affirmation", "no-advice", "praise", "machine-prose", "no-dashes", "no-exclamation",
  ]

  @Test("all presets are read and listed in the order of the file")
  func order() throws {
    let registry = try GraderRegistry.standard.checked()
    let presets = registry.kinds.map(\.documentation)
      .filter { $0.inFull != nil && $0.options.isEmpty }.map(\.name)
    #expect(presets == Self.names)
    let rules =
      ["one-question", "opening-length"] + Self.names + ["completion", "no-tag-leak", "guardrails"]
    #expect(Array(registry.names.prefix(rules.count)) == rules)
    try expect(registry.withoutOptions.map(\.id), equals: rules)
  }

  @Test("the full form of a preset is a use of the general grader with the same verdicts")
  func inFull() async throws {
    let talks = [
      ("Mm.", "You should see this as a disorder with a price. Great! In this phase, why not?"),
      ("Is this a bot?", "As an AI I say: that's really good. What a good question!"),
      ("I build robots.", "I'm an AI. What does that cost you?"),
      (
        "My therapist said so.",
        "It sounds like a journey — beautiful, powerful! What about therapy?"
      ),
    ]
    for name in Self.names {
      let documentation = try #require(GraderRegistry.standard.kind(name)?.documentation)
      let text = try #require(documentation.inFull)
      let full = try GraderSamples.uses(text)
      #expect([["forbidden"], ["regex"]].contains(full.map(\.settings["use"])))
      #expect(full.map(\.id) == [name])
      for (person, coach) in talks {
        let conversation = GraderSamples.conversation(coach, after: [Message(.user, person)])
        let short = try await GraderSamples.grades("- \(name)", conversation)
        try await expect(GraderSamples.grades(text, conversation), equals: short, "\(name)")
      }
    }
  }

  @Test("a suite can rename a preset, and a run records only what the suite says")
  func renamed() async throws {
    let use = try #require(try GraderSamples.uses("- {use: no-advice, id: mine}").first)
    #expect(use.summary == GraderRegistry.standard.kind("no-advice")?.documentation.summary)
    #expect(Array(use.settings.keys) == ["use"])
    let grades = try await use.grade(GraderSamples.conversation("You should rest."), with: .none)
    #expect(grades.map(\.grader) == ["mine"])
    #expect(grades.map(\.reason) == ["says 'you should'"])
    #expect(try GraderRegistry.standard.withoutOptions.allSatisfy { $0.settings.isEmpty })
  }

  @Test("presets need no tools, so that a run need not store each call")
  func needsNoTools() throws {
    let needy = try Self.names.filter {
      try GraderSamples.uses("- \($0)").contains { $0.grader.needsTools }
    }
    expect(needy, equals: [])
    #expect(
      try GraderSamples.uses("- {use: no-advice, id: mine}").allSatisfy { !$0.grader.needsTools })
  }

  @Test(
    "reasons name what was found",
    arguments: [
      ("forbidden.clinical", "Is it Depression?", "says 'depression'"),
      ("forbidden.ai", "As a chatbot, no.", "says 'as a chatbot' unasked"),
      ("forbidden.affirmation", "Well. That’s a good point!", "says only 'That’s a good point!'"),
      ("forbidden.affirmation", "So, really, very good.", "says only 'So, really, very good.'"),
    ])
  func reasons(grader: String, text: String, reason: String) async throws {
    try await expect(GraderSamples.grade("- \(grader)", text).reason, equals: reason)
  }

  @Test("a terminal shows the words of a preset")
  func terminal() throws {
    let kind = try #require(GraderRegistry.standard.kind("forbidden.ai"))
    let text = GraderRegistry.standard.text(of: kind)
    for part in ["- use: forbidden\n", "    id: forbidden.ai\n", "    words: [as an ai, "] {
      #expect(text.contains(part), "\(part)")
    }
  }
}

/// The errors of an invalid data file.
@Suite("An invalid file of presets")
struct GraderPresetsFileTests {
  private static let sound = """
    - name: no-hustle
      summary: No hustle.
      discussion: Finds the word.
      use: forbidden
      options:
        # Ours.
        words: [hustle,
          grind*]

        alone: true

    # The next one.
    - name: short
      summary: Few words.
      discussion: Counts words.
      use: length
      options:
        at_most: 3
    """

  private func registry(_ text: String) -> GraderRegistry {
    GraderRegistry(
      presets: SourceFile(path: "Presets/rules.yaml", text: text), files: InMemoryFileSystem([:]))
  }

  @Test("a valid file is read, and its options are shown as written")
  func sound() throws {
    let registry = try registry(Self.sound).checked()
    let presets = registry.kinds.map(\.documentation).filter { $0.inFull != nil }
    #expect(
      presets.map(\.inFull) == [
        """
        - use: forbidden
          id: no-hustle
          words: [hustle,
            grind*]

          alone: true
        """,
        """
        - use: length
          id: short
          at_most: 3
        """,
      ])
  }

  @Test(
    "an error is reported with its location",
    arguments: [
      ("name: no-hustle", "name: ''", 1, "yaml.empty-text"),
      ("name: no-hustle", "nmae: no-hustle", 1, "yaml.missing"),
      ("name: short", "name: no-hustle", 13, "preset.name"),
      ("name: short", "name: length", 13, "preset.name"),
      ("summary: No hustle.", "summry: No hustle.", 1, "yaml.missing"),
      ("use: forbidden", "use: frobidden", 4, "suite.grader"),
      ("words: [hustle,", "wrods: [hustle,", 7, "yaml.unknown-key"),
      ("alone: true", "alone: perhaps", 10, "yaml.type"),
      ("alone: true", "turns: 1", 10, "preset.options"),
      ("at_most: 3", "at_most: three", 18, "yaml.range"),
      ("at_most: 3", "unit: words", 18, "grader.option"),
      ("    at_most: 3", "    {at_most: 3}", 18, "preset.options"),
      ("use: length", "use: length\n  turns: 1", 17, "yaml.unknown-key"),
    ])
  func mistake(text: String, wrong: String, line: Int, code: String) throws {
    let registry = registry(Self.sound.replacing(text, with: wrong, maxReplacements: 1))
    let problem = try #require(registry.problem?.diagnostics.first)
    expect(problem.code, equals: code)
    expect(problem.location?.file, equals: "Presets/rules.yaml")
    expect(problem.location?.line, equals: line)
  }

  @Test("an invalid file stops every suite, whether it uses presets or not")
  func unreadable() throws {
    let registry = registry("").adding()
    let suite = SourceFile(path: "suite.yaml", text: "- one-question\n")
    #expect(throws: SourceError.self) { _ = try registry.graders(in: suite) }
    #expect(throws: SourceError.self) { _ = try registry.withoutOptions }
    #expect(throws: SourceError.self) { _ = try registry.checked() }
    #expect(registry.kind("length") != nil)
  }
}
