import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Synchronization
import Testing
import TestKit

@Suite("Runs with tools and embedding models")
struct ToolCallRunTests {
  private static let tools = """
    tools:
      - name: remind
        description: Reminds the person.
        parameters: {day: string}
    tool_choice: required
    """

  /// Calls the tool for one day under `one` and for another under `two`.
  private static func calls(_ request: ModelRequest) -> ScriptedModel.Turn {
    let day = request.messages[0].text.contains("two") ? "Friday" : "Monday"
    return .calling(
      [ToolCall(id: "c1", name: "remind", arguments: "{\"day\": \"\(day)\"}")], after: ["Sure."])
  }

  private func bench(_ day: String, _ model: RuleModel) throws -> EvalBench {
    try EvalBench(
      Self.tools, graders: "[{use: tool-calls, calls: [{tool: remind, exact: {day: \(day)}}]}]",
      transcripts: 2, model: model)
  }

  @Test("declared tools are sent, and what the model calls is stored and graded")
  func run() async throws {
    let model = RuleModel(rule: Self.calls)
    let recorder = MemoryRecorder()
    let report = try await bench("Monday", model).report(into: recorder)
    #expect(model.requests.allSatisfy { $0.tools.map(\.name) == ["remind"] })
    #expect(model.requests.allSatisfy { $0.toolChoice == .required })
    let values = try #require(report.metric("tool-calls")).values
    #expect(values["a"]?.estimate.value == 1 && values["b"]?.estimate.value == 0)
    #expect(values["written"] == nil)
    let sample = try #require(
      recorder.samples(of: report.run, transcript: "t1").first { $0.key.side == "a" })
    #expect(
      sample.turns.map { $0.toolCalls?.first?.arguments }
        == Array(repeating: "{\"day\": \"Monday\"}", count: 2))
    #expect(EvalSample(.object(sample.json))?.turns == sample.turns)
  }

  @Test("stored calls are graded again without calling the candidate")
  func again() async throws {
    let model = RuleModel(rule: Self.calls)
    let recorder = MemoryRecorder()
    _ = try await bench("Monday", model).report(into: recorder)
    let asked = model.requests.count
    let bench = try bench("Friday", model)
    let plan = try bench.plan()
    try await EvalRunner(plan, into: recorder).grade(
      try #require(recorder.run("r1")), from: recorder, as: bench.newRun(plan, id: "r2"))
    let again = try EvalReport(try #require(recorder.run("r2")), from: recorder)
    let values = try #require(again.metric("tool-calls")).values
    #expect(values["a"]?.estimate.value == 0 && values["b"]?.estimate.value == 1)
    #expect(model.requests.count == asked)
  }

  @Test(
    "tools that nobody could call, or nobody declared, are found before anything runs",
    arguments: [
      ("replay: conversation\n\(tools)", "nobody would answer"),
      ("tools: [{name: a b, description: d}]", "cannot be the name of a tool"),
      ("tools: [{name: a, description: d}, {name: a, description: d}]", "two tools"),
      ("tools: [{name: a, description: d, parameters: {type: objekt}}]", "schema is invalid"),
      ("tools: [{name: a, description: d}]\ntool_choice: b", "'tool_choice' cannot be 'b'"),
      ("tool_choice: required", "the suite declares none"), ("", "none are declared for a"),
    ])
  func problems(more: String, problem: String) {
    do {
      _ = try EvalBench(
        more, graders: "[{use: tool-calls, none: true}]", model: RuleModel(rule: Self.calls)
      ).plan()
      Issue.record("a problem was expected: \(problem)")
    } catch {
      #expect("\(error)".contains(problem), "\(error)")
    }
  }

  @Test("the product's turn declares no tools")
  func turn() {
    #expect(throws: SourceError.self) {
      try EvalBench.suite(Self.tools, pipeline: .turn)
    }
  }

  /// Vectors by the length of texts, and a count of calls.
  private final class LengthEmbeddings: EmbeddingModel {
    let identity = ModelIdentity(provider: "test", model: "vectors")
    let calls = Mutex(0)

    func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
      calls.withLock { $0 += 1 }
      return TextEmbeddings(vectors: texts.map { [1, Double($0.utf8.count % 3)] })
    }
  }

  @Test("an embedding model is asked once for each pair of texts, and a missing one is found early")
  func embeddings() async throws {
    func suite(_ limit: String) throws -> EvalSuite {
      try EvalBench.suite(
        graders:
          "[{use: embedding-similarity, id: near, model: test:vectors, text: Hi!, at_least: \(limit)}]"
      )
    }
    let model = RuleModel(rule: EvalBench.asks)
    var content = try EvalBench(transcripts: 1, model: model).plan().content
    content.suite = try suite("-1")
    #expect(throws: SourceError.self) { try EvalPlan(content) }
    let vectors = LengthEmbeddings()
    content.embeddings = [ModelReference(provider: "test", model: "vectors"): vectors]
    let recorder = MemoryRecorder()
    let plan = try EvalPlan(content)
    let run = plan.run(id: "r1", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await EvalRunner(plan, into: recorder).run(run)
    let report = try EvalReport(try #require(recorder.run("r1")), from: recorder)
    #expect(report.metric("near")?.values["a"]?.estimate.value == 1)
    #expect(report.sides.first?.overhead.calls == 2)
    let asked = vectors.calls.withLock { $0 }
    #expect(asked == 6)
    content.suite = try suite("1")
    let stricter = try EvalPlan(content)
    try await EvalRunner(stricter, into: recorder).grade(
      try #require(recorder.run("r1")), from: recorder,
      as: stricter.run(id: "r2", started: "2026-03-31 10:20:31Z", suitePath: "s.yaml"))
    let again = try EvalReport(try #require(recorder.run("r2")), from: recorder)
    #expect((again.metric("near")?.values["a"]?.estimate.value ?? 1) < 1)
    #expect(vectors.calls.withLock { $0 } == asked)
  }
}
