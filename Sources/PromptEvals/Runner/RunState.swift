import Conversations
import LanguageModels
import PromptTemplates

/// What the samples of a run have in common, and how one of them is made.
struct RunState: Sendable {
  let plan: EvalPlan
  let run: EvalRun
  let recorder: any RunRecorder
  let control: RunControl
  private let clock: CallClock
  private let commands: GraderCommands
  private let texts = SectionTexts()
  private let prompts: JudgePrompts
  private let pricing: RunPricing
  /// Whether calls of unfinished samples may have been kept.
  private let isResumed: Bool

  init(
    _ plan: EvalPlan, _ run: EvalRun, _ recorder: any RunRecorder, _ control: RunControl,
    _ clock: CallClock, _ commands: GraderCommands, isResumed: Bool
  ) throws {
    self.plan = plan
    self.run = run
    self.recorder = recorder
    self.control = control
    self.clock = clock
    self.commands = commands
    self.isResumed = isResumed
    prompts = try JudgePrompts(workspace: plan.content.library)
    pricing = RunPricing(
      suite: plan.suite.price, prices: plan.content.prices,
      day: CalendarDay(unixTime: clock.unixTime()))
  }

  /// Grades the written transcripts, by the contract of the baseline's prompt.
  func addReferences(except finished: Set<SampleKey>) async throws {
    guard let baseline = plan.suite.variants.first(where: { $0.id == plan.suite.baseline }) else {
      return
    }
    let contract = try plan.content.library.template(baseline.prompt).frontMatter.contract
    for (reference, subject) in plan.referenceSubjects {
      let key = SampleKey(side: reference, transcript: subject.transcript.id)
      guard !finished.contains(key) else { continue }
      try control.checkpoint()
      let outcome = CaseReplay.Outcome(recorded: subject.transcript, contract, turns: .all)
      try await stoppingAtBudget {
        try await finish(outcome, key, subject, try await calls(of: key), isReference: true)
      }
    }
  }

  /// Makes a sample and has it kept; one that the run is stopped in is left for when it goes on.
  func makeSample(_ evalCase: EvalCase) async throws {
    try await stoppingAtBudget {
      let calls = try await calls(of: evalCase.key)
      let replay = CaseReplay(
        plan: plan, evalCase: evalCase, calls: calls, texts: texts, prompts: prompts)
      let outcome = try await replay.run()
      try await finish(outcome, evalCase.key, evalCase.subject, calls, isReference: false)
    }
  }

  /// Does a piece of the run's work; one that the run is stopped in, or that the budget does not allow, is left
  /// for when the run goes on.
  func stoppingAtBudget(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error as ModelError where error.code == .budget {
      control.stop(.budget(error.message))
    } catch is RunControl.Stopped {
      return
    }
  }

  /// Has judges compare pairs of finished samples, as many pairs at once as there are workers.
  func judgePairs(workers: Int) async throws {
    guard !plan.suite.pairwise.isEmpty, let reader = recorder as? any RunReader else { return }
    let known = try reader.pairwiseVerdicts(of: run)
    let judged = Set(known.map { "\($0.judge) \($0.sample)" })
    let next = SharedList(plan.subjects)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          while control.stopReason == nil, let subject = next.next() {
            try await judgePairs(of: subject, except: judged, reader)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func judgePairs(
    of subject: EvalSubject, except judged: Set<String>, _ reader: any RunReader
  ) async throws {
    let samples = try reader.samples(of: run, transcript: subject.transcript.id)
    let baselines = samples.filter { $0.key.side == run.baseline }
    for challenger in samples
    where run.challengers.contains(where: { $0.id == challenger.key.side }) {
      guard let baseline = baselines.first(where: { $0.key.attempt == challenger.key.attempt })
      else { continue }
      for judge in plan.suite.pairwise where !judged.contains("\(judge.id) \(challenger.key)") {
        try await stoppingAtBudget {
          try control.checkpoint()
          let calls = try await calls(of: challenger.key, keepsCalls: true)
          let verdicts = try await PairwiseJudging(judge: judge, prompts: prompts).verdicts(
            baseline: baseline, challenger: challenger
          ) { reference, step in
            KeptCallsModel(
              try plan.content.model(reference), calls, step: "\(judge.id) \(step)")
          }
          try await recorder.add(verdicts, to: run.id)
        }
      }
    }
  }

  /// The calls of a sample; those that were kept before the run was resumed are answered from there.
  func calls(of key: SampleKey, keepsCalls: Bool? = nil) async throws -> SampleCalls {
    SampleCalls(
      key, run: run.id, recorder: recorder,
      kept: isResumed ? try await recorder.keptCalls(of: key, in: run.id) : [],
      keepsCalls: keepsCalls ?? self.keepsCalls, pricing: pricing, control: control, clock: clock)
  }

  /// Whether a sample may hold more than one call.
  private var keepsCalls: Bool {
    let suite = plan.suite
    let isSingle = suite.replay == .nextTurn && suite.turns.isSingle
    return !isSingle || suite.graders.contains { !$0.grader.models.isEmpty }
  }

  private func finish(
    _ outcome: CaseReplay.Outcome, _ key: SampleKey, _ subject: EvalSubject, _ calls: SampleCalls,
    isReference: Bool
  ) async throws {
    var sample = EvalSample(key, title: subject.transcript.title, cluster: subject.clusterName)
    sample.isReference = isReference
    sample.tags = subject.transcript.tags
    sample.started = clock.unixTime()
    sample.turns = outcome.turns
    sample.personFaults = outcome.personFaults
    sample.grades = try await grades(of: outcome, subject.transcript, calls)
    sample.overhead = calls.overhead
    try await keep(sample, texts: redactedTexts())
  }

  /// Has a graded sample kept, without secrets.
  func keep(_ sample: EvalSample, texts: [String: String]) async throws {
    let sample = sample.redacted(by: plan.content.redactor)
    let scores = SampleScores(sample, run.graders)
    try await recorder.add(
      FinishedSample(sample: sample, scores: scores, texts: texts), to: run.id)
    control.finished(scores)
  }

  private func redactedTexts() -> [String: String] {
    texts.takeFresh().mapValues(plan.content.redactor.redact)
  }

  func grades(
    of outcome: CaseReplay.Outcome, _ transcript: Transcript, _ calls: SampleCalls
  ) async throws -> [Grade] {
    let conversation = GradedConversation(
      transcript: transcript, messages: outcome.messages, contract: outcome.contract,
      length: outcome.length)
    // A conversation with a missing message cannot be judged as a whole.
    let isWhole = !outcome.turns.contains { $0.error != nil }
    let content = plan.content
    var grades: [Grade] = []
    for use in plan.suite.graders {
      let tools = GraderTools(
        prompts: prompts,
        model: { reference, step in
          KeptCallsModel(try content.model(reference), calls, step: "\(use.id) \(step)")
        }, run: commands.run)
      grades += try await use.grade(conversation, with: tools).filter {
        isWhole || $0.message != nil || $0.verdict == .error
      }
    }
    return grades
  }
}

extension TurnSelection {
  /// Whether it is one message at most.
  fileprivate var isSingle: Bool {
    if case .chosen(let numbers, let last) = self {
      numbers.count + (last ? 1 : 0) <= 1
    } else {
      false
    }
  }
}
