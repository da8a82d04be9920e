import CoachModel
import CoachTranscripts
import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

/// Runs whose transcripts send the same requests, with planted effects.
@Suite("Replies to the same request are one observation")
struct ObservationTests {
  /// Conversations of two coach messages: the first is asked for in the same way in all of them, the second is not.
  private static func transcripts(_ count: Int) -> [Transcript] {
    (1..<(count + 1)).map { number in
      Transcript(
        id: number < 10 ? "t0\(number)" : "t\(number)", title: "A talk", kind: .discovery,
        origin: "written", quality: .good, domain: "life", language: "en", person: "new",
        ending: .stopped(reason: "x"),
        messages: [
          Message(.assistant, "Hi?"), Message(.user, "It is week \(number)."),
          Message(.assistant, "And?"),
        ])
    }
  }

  private func bench(
    _ more: String = "", count: Int = 20, turns: [Int], seed: Int? = nil,
    rule: @escaping @Sendable (ModelRequest) -> ScriptedModel.Turn
  ) throws -> EvalBench {
    var bench = try EvalBench(more, graders: "[one-question]", model: RuleModel(rule: rule))
    bench.transcripts = Self.transcripts(count)
    bench.suite.comparison.references = []
    bench.suite.transcripts.turns = .chosen(turns, last: false)
    bench.suite.generation.parameters.seed = seed
    return bench
  }

  /// Two questions where a rule says so, otherwise one.
  private static func asks(twice: Bool) -> ScriptedModel.Turn {
    .reply([twice ? "What? Why?" : "What?"])
  }

  private static func isChallenger(_ request: ModelRequest) -> Bool {
    request.messages[0].text.contains("two")
  }

  private static func comparison(_ report: EvalReport) throws -> EvalReport.MetricComparison {
    try #require(report.metric("one-question")?.comparisons["b"])
  }

  @Test("twenty openings are one, however clearly they differ")
  func openings() async throws {
    let bench = try bench(
      "gate: {grader: one-question, margin: 0.1}", turns: [1]
    ) { Self.asks(twice: !Self.isChallenger($0)) }
    let recorder = MemoryRecorder()
    let report = try await bench.report(into: recorder)
    let comparison = try Self.comparison(report)
    #expect(comparison.difference.value == 1 && comparison.difference.count == 1)
    #expect(comparison.difference.clusters == 1 && !comparison.isShown && !comparison.canShow)
    #expect(report.metric("one-question")?.values["b"]?.estimate.count == 1)
    #expect(report.gateOutcome == .inconclusive && report.outcome == .inconclusive)
    #expect(!report.verdict.contains("better"))
    #expect(report.sides.map(\.samples) == [20, 20] && report.subjects.count == 20)
    let words = "20 transcripts send the same request: 1 observation"
    #expect(report.headline.hasSuffix(words))
    let export = EvalExport(report, from: recorder)
    for format in [EvalExportFormat.markdown, .junit, .html, .json] {
      expect(try ExportBench.text(export, format), contains: words)
    }
    let json = try JSONValue(parsing: ExportBench.text(export, .json))
    #expect(json["requests"]?["sharing"]?["observations"]?.integer == 1)
  }

  @Test("replies of lists of any lengths weigh alike in the combinations that are averaged")
  func combinations() {
    #expect(ReplyCombinations.count([4, 6]) == 12 && ReplyCombinations.count([]) == 1)
    for counts in [[71, 73], [997, 3], [64, 81, 25], [6_000, 7]] {
      let all = ReplyCombinations.count(counts)
      #expect(all <= 6_000)
      for count in counts where count < 100 {
        let (fewest, rest) = all.quotientAndRemainder(dividingBy: count)
        let highest = fewest + (rest > 0 ? 1 : 0)
        #expect(Double(highest) / Double(fewest) < 1.02, "\(count) of \(counts)")
      }
    }
  }

  @Test("with seeds of their own they are twenty, but not at temperature 0")
  func seeds() async throws {
    var bench = try bench(turns: [1], seed: 1) { Self.asks(twice: !Self.isChallenger($0)) }
    let sampled = try await bench.report()
    try #expect(Self.comparison(sampled).difference.count == 20 && sampled.sharing == nil)
    bench.suite.generation.parameters.temperature = 0
    let greedy = try await bench.report()
    try #expect(Self.comparison(greedy).difference.count == 1)
    #expect(greedy.sharing?.observations == 1)
  }

