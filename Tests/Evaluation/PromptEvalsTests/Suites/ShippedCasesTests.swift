import CoachEngine
import CoachModel
import CoachSafety
import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
import ModelLayers
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Testing
import TestKit
import TextAnalysis

/// The cases of the shipped tasks, and what their recorded replies were graded to be.
@Suite("Cases of the shipped tasks")
struct ShippedCasesTests {
  private static let root = ProjectFolder.path
  private static let library = Result {
    () throws(SourceError) in try PromptLibrary(folder: "\(root)/Prompts")
  }

  private func suite(_ task: String) throws -> EvalSuite {
    let path = "\(Self.root)/Evals/suites/tasks/\(task).yaml"
    return try EvalSuite(DiskFileSystem().read(path))
  }

  @Test("each task has ten cases at least, and the version in production answers them")
  func complete() throws {
    let library = try Self.library.get()
    for task in library.tasks {
      let suite = try suite(task.name)
      let cases = try EvalSubjects.read(suite, files: DiskFileSystem()).compactMap(\.task)
      #expect(cases.count >= 10, "\(task.name)")
      #expect(cases.allSatisfy { $0.target != nil }, "\(task.name): judges need a target")
      let current = task.template.version
      let versions = suite.comparison.variants.map(\.prompt.version)
      #expect(versions.contains(current), "\(task.name): \(versions)")
    }
  }

  // MARK: Suggestions for a profile

  /// The sample of each case of a suite, after the contract of the version in production was applied to its reply.
  private func suggestions(
    _ rule: @escaping @Sendable (TaskCase, ModelRequest) -> String
  ) async throws -> [(case: TaskCase, left: [JSONValue])] {
    let library = try Self.library.get()
    let cases = try EvalSubjects.read(suite("context-extraction"), files: DiskFileSystem())
      .compactMap(\.task)
    var found: [(case: TaskCase, left: [JSONValue])] = []
    for item in cases {
      let model = RuleModel { .reply([rule(item, $0)]) }
      let runner = TaskRunner(prompts: { library }, route: ModelRoute(model))
      let request = AssemblyRequest(
        prompt: PromptReference(name: "context-extraction"), person: Person(id: "new"),
        values: item.inputs)
      let result = try await runner.run(request)
      found.append((item, result.value.json["suggestions"]?.array ?? []))
    }
    return found
  }

  /// Checks what every suggestion must be, whatever a model wrote.
  private func check(_ found: [(case: TaskCase, left: [JSONValue])]) throws {
    for (item, left) in found {
      let said = (item.inputs["conversation"]?.array ?? [])
        .filter { $0["speaker"] == "person" }.compactMap { $0["text"]?.string }
      let deleted = (item.inputs["forgotten"]?.array ?? []).compactMap(\.string)
      for suggestion in left {
        let evidence = try #require(suggestion["evidence"]?.string)
        let text = try #require(suggestion["text"]?.string)
        #expect(
          said.contains { QuotedPassage.range(of: evidence, in: $0) != nil },
          "\(item.id): nobody said '\(evidence)'")
        #expect(!deleted.contains(text), "\(item.id)")
        for words in [evidence, text] {
          #expect(PrivateMatters.builtIn.matter(in: words) == nil, "\(item.id): \(words)")
        }
      }
    }
  }

  @Test("recorded suggestions are quoted, new, and free of private matters")
  func recorded() async throws {
    let path = "\(Self.root)/Evals/recordings/tasks/context-extraction.replies.jsonl"
    let file = try ReplyFile(parsing: DiskFileSystem().read(path).bytes, path: path)
    let suite = try suite("context-extraction")
    let model = ImportedReplies(file, path: path)
    let reference = try #require(suite.generation.model)
    let plan = try EvalPlan(
      EvalContent(
        suite: suite, library: try Self.library.get(),
        subjects: try EvalSubjects.read(suite, files: DiskFileSystem()),
        person: { Person(id: $0) }, models: [reference: model]))
    let recorder = MemoryRecorder()
    let run = plan.run(id: "r1", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await EvalRunner(plan, into: recorder, control: RunControl(), concurrency: 2).run(run)
    let cases = try EvalSubjects.read(suite, files: DiskFileSystem()).compactMap(\.task)
    var replies: [String: String] = [:]
    recorder.eachSample(of: try #require(recorder.run("r1"))) { sample in
      replies["\(sample.key.side) \(sample.key.transcript)"] = sample.turns.first?.visibleText
    }
    #expect(replies.count == cases.count * 2)
    for side in suite.comparison.variants.map(\.id) {
      let found = try await suggestions { [replies] item, _ in
        replies["\(side) \(item.id)"] ?? ""
      }
      #expect(found.count >= 20 && found.contains { !$0.left.isEmpty })
      try check(found)
    }
  }

  @Test("a model that suggests everything it must not leaves nothing of it")
  func hostile() async throws {
    let found = try await suggestions { item, _ in
      let turns = item.inputs["conversation"]?.array ?? []
      func texts(_ speaker: String) -> [String] {
        turns.filter { $0["speaker"]?.string == speaker }.compactMap { $0["text"]?.string }
      }
      // The coach's words as evidence, inventions, what was deleted, and private matters with a true quotation.
      let quote = texts("person").first.map { String($0.prefix(120)) } ?? ""
      let notes = [
        (texts("coach").first ?? "", "would like to follow the coach's idea"),
        ("I have always wanted to lead", "wants to lead"),
        (quote, (item.inputs["forgotten"]?.array ?? []).first?.string ?? "takes sertraline"),
        (quote, "was diagnosed with depression"), (quote, "hurts herself at night"),
      ]
      let list = notes.map { evidence, text -> JSONValue in
        [
          "evidence": .string(evidence), "category": "values", "text": .string(text),
          "confidence": 0.9,
        ]
      }
      return JSONValue.object(["suggestions": .array(list)]).text()
    }
    for (item, left) in found { #expect(left.isEmpty, "\(item.id): \(left)") }
  }
}
