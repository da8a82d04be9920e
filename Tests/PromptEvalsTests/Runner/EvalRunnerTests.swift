import CoachEngine
import Conversations
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Synchronization
import Testing

/// A model that answers by a rule, as many calls at once as wanted.
struct RuleModel: LanguageModel {
  let identity = ModelIdentity(provider: "test", model: "rule")
  let rule: @Sendable (ModelRequest) -> ScriptedModel.Turn

  func stream(_ request: ModelRequest) -> ModelStream {
    ScriptedModel([rule(request)]).stream(request)
  }
}

/// Remembers what it was given.
final class MemorySink: ResultSink {
  private let kept = Mutex<[EvalSample]>([])
  private let isEnded = Mutex(false)
  var samples: [EvalSample] { kept.withLock { $0 } }
  var ended: Bool { isEnded.withLock { $0 } }

  func begin(_ run: EvalRun) {}
  func add(_ sample: EvalSample, to run: EvalRun) { kept.withLock { $0.append(sample) } }
  func end(_ run: EvalRun) { isEnded.withLock { $0 = true } }
}

@Suite("A suite is generated, graded and compared")
struct EvalRunnerTests {
  private static let prompts = [
    "P/p.v1.prompt": "{{role \"system\"}}one\n{{history}}",
    "P/p.v2.prompt": "{{role \"system\"}}two\n{{history}}",
  ]

  private static func suite(_ more: String = "") throws -> EvalSuite {
    try EvalSuite(
      SourceFile(
        path: "s.yaml",
        text: """
          name: s
          description: d
          transcripts: {folder: T, quality: good}
          parameters: {seed: 1}
          variants:
            - {id: a, prompt: p@v1}
            - {id: b, prompt: p@v2}
          references:
            - {id: written, quality: good}
          graders: [one-question, forbidden.clinical, completion]
          \(more)
          """))
  }

  private func run(
    _ suite: EvalSuite, transcripts count: Int = 8, into sink: any ResultSink = NoSink(),
    _ rule: @escaping @Sendable (ModelRequest) -> ScriptedModel.Turn
  ) async throws -> EvalRun {
    let files = InMemoryFileSystem(Self.prompts)
    let transcripts = (1...count).map { number in
      Samples.transcript(
        ["Hi?", "And \(number)?"], id: "t\(number)", ending: .stopped(reason: "x"))
    }
    let runner = EvalRunner(
      suite: suite, library: try PromptLibrary(folder: "P", files: files),
      transcripts: transcripts, people: { Person(id: $0) }, model: RuleModel(rule: rule),
      concurrency: 3)
    return try await runner.run(id: "r1", started: "2026-03-31 10:20:30Z", into: sink)
  }

  private static func asks(_ request: ModelRequest) -> ScriptedModel.Turn {
    .reply([request.messages[0].text.contains("two") ? "What? Why?" : "What?"])
  }

  @Test("a version that asks twice is worse on that grader, and on no other")
  func regression() async throws {
    let report = EvalReport(try await run(Self.suite(), Self.asks))
    let row = try #require(report.rows.first { $0.grader == "one-question" })
    #expect(row.rates["a"]?.value == 1 && row.rates["b"]?.value == 0)
    #expect(row.rates["written"]?.value == 1)
    #expect(row.comparison?.difference.value == -1)
    #expect(row.comparison?.p == 2.0 / 256)
    #expect(row.comparison?.isShown ?? false)
    #expect(report.verdict.contains("b is worse on one-question (−100.0) than a"))
    #expect(report.verdict.contains("no difference shown on the other 1"))
    let completion = try #require(report.rows.first { $0.grader == "completion" })
    #expect(completion.comparison == nil && completion.rates.isEmpty)
  }

  @Test("two equal versions: no difference shown")
  func noDifference() async throws {
    let report = EvalReport(try await run(Self.suite()) { _ in .reply(["What?"]) })
    #expect(report.verdict.hasPrefix("No difference shown between a and b (8 transcripts"))
    #expect(report.gateOutcome == nil)
  }

