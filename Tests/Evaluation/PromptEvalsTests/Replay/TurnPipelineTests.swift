import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSafety
import CoachTranscripts
import Documents
import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SafetyRules
import SourceFiles
import StreamParsing
import Synchronization
import Testing
import TestKit

@Suite("An evaluation runs the product's turn")
struct TurnPipelineTests {
  /// Answers with a sentence that the guardrails replace, tags, or an early end of discovery, by what is asked.
  private static func reply(_ request: ModelRequest) -> ScriptedModel.Turn {
    let size = request.messages.reduce(0) { $0 + $1.text.utf8.count }
    let texts = [
      "You said it yourself.  What follows from it? ",
      "That sounds like clinical depression. [PATTERN: You carry it alone.] What would help?",
      "Good. [MEMORY: The cello in the hall.] And now?",
      "I'd like to close here. [DISCOVERY_COMPLETE: {\"vision\": \"evenings\"}]",
      "[DISCOVERY_COMPLETE: {\"vision\": \"evenings\"}]",
      "[PATTERN: You have clinical depression.] And [MEMORY: The cello in the hall.] what now?",
      "Only you and I know. This stays between us, I promise. [CONCERN: {\"severity\": \"moderate\"}]",
    ]
    return .reply([texts[size % texts.count]])
  }

  @Test(
    "prompts, texts and tags are those of the library's turn, byte for byte",
    arguments: [
      "discovery-ab", "discovery-versions", "honesty-coaching", "honesty-discovery",
      "memory-and-style",
    ])
  func parity(name: String) async throws {
    let root = ProjectFolder.path
    let files = DiskFileSystem()
    var suite = try EvalSuite(files.read("\(root)/Evals/suites/\(name).yaml"), files: files)
    #expect(suite.pipeline == .turn)
    suite.grading.graders = []
    suite.grading.pairwise = []
    suite.comparison.references = []
    suite.gate = nil
    let model = RuleModel(rule: Self.reply)
    let domains = try DomainLibrary(folder: "\(root)/DomainConfigs")
    var content = EvalContent(
      suite: suite, library: try PromptLibrary(folder: "\(root)/Prompts"),
      subjects: try EvalSubjects.read(suite, files: files),
      person: { try Person(files.read("\(root)/Evals/people/\($0).yaml")) },
      domains: domains.domains,
      models: suite.modelReferences.reduce(into: [:]) { $0[$1] = model })
    content.routing = domains.router
    let plan = try EvalPlan(content)
    let recorder = MemoryRecorder()
    let run = plan.run(id: "r1", started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
    try await EvalRunner(plan, into: recorder, control: RunControl(), concurrency: 1).run(run)
    var compared = 0
    for subject in plan.subjects {
      // The library leaves no section out.
      for variant in suite.comparison.variants where variant.leftOut.isEmpty {
        let sample = try #require(
          recorder.samples(of: run, transcript: subject.transcript.id).first {
            $0.key.side == variant.id
          })
        let results = try await Self.turns(
          EvalCase(subject: subject, variant: variant, attempt: 1), of: content, domains)
        for turn in sample.turns {
          let expected = try #require(results[turn.number])
          #expect(turn.error == nil)
          #expect(turn.visibleText.utf8.elementsEqual(expected.text.utf8))
          #expect(turn.source?.request == expected.digest)
          #expect(turn.findings.map(\.check) == expected.findings)
          let contract = try content.library.template(variant.prompt).frontMatter.contract
          let tags = ReplyTagParser.parse(turn.reply, declarations: contract.tags)
            .leavingOut(tags: turn.withheldTags).tags
          #expect(tags.map(\.name) == expected.tags)
          compared += 1
        }
      }
    }
    #expect(compared > 20)
  }

  // MARK: Guardrails

  private static let diagnosis = "That sounds like clinical depression."

