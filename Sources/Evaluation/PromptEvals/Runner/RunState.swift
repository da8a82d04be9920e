import CoachModel
import CoachTranscripts
import EvalGraders
import LanguageModels
import PromptTemplates

/// What the samples of a run have in common, and how one of them is generated, graded and stored.
struct RunState: Sendable {
  let plan: EvalPlan
  let run: EvalRun
  let recorder: any RunRecorder
  let reader: any RunReader
  let control: RunControl
  let prompts: JudgePrompts
  private let clock: CallClock
  private let commands: GraderCommands
  private let texts = SectionTexts()
  private let outages = ConsecutiveFailures()
  private let pricing: RunPricing
  /// Whether calls of unfinished samples may have been stored.
  private let isResumed: Bool
  /// Stored samples that are generated again.
  private let retried: Set<SampleKey>

  init(
    plan: EvalPlan, run: EvalRun, recorder: any RunRecorder & RunReader,
    control: RunControl, clock: CallClock, commands: GraderCommands, isResumed: Bool,
    retried: Set<SampleKey>
  ) throws {
    self.plan = plan
    self.run = run
    self.recorder = recorder
    reader = recorder
    self.control = control
    self.clock = clock
    self.commands = commands
    self.isResumed = isResumed
    self.retried = retried
    prompts = try JudgePrompts(workspace: plan.content.library)
    pricing = RunPricing(
      suite: plan.suite.generation.price, prices: plan.content.prices,
      day: CalendarDay(unixTime: clock.unixTime()))
  }

  /// Grades the reference transcripts as written, by the contract of the baseline's prompt.
  func addReferences(except finished: Set<SampleKey>) async throws {
    let comparison = plan.suite.comparison
    guard let baseline = comparison.variants.first(where: { $0.id == comparison.baseline }) else {
      return
    }
    let contract = try plan.content.library.template(baseline.prompt).frontMatter.contract
    for (reference, subject) in plan.referenceSubjects {
      let key = SampleKey(side: reference, transcript: subject.transcript.id)
      guard !finished.contains(key) else { continue }
      try control.checkpoint()
      let outcome = CaseReplay.Outcome(
        recorded: subject.transcript, contract, turns: plan.suite.transcripts.turns,
        guardrail: plan.guardrail(for: subject))
      try await stoppingAtBudget {
        try await finish(
          outcome, key: key, subject: subject, calls: try await calls(of: key), isReference: true)
      }
    }
  }

  /// Generates, grades and stores a sample.
  ///
  /// If the run is stopped meanwhile, the sample is left for when it is resumed.
  func makeSample(_ evalCase: EvalCase) async throws {
    try await stoppingAtBudget {
      let calls = try await calls(of: evalCase.key)
      let replay = CaseReplay(
        plan: plan, evalCase: evalCase, calls: calls, texts: texts, prompts: prompts)
      let outcome = try await replay.run()
      try await finish(
        outcome, key: evalCase.key, subject: evalCase.subject, calls: calls, isReference: false)
    }
  }

  /// Does a part of the run's work.
  ///
  /// A part that is interrupted by a stop, or that the budget does not allow, is left for when the run is
  /// resumed.
  ///
  /// After an outage of a model this throws the failure that ends the run, so that all workers stop.
  func stoppingAtBudget(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error as ModelError where error.code == .budget {
      control.stop(.budget(error.message))
    } catch  where control.isStop(error) {
      if let failure = control.failure { throw failure }
    }
  }

  /// Returns the calls of a sample.
  ///
  /// Calls that were stored before the run was resumed are answered from there.
  ///
  /// - Parameter isOfPair: Whether a pairwise judge makes them, after the sample is finished.
  func calls(of key: SampleKey, isOfPair: Bool = false) async throws -> SampleCalls {
    SampleCalls(
      key, variant: plan.suite.comparison.variants.first { $0.id == key.side }?.ownID,
      run: run.id, recorder: recorder,
      kept: isResumed ? try await recorder.keptCalls(of: key, in: run.id) : [],
      keepsCalls: keepsCalls || isOfPair, texts: isOfPair ? nil : texts, pricing: pricing,
      control: control,
      outages: outages, clock: clock)
  }

  /// Whether calls are stored one by one, since a sample may be interrupted between a call and its end: by
  /// another call, or by a grader that uses models or programs.
  private var keepsCalls: Bool {
    let suite = plan.suite
    let isSingle =
      suite.replay == .task || suite.replay == .nextTurn && suite.transcripts.turns.isSingle
    return !isSingle || suite.grading.graders.contains { $0.grader.needsTools }
  }

