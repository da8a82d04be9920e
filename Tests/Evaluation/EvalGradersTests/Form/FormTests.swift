import Documents
import EvalGraders
import EvalTestKit
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Graders of form")
struct FormTests {
  @Test(
    "length is measured in any unit",
    arguments: [
      ("words", "It's a well-being thing, 3.5 years.", 6.0),
      ("words", "それを一週間手放してみます。", 7), ("words", "ฉันรู้สึกเหนื่อย", 3), ("words", "다 내려놓으면 어떨까요?", 3),
      ("words", "", 0), ("words", "我在 Lisbon 工作", 3), ("sentences", "One. Two? Three…", 3),
      ("characters", " añ👩‍👩‍👧 ", 3), ("paragraphs", "One\ntwo\n\nthree\n\n\n", 2),
      ("paragraphs", "One:\n- two\n- three\n1. four", 4),
    ])
  func length(unit: String, text: String, count: Double) async throws {
    let yaml = "- {use: length, unit: \(unit), at_least: 0}"
    try await expect(GraderSamples.grade(yaml, text).measured, equals: count)
  }

  @Test("both bounds of a limit pass, and values beyond do not")
  func bounds() async throws {
    let yaml = "- {use: length, at_least: 2, at_most: 3}"
    for (text, isPass) in [("a", false), ("a b", true), ("a b c", true), ("a b c d", false)] {
      try await expect(GraderSamples.grade(yaml, text).isPass, equals: isPass, "\(text)")
    }
    try await expect(GraderSamples.grade(yaml, "a").reason, equals: "1 word, under 2")
    try await expect(GraderSamples.grade(yaml, "a b c d").reason, equals: "4 words, over 3")
    let problem = GraderSamples.problem("- {use: length, at_least: 3, at_most: 2}")
    #expect(problem?.message.contains("less than 'at_least'") == true)
  }

  @Test("questions are counted")
  func questions() async throws {
    for (options, isPass) in [
      ("exactly: 2", true), ("exactly: 1", false), ("at_least: 2", true), ("at_most: 1", false),
    ] {
      let grade = try await GraderSamples.grade(
        "- {use: question-count, \(options)}", "Why? And “what?”, you said. Who?")
      #expect(grade.isPass == isPass, "\(options)")
      #expect(grade.measured == 2)
    }
    #expect(GraderSamples.problem("- {use: question-count, exactly: 1, at_most: 2}") != nil)
  }

  @Test("the reading level follows the formula, for English texts that are long enough")
  func readingLevel() async throws {
    // 16 words and 23 syllables in one sentence: its reading ease is known to be 69.
    let hard =
      "This sentence, taken as a reading passage unto itself, is being used to prove a point."
    let yaml = "- {use: reading-level, at_most: 6}"
    let grade = try await GraderSamples.grade(yaml, hard)
    #expect(grade.verdict == .fail)
    #expect(abs(try #require(grade.measured) - 7.6125) < 0.001)
    let easy = "The cat sat on the mat. It was warm, and he slept."
    try await expect(GraderSamples.grade(yaml, easy).verdict, equals: .pass)
    try await expect(GraderSamples.grade(yaml, "The cat sat.").verdict, equals: .inconclusive)
    let german = GraderSamples.conversation(hard, language: "de")
    try await expect(GraderSamples.grade(yaml, german).verdict, equals: .inconclusive)
  }