  @Test("different replies to one request are averaged, as repetitions are")
  func repetitions() async throws {
    let bench = try bench("samples: 2", turns: [1]) { request in
      let isOdd = (request.label ?? "").contains("attempt 2")
      return Self.asks(twice: Self.isChallenger(request) && isOdd)
    }
    let report = try await bench.report()
    let values = try #require(report.metric("one-question")?.values)
    #expect(values["a"]?.estimate.value == 1 && values["b"]?.estimate.value == 0.5)
    #expect(values["b"]?.estimate.count == 1)
  }

  @Test("a shared opening counts once among twenty messages of their own")
  func mixed() async throws {
    let opening = try await bench(turns: [1, 2]) { request in
      Self.asks(twice: Self.isChallenger(request) && request.messages.count < 3)
    }.report()
    let comparison = try Self.comparison(opening)
    #expect(comparison.difference.count == 20 && comparison.difference.clusters == 20)
    // One message of two, of one transcript of twenty.
    #expect(isClose(comparison.difference.value, -0.5 / 20))
    #expect(comparison.p == 1 && !comparison.isShown)
    #expect(
      opening.headline.contains("20 transcripts send the same request for message 1"),
      "\(opening.headline)")

    let rest = try await bench(turns: [1, 2]) { request in
      Self.asks(twice: Self.isChallenger(request) && request.messages.count > 2)
    }.report()
    let own = try Self.comparison(rest)
    #expect(own.isShown && own.difference.count == 20)
    #expect(isClose(own.difference.value, -(0.5 + 19) / 20))
    #expect(own.missingShare == 0)
  }

  @Test("of two kinds of openings each counts once")
  func kinds() async throws {
    var bench = try bench(turns: [1]) { Self.asks(twice: !Self.isChallenger($0)) }
    for index in bench.transcripts.indices where index % 2 == 0 {
      bench.transcripts[index].messages.insert(Message(.user, "Hello."), at: 0)
    }
    let report = try await bench.report()
    try #expect(Self.comparison(report).difference.count == 2)
    #expect(report.sharing?.summary == "20 transcripts send 2 different requests")
    #expect(report.sharing?.consequence == "2 observations")
  }

  @Test("pairs of replies to the same requests are one observation")
  func pairs() async throws {
    let judge = ModelReference(provider: "test", model: "judge")
    var bench = try bench(
      "pairwise: [{id: better, rubric: Be kind., models: [test:judge]}]", turns: [1]
    ) { Self.asks(twice: Self.isChallenger($0)) }
    bench.models[judge] = RuleModel { request in
      let isFirst =
        request.messages.last?.text.contains("<first>What? Why?</first>") ?? false
      return .reply(["{\"reasoning\": \"r\", \"better\": \"\(isFirst ? "first" : "second")\"}"])
    }
    let found = try #require(try await bench.report().pairwise.first)
    #expect(found.wins == 20 && found.losses == 0 && found.rate?.count == 1)
    #expect(found.rate?.value == 1 && found.rate?.interval == nil)
  }

  @Test("results from before requests were kept beside the figures say the same")
  func earlier() async throws {
    let bench = try bench(turns: [1, 2]) { request in
      Self.asks(twice: Self.isChallenger(request) && request.messages.count < 3)
    }
    let recorder = MemoryRecorder()
    let report = try await bench.report(into: recorder)
    let old = MemoryRecorder()
    old.begin(report.run)
    recorder.eachSample(of: report.run) { sample in
      var scores = SampleScores(sample, graders: report.run.design.graders)
      scores.requests = nil
      old.add(FinishedSample(sample: sample, scores: scores, texts: [:]), to: report.run.id)
    }
    let again = try EvalReport(report.run, from: old)
    #expect(again.headline == report.headline && again.sharing == report.sharing)
    try #expect(Self.comparison(again) == Self.comparison(report))
    #expect(again.requestDifferences == report.requestDifferences)
  }
}