  private func finish(
    _ outcome: CaseReplay.Outcome, key: SampleKey, subject: EvalSubject, calls: SampleCalls,
    isReference: Bool
  ) async throws {
    var sample = EvalSample(key, title: subject.transcript.title, cluster: subject.clusterName)
    sample.isReference = isReference
    sample.tags = subject.transcript.tags
    sample.person =
      subject.transcript.person == Transcript.unknownPerson ? nil : subject.transcript.person
    sample.language = subject.transcript.language
    sample.started = clock.unixTime()
    sample.turns = outcome.turns
    sample.personFaults = outcome.personFaults
    sample.grades = try await grades(of: outcome, subject: subject, calls: calls)
    sample.overhead = calls.overhead
    sample.judgeCalls = calls.judgeCalls
    try await settle(sample, calls: calls)
  }

  /// Stores a graded sample, along with samples that need not be held back any longer.
  func settle(_ sample: EvalSample, calls: SampleCalls) async throws {
    // The verdicts of a grader that was cancelled are not valid.
    try Task.checkCancellation()
    for sample in outages.settle(sample, failures: calls.passingFailures) { try await keep(sample) }
  }

  /// Stores the samples that were held back until now: the run got to its end, so their models are within
  /// reach.
  func keepRest() async throws {
    for sample in outages.takeRest() { try await keep(sample) }
  }

  /// Redacts and stores a sample.
  private func keep(_ sample: EvalSample) async throws {
    let sample = sample.redacted(by: plan.content.redactor)
    let scores = SampleScores(sample, graders: run.design.graders)
    let finished = FinishedSample(sample: sample, scores: scores, texts: redactedTexts())
    if retried.contains(sample.key) {
      try await recorder.replace(finished, in: run.id)
    } else {
      try await recorder.add(finished, to: run.id)
    }
    control.finished(scores)
  }

  private func redactedTexts() -> [String: String] {
    texts.takeFresh().mapValues(plan.content.redactor.redact)
  }

  /// - Parameter earlier: The verdicts of an earlier grading of the same replies.
  func grades(
    of outcome: CaseReplay.Outcome, subject: EvalSubject, calls: SampleCalls,
    after earlier: [Grade] = []
  ) async throws -> [Grade] {
    let transcript = subject.transcript
    var conversation = GradedConversation(
      transcript: transcript, messages: outcome.messages, contract: outcome.contract,
      length: outcome.length)
    conversation.history = subject.history
    conversation.task = outcome.task
    conversation.tools = outcome.tools
    conversation.earlierGrades = earlier
    // A conversation with a missing message cannot be judged as a whole.
    let isWhole = !outcome.turns.contains { $0.error != nil }
    let content = plan.content
    var grades: [Grade] = []
    for use in plan.suite.grading.graders {
      var tools = GraderTools(
        prompts: prompts,
        model: { reference, step, message in
          KeptCallsModel(
            try content.model(reference), calls: calls, step: "\(use.id) \(step)",
            role: .judge(use.id),
            message: message)
        },
        run: { command, input in
          try control.checkpoint()
          return try await commands.run(command, input: input)
        })
      tools.embeddings = { reference, texts in
        guard let model = content.embeddings[reference] else {
          throw GraderFailure("there is no embedding model '\(reference)'")
        }
        try control.checkpoint()
        let reply = try await model.embeddings(of: texts)
        calls.noteEmbeddings(reply, by: model.identity)
        return reply
      }
      grades += try await use.grade(conversation, with: tools).filter {
        isWhole || $0.message != nil || $0.verdict == .error
      }
    }
    return grades
  }
}

extension TurnSelection {
  /// Whether at most one message is selected.
  fileprivate var isSingle: Bool {
    if case .chosen(let numbers, let last) = self {
      numbers.count + (last ? 1 : 0) <= 1
    } else {
      false
    }
  }
}

extension RunState {
  /// Returns the finding of an interim look at the gate; `nil` if the run has to continue.
  func decision(at look: Int) throws -> String? {
    guard let gate = run.design.gate else { return nil }
    let table = try ScoreTable(run, from: reader)
    return InterimAnalysis(gate: gate, run: run)?.decision(at: look, table)
  }
}
