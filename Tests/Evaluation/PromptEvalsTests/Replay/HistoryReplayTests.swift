import CoachDomains
import CoachModel
import CoachTranscripts
import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Conversations of people with earlier sessions")
struct HistoryReplayTests {
  /// A run over a history, with the project's coaching prompt with and without memories.
  private func content(_ model: RuleModel) throws -> EvalContent {
    let root = ProjectFolder.path
    let suite = try EvalSuite(
      SourceFile(
        path: "s.yaml",
        text: """
          name: s
          description: d
          transcripts: T
          turns: 2-3
          model: test:rule
          variants:
            - {id: knows, prompt: coaching@v5}
            - {id: forgets, prompt: coaching@v5, leave_out: [memories]}
          graders: [remembers]
          pairwise: [{id: better, rubric: Knows them., models: [test:rule]}]
          """))
    let file = HistorySamples.file
    let files = InMemoryFileSystem([file.path: String(decoding: file.bytes, as: UTF8.self)])
    return EvalContent(
      suite: suite, library: try PromptLibrary(folder: "\(root)/Prompts"),
      subjects: try EvalSubjects.read(suite, files: files),
      person: { id in throw SourceError(Diagnostic("test", "there is no profile of \(id)")) },
      domains: try DomainLibrary(folder: "\(root)/DomainConfigs").domains,
      models: [EvalBench.reference: model])
  }

  /// Repeats the memories that the prompt shows; as a judge prefers walnut.
  private static func reply(_ request: ModelRequest) -> ScriptedModel.Turn {
    let last = request.messages.last?.text ?? ""
    if last.contains("<first>") {
      let better =
        last.contains("<first>") && last.contains("promised walnut planks") ? "first" : "tie"
      return .reply(["{\"reasoning\": \"r\", \"better\": \"\(better)\"}"])
    }
    return .reply([last.contains("walnut") ? "He promised walnut planks." : "Mm."])
  }

  @Test("prompts hold what the sessions left, on the day of the conversation")
  func prompts() async throws {
    let model = RuleModel(rule: Self.reply)
    let plan = try EvalPlan(try content(model))
    #expect(plan.cases.count == 2)
    let recorder = MemoryRecorder()
    let runner = EvalRunner(plan, into: recorder, control: RunControl(), concurrency: 1)
    let run = plan.run(id: "r1", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await runner.run(run)
    let asked = model.requests.filter { !($0.messages.last?.text.contains("<first>") ?? false) }
    // Two messages of two variants; the last one follows the person's last message.
    #expect(asked.count == 4)
    let texts = asked.map { $0.messages.map(\.text).joined(separator: "\n") }
    #expect(texts.count { $0.contains("2026-01-12: The cello with the cracked ribs.") } == 2)
    #expect(texts.count { $0.contains("today is 2026-06-01") } == 2)
    #expect(texts.count { $0.contains("the weather is lovely") } == 2)
    let report = try EvalReport(recorder.run("r1") ?? run, from: recorder)
    let grades = recorder.samples(of: run, transcript: "ada").flatMap(\.grades).filter {
      $0.grader == "remembers"
    }
    #expect(grades.map(\.isPass).sorted { $0 && !$1 } == [true, false])
    #expect(report.pairwise.first?.judge == "better")
    // The judge sees who the person is, and the session that mattered.
    let judged = model.requests.compactMap { $0.messages.last?.text }.filter {
      $0.contains("<first>")
    }
    #expect(judged.count == 2)
    for text in judged {
      expect(text, contains: "<person>A luthier who likes it short.</person>")
      expect(text, contains: "On 2026-01-12:\ncoach: What is on the bench?")
      #expect(!text.contains("choir"))
    }
  }

  @Test("a run that is graded again has the same messages")
  func restored() async throws {
    let plan = try EvalPlan(try content(RuleModel(rule: Self.reply)))
    let recorder = MemoryRecorder()
    let run = plan.run(id: "r1", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await EvalRunner(plan, into: recorder, control: RunControl(), concurrency: 1).run(run)
    let subject = try #require(plan.subjects.first)
    for sample in recorder.samples(of: run, transcript: "ada") {
      let outcome = CaseReplay.Outcome(
        sample, of: subject, contract: ReplyContract(), replay: .nextTurn)
      #expect(outcome.messages.map(\.number) == [2, 3] && outcome.length == 3)
      #expect(outcome.messages.last?.personBefore == "Nothing. Anyway, the weather is lovely.")
      #expect(outcome.messages.first?.recorded == "What did he bring?")
      #expect(outcome.messages.last?.recorded == nil)
    }
  }

  @Test("a change of an earlier session makes another run")
  func facts() throws {
    let model = RuleModel(rule: Self.reply)
    let before = try EvalPlan(try content(model))
    var changed = try content(model)
    let text = String(decoding: HistorySamples.file.bytes, as: UTF8.self)
      .replacing("walnut", with: "maple")
    changed.subjects = [EvalSubject(try PersonHistory(SourceFile(path: "T/ada.yaml", text: text)))]
    let after = try EvalPlan(changed)
    #expect(before.configuration.generation["transcript ada"] != nil)
    #expect(before.configuration != after.configuration)
    #expect(before.configuration == (try EvalPlan(try content(model))).configuration)
  }
}
