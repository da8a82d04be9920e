import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing

@Suite("A model plays a person")
struct SimulatedPersonTests {
  /// Answers with the number of the coach message that it answers.
  private static let talker: @Sendable (ModelRequest) -> ScriptedModel.Turn = { request in
    .reply(["Answer \(request.label?.last.map { String($0) } ?? "")"])
  }

  private func sample(_ person: RuleModel, checker: RuleModel? = nil) async throws -> EvalSample {
    let recorder = MemoryRecorder()
    let run = try await PersonBench(person: person, checker: checker).run(into: recorder)
    return try #require(recorder.samples(of: run, transcript: "ada").first)
  }

  @Test("the conversation alternates, and the person knows what to withhold")
  func talk() async throws {
    let person = RuleModel(rule: Self.talker)
    let sample = try await sample(person)
    #expect(sample.turns.map(\.visibleText) == ["Reply 1?", "Reply 3?", "Reply 5?"])
    #expect(sample.turns.map(\.personBefore) == [nil, "Answer 1", "Answer 2"])
    #expect(sample.personFaults.isEmpty && sample.overhead.calls == 2)
    #expect(person.requests.count == 2)
    let last = try #require(person.requests.last)
    #expect(
      Array(last.messages.dropFirst().prefix(3).map(\.text)) == [
        "Reply 1?", "Answer 1", "Reply 3?",
      ])
    let card = try #require(last.messages.first?.text)
    #expect(card.contains("Ada owes money.") && card.contains("the coach asks about sleep"))
  }

  @Test("a person who leaves ends the conversation without a fault")
  func leaves() async throws {
    let sample = try await sample(RuleModel { _ in .reply(["I must go. [LEAVES]"]) })
    #expect(sample.turns.count == 1 && sample.personFaults.isEmpty)
  }

  @Test("a person who breaks the role invalidates the sample, with a note in the report")
  func roleBreak() async throws {
    let recorder = MemoryRecorder()
    let person = RuleModel { _ in .reply(["As an AI language model I have no answer."]) }
    let run = try await PersonBench(person: person).run(into: recorder)
    let sample = try #require(recorder.samples(of: run, transcript: "ada").first)
    #expect(sample.personFaults.first?.kind == .roleBreak && sample.personFaults.first?.after == 1)
    let report = try EvalReport(run, from: recorder)
    #expect(report.sides.first?.samples == 1 && report.sides.first?.excluded.count == 1)
    let metric = try #require(report.metric("one-question"))
    #expect(metric.values.isEmpty)
    #expect(report.caveats.contains { $0.hasPrefix("1 sample is left out") })
  }

  @Test("an empty message of the person ends the conversation and invalidates the sample")
  func silence() async throws {
    let sample = try await sample(RuleModel { _ in .reply(["  "]) })
    #expect(sample.turns.count == 1)
    #expect(sample.personFaults.map(\.kind) == [.silence])
    #expect(sample.personFaults.map(\.excludesSample) == [true])
  }

  @Test("a person who repeats a message is reported, and the sample still counts")
  func repetition() async throws {
    let sample = try await sample(RuleModel { _ in .reply(["I do not know what to say."]) })
    #expect(sample.turns.count == 3)
    #expect(sample.personFaults.map(\.kind) == [.repetition])
    #expect(sample.personFaults.map(\.after) == [2])
    #expect(sample.personFaults.map(\.excludesSample) == [false])
  }

  @Test("if the person's model fails, the sample is invalid and the run continues")
  func failure() async throws {
    let person = RuleModel { _ in
      .failure(ModelError(.contentFilter, "refused", advice: ""), after: [])
    }
    let checker = RuleModel { _ in .reply([#"{"faults": []}"#]) }
    let recorder = MemoryRecorder()
    let run = try await PersonBench(person: person, checker: checker).run(into: recorder)
    let sample = try #require(recorder.samples(of: run, transcript: "ada").first)
    #expect(run.status == .complete && sample.turns.count == 1)
    #expect(sample.personFaults.map(\.kind) == [.modelFailed])
    #expect(sample.personFaults.first?.reason == "the person's model failed: refused")
    #expect(sample.personFaults.first?.excludesSample ?? false)
    #expect(sample.mayBeRetried && checker.requests.isEmpty)
  }

  @Test("a budget that is exhausted while checking the person stops the run cleanly")
  func budget() async throws {
    let checker = RuleModel { _ in
      .failure(ModelError(.budget, "used up", advice: ""), after: [])
    }
    let recorder = MemoryRecorder()
    let run = try await PersonBench(person: RuleModel(rule: Self.talker), checker: checker)
      .run(into: recorder)
    #expect(run.status == .budget && run.note == "used up")
    #expect(recorder.finishedSamples(of: "r1").isEmpty)
  }

  @Test(
    "ordinary messages of people to a coach do not break the role",
    arguments: [
      "How can I help my daughter with this?", "We did a role play about it with my brother.",
      "I sound as a coach driver should.", "I'm here to listen to her, I said. The card says so.",
      "As a coach I shout at boys all day.", "I work on a language model.",
      "All day I ask people how can I help you today, and smile.", "Client: that is me now.",
    ])
  func ordinary(words: String) {
    #expect(SimulatedPersonRules.faults(in: words, after: 1, earlier: [], leaves: false).isEmpty)
  }

  @Test(
    "only typical phrases of a model do",
    arguments: [
      "As an AI, I cannot feel that.", "I am a large language model.",
      "Hello Ada! How can I help you today?", "As your coach, I hear that you are tired.",
      "I am tired.\nCoach: What tires you?",
    ])
  func unmistakable(words: String) {
    let faults = SimulatedPersonRules.faults(in: words, after: 1, earlier: [], leaves: false)
    #expect(faults.map(\.kind) == [.roleBreak])
  }

  @Test("the checking model counts only if it quotes the message")
  func checker() async throws {
    let checker = RuleModel { _ in
      .reply([
        """
        {"faults": [
          {"kind": "role-break", "message": 1, "quote": "I am your coach"},
          {"kind": "role-break", "message": 9, "quote": "Answer 1"},
          {"kind": "role-break", "message": 1, "quote": " "},
          {"kind": "role-break", "message": 1, "quote": ""},
          {"kind": "role-break", "message": \(Int.min), "quote": "Answer 1"},
          {"kind": "role-break", "message": 0, "quote": "Answer 1"},
          {"kind": "invented-fact", "message": 2, "quote": "Answer 2"}
        ]}
        """
      ])
    }
    let sample = try await sample(RuleModel(rule: Self.talker), checker: checker)
    #expect(sample.personFaults.map(\.kind) == [.inventedFact])
    #expect(sample.personFaults.map(\.after) == [2])
    #expect(checker.requests.count == 1)
  }
}