  private func bench(_ reply: String = "\(diagnosis) What would help?") throws -> EvalBench {
    var bench = try EvalBench(transcripts: 1, model: RuleModel { _ in .reply([reply]) })
    bench.suite = try EvalBench.suite(pipeline: .turn)
    bench.concurrency = 1
    return bench
  }

  @Test("what the guardrails replace does not reach the graders, and is a fault of the version")
  func replaced() async throws {
    let recorder = MemoryRecorder()
    let report = try await bench().report(into: recorder)
    #expect(report.run.design.method == "next-turn through the product's turn")
    let sample = try #require(
      recorder.samples(of: report.run, transcript: "t1").first { $0.key.side == "a" })
    let turn = try #require(sample.turns.first)
    #expect(turn.reply.contains(Self.diagnosis) && !turn.visibleText.contains("depression"))
    #expect(turn.visibleText.hasSuffix("What would help?"))
    #expect(turn.findings.map(\.sentence) == [Self.diagnosis])
    let grade = try #require(sample.grades.first { $0.grader == "guardrails" })
    #expect(grade.verdict == .fail && grade.quotes == [Self.diagnosis])
    #expect(grade.reason == "replaced: diagnosis")
    #expect(report.metric("guardrails") != nil)
    // Transcripts as written are read, too.
    let written = try #require(
      recorder.samples(of: report.run, transcript: "t1").first { $0.isReference })
    #expect(written.grades.contains { $0.grader == "guardrails" && $0.isPass })
  }

  @Test("a stored sample has the same messages when it is graded again")
  func restored() async throws {
    let recorder = MemoryRecorder()
    let bench = try bench("\(Self.diagnosis) [UNKNOWN] What would help?")
    let report = try await bench.report(into: recorder)
    let sample = try #require(recorder.samples(of: report.run, transcript: "t1").first)
    let stored = try #require(EvalSample(.object(sample.json)))
    #expect(stored == sample)
    let subject = try #require(try bench.plan().subjects.first)
    let outcome = CaseReplay.Outcome(
      stored, of: subject, contract: ReplyContract(), replay: .nextTurn)
    #expect(outcome.messages.map(\.visibleText) == sample.turns.map(\.visibleText))
    #expect(outcome.messages.allSatisfy { $0.findings.count == 1 })
  }

  @Test("with the bare prompt the reply is taken as it is written")
  func bare() async throws {
    let recorder = MemoryRecorder()
    var bench = try bench()
    bench.suite = try EvalBench.suite()
    let report = try await bench.report(into: recorder)
    #expect(report.run.design.method == "next-turn with the bare prompt")
    let sample = try #require(recorder.samples(of: report.run, transcript: "t1").first)
    #expect(sample.turns.allSatisfy { $0.visibleText.contains("depression") })
    #expect(report.metric("guardrails") == nil)
  }

  // MARK: Crisis

  @Test("a crisis is answered by the product, and the reply is not graded")
  func crisis() async throws {
    var bench = try bench("Fine. And now?")
    bench.transcripts[0].messages = [
      Message(.assistant, "Hi?"), Message(.user, "It was a long week."),
      Message(.assistant, "And?"), Message(.user, "I want to kill myself tonight."),
      Message(.assistant, "Good?"),
    ]
    bench.suite.transcripts.turns = .all
    let recorder = MemoryRecorder()
    let report = try await bench.report(into: recorder)
    let sample = try #require(
      recorder.samples(of: report.run, transcript: "t1").first { !$0.isReference })
    #expect(sample.turns.map(\.answersCrisis) == [false, false, true])
    // There is no prompt for a crisis in this bench, so the fixed texts answer.
    #expect(!sample.turns[2].visibleText.isEmpty && !sample.turns[2].visibleText.contains("Fine."))
    #expect(Set(sample.grades.compactMap(\.message)) == [1, 2])
  }

  // MARK: Suites

  @Test(
    "mistakes about the pipeline are errors of the suite",
    arguments: [
      ("pipeline: bare", "yaml.choice"),
      ("pipeline: prompt\ngraders: [guardrails]", "suite.pipeline"),
      ("today: tomorrow", "suite.today"),
    ])
  func mistakes(more: String, code: String) {
    let error = #expect(throws: SourceError.self) {
      try EvalSuite(
        SourceFile(
          path: "s.yaml",
          text: "name: s\ntranscripts: T\nvariants: [{id: a, prompt: p}]\n\(more)\n"))
    }
    #expect(error?.diagnostics.map(\.code) == [code])
  }

  /// One message of a conversation as the library's turn answered it.
  private struct Turn {
    var digest: String
    var text: String
    var tags: [String]
    var findings: [ReplyCheck]
  }

  /// Sends every message of a transcript to the library's turn, with the conversation as it was recorded, and keeps the domain
  /// of each turn for the next.
  private static func turns(
    _ evalCase: EvalCase, of content: EvalContent, _ domains: DomainLibrary
  ) async throws -> [Int: Turn] {
    let (subject, variant) = (evalCase.subject, evalCase.variant)
    let transcript = subject.transcript
    var turns: [Int: Turn] = [:]
    var domain: String? =
      content.domains.contains { $0.id == transcript.domain }
      ? transcript.domain : nil
    let positions = subject.replyPositions
    for (index, position) in positions.enumerated() {
      let history = Array(transcript.messages[..<position])
      let isAnswer = history.last?.role == .user
      let isClose = index == positions.count - 1 && transcript.ending == .complete
      var inputs = variant.inputs
      if isClose { inputs["closing"] = true }
      let isDiscovery = variant.prompt.name == "discovery"
      let access =
        isDiscovery
        ? AccessRecord(updatedAt: 0)
        : AccessRecord(
          discoveryCompletedAt: 0,
          subscription: AccessRecord.Subscription(try #require(BillingPeriod(start: 0, end: 4e9))),
          updatedAt: 0)
      let conversation = TurnRequest.Conversation(
        id: transcript.id, messages: isAnswer ? history.dropLast() : history, domain: domain)
      let message = isAnswer ? history.last?.text : nil
      var request: TurnRequest
      if let record = subject.record, let past = subject.history {
        request = TurnRequest(
          id: "r\(index)", record: record, access: access, conversation: conversation,
          message: message, inputs: inputs, today: past.today)
      } else {
        request = TurnRequest(
          id: "r\(index)", person: try content.person(transcript.person), access: access,
          conversation: conversation, message: message, inputs: inputs,
          today: content.suite.today)
      }
      request.domain = variant.domain
      let asked = RuleModel(rule: reply)
      var parameters = content.suite.generation.parameters.overridden(by: variant.parameters)
      parameters.seed = parameters.seed.map { evalCase.seed($0) }
      if isClose, let tokens = content.suite.generation.closingTokens {
        parameters.maximumTokens = tokens
      }
      let route = ModelRoute(asked, parameters: parameters)
      var service = ChatService(
        prompts: { content.library }, domains: { DomainSet(domains) },
        models: ModelRoutes(discovery: route, coaching: route))
      service.secondOpinion = nil
      service.configuration.prompts.discovery = variant.prompt
      service.configuration.prompts.coaching =
        isDiscovery ? PromptReference(name: "coaching") : variant.prompt
      var (done, tags): (TurnOutcome?, [String]) = (nil, [])
      for await event in service.reply(to: request) {
        switch event {
        case .tag(let tag): tags.append(tag.name)
        case .done(let outcome): done = outcome
        default: break
        }
      }
      let outcome = try #require(done)
      domain = outcome.updates.domain ?? domain
      turns[index + 1] = Turn(
        digest: try asked.requests.last.map { _ in
          try #require(outcome.trace.prompt).requestDigest.hexadecimal
        } ?? "",
        text: outcome.message?.text ?? "", tags: tags,
        findings: outcome.findings.map(\.check))
    }
    return turns
  }
}