  @Test(
    "json",
    arguments: [
      ("", #"{"a": 1}"#, true), ("", "Here: {\"a\": 1}", false), ("", "no", false),
      ("repair: true", "Here: {\"a\": 1,}", true), ("repair: true", "no", false),
      ("", #"{"a": 1, "a": 2}"#, false), ("repair: true", #"So: {"a": 1, "a": 2}"#, false),
      ("repair: true, schema: {a: integer}", #"Not "{"a": "x"}", but {"a": 1}"#, true),
      ("repair: true, schema: {a: integer}", #"{"a": 1}, no: {"a": "x"}"#, false),
      ("schema: {a: integer}", #"{"a": 1}"#, true), ("schema: {a: integer}", #"{"a": "x"}"#, false),
      ("schema: {type: object, required: [b]}", #"{"a": 1}"#, false),
    ])
  func json(options: String, text: String, isPass: Bool) async throws {
    let yaml = options.isEmpty ? "- json" : "- {use: json, \(options)}"
    try await expect(GraderSamples.grade(yaml, text).isPass, equals: isPass)
  }

  @Test("json reports repairs and the number of violations of the schema")
  func repaired() async throws {
    let yaml = "- {use: json, repair: true, schema: {a: integer, b: string}}"
    let grade = try await GraderSamples.grade(yaml, "Well: {\"a\": 'x', \"b\": 2,}")
    #expect(grade.verdict == .fail)
    #expect(grade.measured == 2)
    #expect(grade.details["repaired"]?.array?.contains("extra comma") == true)
  }

  @Test("an invalid schema is rejected, inline or in a file")
  func brokenSchema() throws {
    let misspelt = GraderSamples.problem("- {use: json, schema: {type: object, reqired: [a]}}")
    #expect(misspelt?.message.contains("reqired") == true)
    let folder = try TemporaryFolder()
    try folder.write(#"{"type": "objekt"}"#, to: "schema.json")
    let yaml = "- use: json\n  schema_file: schema.json"
    #expect(GraderSamples.problem(yaml, folder: folder.path)?.location?.line == 2)
    try folder.write(#"{"type": "object"}"#, to: "schema.json")
    #expect(GraderSamples.problem(yaml, folder: folder.path) == nil)
  }

  @Test(
    "tag-contract",
    arguments: [
      ("", "Well [PATTERN: x] then", false, "the prompt declares no [PATTERN]"),
      ("", "See [1], [OK] and [a](b).", true, ""),
      ("", "Bye. [DISCOVERY_COMPLETE]", false, "its payload is missing"),
      ("", "Bye. [/DISCOVERY_COMPLETE]", false, "is not written as the prompt declares it"),
      ("require: DISCOVERY_COMPLETE", "Bye.", false, "no [DISCOVERY_COMPLETE]"),
      ("require: MEMORY", "Bye.", false, "which the prompt does not declare"),
      (
        "forbid: [DISCOVERY_COMPLETE]", "Bye.\n[DISCOVERY_COMPLETE]\n{}", false,
        "has [DISCOVERY_COMPLETE]"
      ),
      (
        "at_most: {DISCOVERY_COMPLETE: 0}", "Bye.\n[DISCOVERY_COMPLETE]\n{}", false,
        "1 of [DISCOVERY_COMPLETE], over 0"
      ),
    ])
  func tags(options: String, text: String, isPass: Bool, reason: String) async throws {
    let conversation = GraderSamples.conversation(
      text, contract: try GraderSamples.contract("discovery"))
    let yaml = options.isEmpty ? "- tag-contract" : "- {use: tag-contract, \(options)}"
    let grade = try await GraderSamples.grade(yaml, conversation)
    #expect(grade.isPass == isPass)
    #expect((grade.reason ?? "").contains(reason), "\(grade.reason ?? "")")
  }

  @Test("an invalid tag name is rejected")
  func tagNames() {
    for options in ["require: memory", "forbid: '1A'", "at_most: {x: 1}", "at_most: {MEMORY: -1}"] {
      #expect(GraderSamples.problem("- {use: tag-contract, \(options)}")?.code == "grader.option")
    }
    #expect(GraderSamples.problem("- {use: tag-contract, require: A, forbid: A}") != nil)
  }

  @Test("undeclared tags are distinguished from other brackets")
  func undeclaredTags() {
    let text = "[A] [AB] [ABC] [DEF: x] [/GHI] [JKL x] [1AB] [MN_O2] [Abc] [XYZ"
    #expect(UndeclaredTags.names(in: text) == ["ABC", "DEF", "GHI", "MN_O2"])
  }
}