  @Test("a gate passes, fails, or cannot tell")
  func gate() async throws {
    let suite = try Self.suite("gate: {grader: one-question, margin: 0.1}")
    let same = try await run(suite, transcripts: 40) { _ in .reply(["What?"]) }
    #expect(EvalReport(same).gateOutcome == .passed)
    #expect(EvalReport(try await run(suite, transcripts: 40, Self.asks)).gateOutcome == .failed)
    let mixed = try await run(suite) { request in
      let isUnlucky = request.messages[0].text.contains("two") && (request.label ?? "") < "t4"
      return .reply([isUnlucky ? "x." : "What?"])
    }
    #expect(EvalReport(mixed).gateOutcome == .inconclusive)
    #expect(
      EvalReport(try await run(suite, transcripts: 1, Self.asks)).gateOutcome == .inconclusive)
  }

  @Test("each turn sees the recorded history, and its seed is its transcript's")
  func requests() async throws {
    let seen = Mutex<[ModelRequest]>([])
    _ = try await run(Self.suite(), transcripts: 2) { request in
      seen.withLock { $0.append(request) }
      return .reply(["What?"])
    }
    let requests = seen.withLock { $0 }
    #expect(requests.count == 8)
    let second = try #require(requests.first { $0.label == "t2 · a · 02" })
    #expect(second.messages.map(\.text) == ["one\n", "Hi?", "Mm."])
    let seeds = Dictionary(grouping: requests) { ($0.label ?? "").prefix(2) }
      .mapValues { Set($0.map(\.parameters.seed)) }
    #expect(seeds.values.allSatisfy { $0.count == 1 })
    #expect(seeds["t1"] != seeds["t2"])
  }

  @Test("a reply that is cut is kept, marked and not graded")
  func failedTurn() async throws {
    let run = try await run(Self.suite(), transcripts: 1) { request in
      (request.label ?? "").hasSuffix("02")
        ? .failure(ModelError(.truncated, "cut", advice: ""), after: ["Wh"])
        : .reply(["What?"])
    }
    let sample = try #require(run.samples.first { $0.side == "a" })
    #expect(sample.turns.map(\.error) == [nil, "cut"])
    #expect(sample.turns[1].reply == "Wh")
    #expect(sample.grades.map(\.message) == [1, 1])
    #expect(EvalReport(run).sides.first?.failedTurns == 1)
  }

  @Test("a failure that every call would meet ends the run; what was complete is kept")
  func fatal() async throws {
    let sink = MemorySink()
    let error = await #expect(throws: ModelError.self) {
      try await run(Self.suite(), into: sink) { request in
        (request.label ?? "").hasPrefix("t8")
          ? .failure(ModelError(.authentication, "no", advice: ""), after: []) : .reply(["What?"])
      }
    }
    #expect(error?.code == .authentication)
    #expect(sink.samples.contains { !$0.isReference })
    #expect(!sink.ended)
  }

  @Test("a broken prompt is found before the first call")
  func broken() async throws {
    let calls = Mutex(0)
    let suite = try EvalSuite(
      SourceFile(
        path: "s.yaml",
        text: """
          name: s
          description: d
          transcripts: {folder: T}
          variants: [{id: a, prompt: p@v1}, {id: b, prompt: p@v9}]
          """))
    await #expect(throws: SourceError.self) {
      try await run(suite) { _ in
        calls.withLock { $0 += 1 }
        return .reply([])
      }
    }
    #expect(calls.withLock { $0 } == 0)
  }

  @Test("an evaluation replays to identical grades")
  func replay() async throws {
    let kept = Mutex<[RecordedReply]>([])
    let recorder = RuleModel(rule: Self.asks).with(
      RecordingLayer { reply in kept.withLock { $0.append(reply) } })
    let suite = try Self.suite()
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(Self.prompts))
    let transcripts = [Samples.transcript(["Hi?", "So?"])]
    func run(_ model: any LanguageModel) async throws -> [EvalSample] {
      try await EvalRunner(
        suite: suite, library: library, transcripts: transcripts, people: { Person(id: $0) },
        model: model, concurrency: 1
      ).run(id: "r", started: "", into: NoSink()).samples
    }
    let live = try await run(recorder)
    let header = RecordingHeader(provider: "test", model: "rule", parameters: [:], recorded: "x")
    let lines = Recording.lines(header, kept.withLock { $0 })
    let recording = try Recording(parsing: Array(lines.joined(separator: "\n").utf8), path: "r")
    #expect(try await run(ReplayModel(recording, path: "r")) == live)
  }
}
