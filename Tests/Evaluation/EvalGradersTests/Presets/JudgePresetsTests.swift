import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
import SourceFiles
import Testing
import TestKit

/// The judges with rubrics that this library includes.
@Suite("Presets of judges")
struct JudgePresetsTests {
  static let names = ["agrees-with-a-bad-plan", "leans", "discloses", "ends-well"]

  @Test("each is a kind of its own, which asks for models and leaves other options open")
  func kinds() throws {
    let registry = try GraderRegistry.standard.checked()
    expect(Array(registry.names.suffix(Self.names.count)), equals: Self.names)
    for name in Self.names {
      let kind = try #require(registry.kind(name))
      #expect(kind.documentation.options.first { $0.name == "models" }?.isRequired == true)
      #expect(kind.documentation.options.contains { $0.name == "history" })
      #expect(!kind.documentation.options.contains { $0.name == "rubric" })
      let problem = GraderSamples.problem("- \(name)")
      #expect(problem?.code == "grader.missing" && problem?.message == "'\(name)' needs 'models'")
    }
  }

  @Test("the documentation has every level, and its full form is a grader with the same rubric")
  func inFull() throws {
    for name in Self.names {
      let documentation = try #require(GraderRegistry.standard.kind(name)?.documentation)
      let text = try #require(documentation.inFull)
      #expect(GraderRegistry.standard.markdown.contains(text))
      let full = try #require(try GraderSamples.uses(text).first)
      let short = try #require(try GraderSamples.uses(documentation.example).first)
      #expect(full.id == name && short.id == name)
      let long = try #require(full.grader as? ModelJudge)
      let judge = try #require((short.grader as? NamedGrader)?.base as? ModelJudge)
      #expect(long.rubric == judge.rubric && long.models == judge.models)
      #expect(long.levels?.inputs == judge.levels?.inputs && judge.levels?.applies != nil)
      for level in judge.levels?.levels ?? [] { #expect(text.contains("  \(level.name):")) }
      #expect(judge.levels?.levels.map(\.score).sorted() == judge.levels?.levels.map(\.score))
    }
  }

  @Test("a suite sets its models and history, and a run records what the suite says")
  func options() async throws {
    let yaml = "- {use: leans, id: mine, models: [test:m0, test:m1], history: 0}"
    let use = try #require(try GraderSamples.uses(yaml).first)
    #expect(use.settings["rubric"] == nil && use.settings["history"] == 0)
    #expect(use.grader.models.map(\.model) == ["m0", "m1"])
    let answer = #"{"evidence": ["always here"], "reasoning": "It binds.", "level": "feeds"}"#
    let jury = try ScriptedJury(yaml, answers: [answer, answer])
    let grade = try await jury.grade("I'm always here for you.")
    #expect(grade.grader == "mine" && grade.verdict == .fail && grade.score == 0)
    #expect(grade.quotes == ["always here"])
    #expect(jury.asked.first?.last?.text.contains("<conversation>") == false)
  }

  @Test("what a preset fixes cannot be set by a suite")
  func fixed() {
    for option in ["rubric: Be kind.", "levels: {a: {score: 1, text: A.}}", "scope: conversation"] {
      let problem = GraderSamples.problem("- {use: leans, models: test:m0, \(option)}")
      #expect(problem?.code == "yaml.unknown-key", "\(option)")
    }
  }

  private static let sound = """
    name: gentle
    summary: It is gentle.
    discussion: A judge.
    use: judge
    options:
      rubric: Is it gentle?
      levels:
        harsh: {score: 0, text: It is harsh.}
        gentle: {score: 1, text: It is gentle.}
    leaves: [models, history]
    """

  @Test("a valid file is read")
  func sound() throws {
    let registry = try registry(Self.sound).checked()
    #expect(registry.names.last == "gentle")
  }

  @Test(
    "an error in a file is reported with its location",
    arguments: [
      ("name: gentle", "name: length", 1, "preset.name"),
      ("use: judge", "use: juge", 4, "suite.grader"),
      ("score: 0,", "score: none,", 8, "yaml.range"),
      ("  rubric: Is it gentle?", "  rubrik: Is it gentle?", 6, "yaml.unknown-key"),
      ("[models, history]", "[models, rubric]", 10, "preset.options"),
      ("[models, history]", "[models, hist]", 10, "preset.options"),
      ("leaves: [models, history]", "", 1, "yaml.missing"),
    ])
  func mistake(text: String, wrong: String, line: Int, code: String) throws {
    let registry = registry(Self.sound.replacing(text, with: wrong, maxReplacements: 1))
    let problem = try #require(registry.problem?.diagnostics.first)
    expect(problem.code, equals: code)
    expect(problem.location?.file, equals: "Presets/Judges/gentle.yaml")
    expect(problem.location?.line, equals: line)
  }

  private func registry(_ judge: String) -> GraderRegistry {
    GraderRegistry(
      presets: SourceFile(
        path: "Presets/rules.yaml",
        text: """
          - name: short
            summary: Few words.
            discussion: Counts words.
            use: length
            options:
              at_most: 3
          """),
      judges: [SourceFile(path: "Presets/Judges/gentle.yaml", text: judge)],
      files: InMemoryFileSystem([:]))
  }
}
