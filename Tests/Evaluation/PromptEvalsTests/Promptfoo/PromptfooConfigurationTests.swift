import CoachModel
import Documents
import EvalGraders
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import ReplyContracts
import SourceFiles
import Testing
import TestKit

@Suite("Converting configurations of promptfoo")
struct PromptfooConfigurationTests {
  private static let configuration = """
    description: Short answers
    prompts:
      - "Answer in one line: {{question}}"
      - file://chat.json
    providers: [openai:chat:gpt-6-luna, file://own.py]
    defaultTest:
      assert:
        - {type: latency, threshold: 4000}
    assertionTemplates:
      polite: {type: not-contains, value: must}
    tests:
      - description: A bus
        vars: {question: "Late?", place: [north, south]}
        assert:
          - {type: icontains, value: "bus (2)"}
          - {$ref: "#/assertionTemplates/polite"}
          - {type: llm-rubric, value: "Names {{question}}"}
          - {type: python, value: len(output) < 9}
        metadata: {conversationId: c1, owner: Kim}
      - file://more.csv
    evaluateOptions: {repeat: 2}
    """

  private let files = InMemoryFileSystem([
    "X/promptfooconfig.yaml": configuration,
    "X/chat.json":
      #"[{"role":"system","content":"Be brief."},{"role":"user","content":"{{question}}"}]"#,
    "X/more.csv":
      "question,__expected,__description\nWhy?,equals: Because.,Reason\nHow?,similar(0.8): So,\n",
  ])

  private func converted() throws -> (files: [(path: String, text: String)], notes: [String]) {
    try PromptfooConfiguration(files.read("X/promptfooconfig.yaml"), files: files).converted()
  }

  @Test("it becomes prompts, cases and a suite that can be read")
  func whole() throws {
    let (written, _) = try converted()
    #expect(
      written.map { $0.path } == [
        "short-answers.v1.prompt", "short-answers.v2.prompt", "short-answers.cases.yaml",
        "short-answers.yaml",
      ])
    let disk = InMemoryFileSystem(
      Dictionary(uniqueKeysWithValues: written.map { ("O/\($0.path)", $0.text) }))
    let suite = try EvalSuite(disk.read("O/short-answers.yaml"), files: disk)
    #expect(suite.generation.model?.description == "openai:gpt-6-luna")
    #expect(
      suite.comparison.variants.map { "\($0.prompt)" } == ["short-answers@v1", "short-answers@v2"])
    #expect(suite.grading.graders.map(\.id).contains("rubric"))
    let tasks = try EvalSubjects.read(suite, files: disk).compactMap(\.task)
    #expect(tasks.count == 4)
    let first = try #require(tasks.first)
    #expect(first.title == "A bus" && first.cluster == "c1" && first.target == "Names Late?")
    #expect(first.inputs == ["question": "Late?", "place": "north"])
    #expect(first.expectations.map(\.kind) == ["matches", "lacks"])
    #expect(first.expectations.first?.source["pattern"] == #"(?i:bus \(2\))"#)
    #expect(tasks[2].expectations.first?.source["pattern"] == #"^Because\.$"#)
    let library = try PromptLibrary(folder: "O", files: disk)
    let chat = try library.template(PromptReference(name: "short-answers", version: "v2"))
    #expect(chat.reference == "short-answers@v2")
  }

  @Test("each kind of assertion says what it became, or that it has no counterpart")
  func notes() throws {
    let notes = try converted().notes
    for line in [
      "2 × icontains: rules of the case ('expect')", "2 × not-contains: rules",
      "2 × llm-rubric: the 'target' of the case, for the judge",
      "2 × python: no counterpart: a program; write it as a grader 'command'",
      "1 × equals: rules", "1 × similar: no counterpart",
      "4 × latency: the grader 'latency', for all cases",
      "left out, without counterpart: evaluateOptions", "left out of 2 tests: metadata.owner",
      "2 providers",
    ] {
      #expect(notes.contains { $0.hasPrefix(line) }, "\(line) in \(notes)")
    }
  }

  @Test(
    "assertions become what they demand",
    arguments: [
      ("contains-any", ["a.b", "c"] as JSONValue, #"(?:a\.b|c)"#, "matches"),
      ("not-icontains-any", "x, y", "(?i:x|y)", "lacks"), ("starts-with", "A", "^A", "matches"),
      ("not-equals", "A", "^A$", "lacks"), ("regex", #"\d+"#, #"\d+"#, "matches"),
    ])
  func rules(type: String, value: JSONValue, pattern: String, demand: String) {
    let became = PromptfooAssertion(type: type, value: value, threshold: nil, vars: [:])
    guard case .rules(let rules) = became else {
      Issue.record("\(became)")
      return
    }
    #expect(rules.first?["pattern"]?.string == pattern && rules.first?[demand] == "text")
  }

  @Test("what cannot be converted is said, not guessed")
  func missing() {
    for (type, value) in [
      ("not-contains-all", ["a", "b"] as JSONValue), ("regex", #"(a)\1"#), ("not-is-json", .null),
      ("contains", "{{unknown}}"), ("contains", ["a"]), ("moderation", .null),
    ] {
      let became = PromptfooAssertion(type: type, value: value, threshold: nil, vars: [:])
      guard case .missing = became else {
        Issue.record("\(type): \(became)")
        continue
      }
    }
  }

  @Test("a suite and other files are no configuration; a missing file is an error")
  func detection() throws {
    func isOne(_ text: String, _ path: String = "a.yaml") -> Bool {
      PromptfooConfiguration.isConfiguration(SourceFile(path: path, text: text))
    }
    #expect(isOne(Self.configuration) && isOne(#"{"prompts":["a"],"providers":["b"]}"#, "a.json"))
    #expect(!isOne("name: s\ncases: c.yaml\nvariants: []") && !isOne("prompts: [a]", "a.txt"))
    let broken = InMemoryFileSystem(["X/p.yaml": "prompts: [file://none.txt]\ntests: []"])
    let error = #expect(throws: SourceError.self) {
      try PromptfooConfiguration(broken.read("X/p.yaml"), files: broken)
    }
    expect(error?.description ?? "", contains: "X/none.txt")
  }
}
