import CoachModel
import Documents
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Judges do not know whose reply they read")
struct BlindJudgeTests {
  private static let judge = ModelReference(provider: "test", model: "judge")
  private static let verdict = ScriptedModel.Turn.reply([
    #"{"reasoning": "r", "verdict": "pass"}"#
  ])
  private static let choice = ScriptedModel.Turn.reply([#"{"reasoning": "r", "better": "tie"}"#])

  /// Everything of a request that a provider gets.
  private static func sent(_ request: ModelRequest) -> String {
    request.messages.map(\.text).joined(separator: "\n")
  }

  @Test("the requests of judges of conversations name no version, prompt, model or transcript")
  func conversations() async throws {
    let judge = RuleModel { request in
      request.messages[0].text.contains("Two coaches") ? Self.choice : Self.verdict
    }
    var bench = try EvalBench(
      "pairwise: [{id: better, rubric: Be kind., models: [test:judge]}]",
      graders: "[{use: judge, id: kind, models: [test:judge], rubric: Be kind.}]",
      model: RuleModel { _ in .reply(["What?"]) })
    let names = ["quail-a", "quail-b"]
    for index in names.indices { bench.suite.comparison.variants[index].id = names[index] }
    bench.suite.comparison.baseline = names[0]
    bench.models[Self.judge] = judge
    _ = try await bench.report()
    #expect(judge.requests.count > 32)
    let hidden = names + ["p@v", "v1", "v2", "test:rule", "baseline", "challenger"]
    for request in judge.requests {
      let text = Self.sent(request)
      for name in hidden { #expect(!text.contains(name), "\(name)") }
      for transcript in bench.transcripts { #expect(!text.contains("'\(transcript.id)'")) }
    }
    // The same material, whichever side it comes from.
    let single = judge.requests.filter { !$0.messages[0].text.contains("Two coaches") }
    let generated = single.map(Self.sent).filter { $0.contains("<message>What?</message>") }
    let texts = Dictionary(grouping: generated) { $0 }
    #expect(!texts.isEmpty && texts.values.allSatisfy { $0.count % 2 == 0 })
  }

  @Test("a judge sees the inputs and the target of a case, and not what a version sets")
  func cases() async throws {
    let judge = RuleModel { request in
      request.messages[0].text.contains("Two models") ? Self.choice : Self.verdict
    }
    var bench = try TaskBench(
      "pairwise: [{id: better, rubric: Be kind., models: [test:judge]}]",
      graders: "[{use: judge, id: kind, models: [test:judge], rubric: Be kind.}]",
      model: RuleModel(rule: TaskBench.notes))
    bench.suite.comparison.variants[1].inputs = ["language": "xx-quail"]
    bench.models[Self.judge] = judge
    _ = try await bench.report()
    #expect(judge.requests.count == 12)
    let texts = judge.requests.map(Self.sent)
    #expect(texts.allSatisfy { !$0.contains("quail") && !$0.contains("note@v") })
    let boat = texts.filter { $0.contains("I want the boat") }
    #expect(
      !boat.isEmpty && boat.allSatisfy { $0.contains("Notes the boat, and nothing of the coach.") })
  }
}
